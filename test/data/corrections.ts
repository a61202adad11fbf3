import type { SealedTable } from "#features/record-copy/server/sealed-tables.ts";

/** What corrects a row of a table, as calls by their names; or, for what no user enters, why nothing does. */
export type Correction =
  | {
      by: readonly string[];
      /** What the first of them is sent, by an owner. */
      body?: object;
      /** The row that it corrects, by its name in the seeded records; without one it is the patient's. */
      entry?: string;
      /**
       * The column of the row's author, who with the doctor is alone in correcting it. Without one, a permission
       * decides alone.
       */
      author?: string;
      /** What takes the correction back. */
      back?: object;
    }
  | { isOf: SealedTable | "patients" | "nobody"; why: string };

/**
 * Every table of what a clinic records, with the calls that correct a wrong row. A table of a patient's rows that is
 * missing does not compile.
 */
export const corrections: Record<
  SealedTable | "patients" | "patient_photos" | "tasks" | "visitors" | "merges",
  Correction
> = {
  // A discharge by mistake is undone by admitting again from the same day (edit-patient.test.ts).
  admissions: {
    by: ["PATCH /api/patients/:id"],
    body: { hospital: "Makati Medical Center", admissionStatus: "Admitted", dateOfAdmission: "2026-11-18" },
  },
  alerts: {
    by: ["PATCH /api/patients/:id/alerts/:rowId"],
    body: { state: "entered_in_error" },
    author: "recorded_by_id",
    back: { state: "active" },
  },
  allergies: {
    by: ["PATCH /api/patients/:id/allergies/:rowId"],
    body: { state: "entered_in_error" },
    author: "recorded_by_id",
    back: { state: "active" },
  },
  appointments: { by: ["PATCH /api/appointments/:id"], body: { state: "cancelled" } },
  bills: { by: ["POST /api/bills/:id/void"], body: { reason: "Typed twice" } },
  clinic_papers: {
    by: ["POST /api/patients/:id/papers/:paperId/withdraw"],
    body: { reason: "Wrong patient" },
    author: "prepared_by_id",
  },
  consultation_addenda: {
    by: ["PUT /api/patients/:id/entered-in-error"],
    body: { entry: "addendum", state: "entered_in_error", reason: "Wrong patient" },
    entry: "addendum",
    author: "author_id",
    back: { entry: "addendum", state: "final" },
  },
  consultation_diagnoses: { isOf: "consultations", why: "It is marked with its consultation." },
  consultation_records: {
    by: ["PUT /api/patients/:id/entered-in-error", "PATCH /api/consultation-records/:id"],
    body: { entry: "fullHistory", state: "entered_in_error", reason: "Wrong patient" },
    entry: "fullHistory",
    author: "written_by_id",
    back: { entry: "fullHistory", state: "final" },
  },
  consultations: {
    by: [
      "PUT /api/patients/:id/entered-in-error",
      "PATCH /api/patients/:id/vital-signs/:readingId",
      "POST /api/consultations/:id/addenda",
    ],
    body: { entry: "consultation", state: "entered_in_error", reason: "Wrong patient" },
    entry: "consultation",
    author: "secretary_id",
    back: { entry: "consultation", state: "final" },
  },
  files: { by: ["PATCH /api/patients/:id"], body: { laboratoryFiles: [], imagingFiles: [], otherFiles: [] } },
  immunizations: {
    by: ["PATCH /api/patients/:id/immunizations/:immunizationId"],
    body: { state: "entered_in_error" },
    author: "created_by_id",
    back: { state: "given" },
  },
  medicine_stops: {
    by: ["PATCH /api/patients/:id/medicine-stops/:rowId"],
    body: { state: "entered_in_error" },
  },
  medicines: {
    by: ["PATCH /api/patients/:id/medicines/:rowId"],
    body: { state: "entered_in_error" },
    author: "recorded_by_id",
    back: { state: "active" },
  },
  merges: { by: ["POST /api/merges/:id/undo"] },
  patient_families: {
    by: ["PUT /api/patients/:id/contacts", "DELETE /api/patients/:id/household"],
    body: { nextOfKin: { name: "Lorna Reyes", relation: "Aunt", phone: null } },
  },
  patient_photos: { by: ["DELETE /api/patients/:id/photo"] },
  patients: {
    by: ["PATCH /api/patients/:id", "PATCH /api/patients/:id/archive", "DELETE /api/patients/:id"],
    body: { patientName: "Reyes, Anna" },
  },
  payments: { by: ["POST /api/payments/:id/void"], body: { reason: "Typed twice" } },
  pregnancies: {
    by: ["PATCH /api/patients/:id/pregnancies/:rowId"],
    body: { state: "entered_in_error" },
    author: "recorded_by_id",
    back: { state: "open" },
  },
  prescriptions: {
    by: ["POST /api/patients/:id/prescriptions/:rxId/withdraw"],
    body: { reason: "Wrong medicine" },
    author: "prepared_by_id",
  },
  problems: {
    by: ["PATCH /api/patients/:id/problems/:rowId"],
    body: { state: "entered_in_error" },
    author: "recorded_by_id",
    back: { state: "active" },
  },
  // The latest outcome of a day counts.
  recalls: {
    by: ["POST /api/recalls"],
    body: { dueDay: "2026-11-18", outcome: "no_answer" },
    entry: "recall",
  },
  // A letter, or one that the other clinic has not accepted.
  referrals: { by: ["POST /api/referrals/:id/cancel"] },
  reminder_consents: {
    by: ["POST /api/patients/:id/reminders"],
    body: { channel: "email", isGiven: false },
  },
  reminders: { isOf: "nobody", why: "They are what was sent." },
  requested_items: {
    by: ["PATCH /api/patients/:id/papers/:paperId/items/:itemId"],
    body: { state: "done" },
  },
  results: {
    by: ["PATCH /api/patients/:id/results/:resultId"],
    body: { state: "entered_in_error" },
    author: "created_by_id",
    back: { state: "final" },
  },
  tasks: { by: ["PATCH /api/tasks/:id", "DELETE /api/tasks/:id"], body: { title: "Renew PTR card" } },
  visitors: { by: ["PATCH /api/visitors/:id"], body: { name: "Robles, Anna" } },
  visits: { by: ["POST /api/visits/:id/state", "PATCH /api/visits/:id"], body: { state: "cancelled" } },
};
