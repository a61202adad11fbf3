import { Secret, TOTP } from "otpauth";
import sharp from "sharp";
import { bookAppointment } from "#features/appointments/contract.ts";
import { addBill, addPettyCash, setOpeningFloat, takePayment } from "#features/billing/contract.ts";
import { addProblem, allergies } from "#features/clinical-lists/contract.ts";
import { addCustomField } from "#features/clinics/contract.ts";
import { addConsultation, recordVitals } from "#features/consultations/contract.ts";
import { markEntry } from "#features/consultations/entries-in-error-contract.ts";
import { addExport } from "#features/exports/contract.ts";
import { exportQueue } from "#features/exports/server/work-exports.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { addImport, mapImport } from "#features/imports/contract.ts";
import { importQueue } from "#features/imports/server/work-imports.ts";
import { addPaper } from "#features/papers/contract.ts";
import { addPatient, archivePatient, editPatient } from "#features/patients/contract.ts";
import { addPlace } from "#features/places/contract.ts";
import { savePrescription } from "#features/prescriptions/contract.ts";
import { claimReferral, sendReferral, writeReferralLetter } from "#features/referrals/contract.ts";
import { addResult } from "#features/results/contract.ts";
import { renewTemporaryPassword } from "#features/staff/contract.ts";
import { addTask } from "#features/tasks/contract.ts";
import { addVisit, addVisitor, changeVisit, moveVisit } from "#features/visits/contract.ts";
import { workQueue } from "#server/jobs/job-queue.ts";
import { letterQueue } from "#server/mail/mail-links.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import type { Actor } from "#shared/permissions.ts";
import { type TestApp, testNow } from "../app.ts";
import { Authenticator } from "../authenticator.ts";
import { nameOf } from "../endpoints.ts";
import type { Call } from "../request-for.ts";
import { paramsFor, type SeededClinic, seededClinic } from "../safety/seeded-records.ts";
import type { MailServer } from "../servers/mail-server.ts";
import { acceptedBodies } from "./accepted-bodies.ts";
import { aPatientList, aPdf, asMultipart, onePixel } from "./example-files.ts";
import {
  aClinic,
  aDoctor,
  anAdmin,
  aPassword,
  aPatient,
  aSession,
  aStaffMember,
  type TestClinic,
} from "./factories.ts";

export const origin = "https://klinika.test";

export type Person = Actor & { token: string };

/**
 * What to send, what must be so before, and what is sent with it to change the rest; `seenBy`: whose reads show the change, if not the sender's; `about`: whose
 * record it changes, if that is not the first patient's and the call does not name her.
 */
export type Plan = Call & {
  prepare?: () => Promise<unknown>;
  rest?: () => Promise<unknown>;
  seenBy?: Person;
  about?: number;
};

/** The answers of the mutations before it. */
export type Answers = Map<string, unknown>;

/** Before the others, which need it or would take away what it needs. */
export const early = [
  // Whose pair is the newest.
  "POST /api/duplicates/dismissed",
  "POST /api/auth/resend-confirmation",
  "POST /api/auth/confirm-email",
  // While the record is as it was when they were prepared.
  "POST /api/patients/:id/papers/:paperId/release",
  "POST /api/patients/:id/referrals/:referralId/release",
  "PATCH /api/patients/:id",
  "POST /api/auth/second-factor/set-up",
  "PATCH /api/admin/contact-messages/:id",
];

/** After the others, for it takes away what they need. */
export const late = [
  "DELETE /api/webhooks/:id",
  "POST /api/patients/:id/merge",
  "POST /api/merges/:id/undo",
  "PATCH /api/auth/profile",
  "DELETE /api/auth/passkeys/:id",
  "DELETE /api/auth/second-factor",
  "DELETE /api/secretaries/:id",
  "DELETE /api/doctors/:id",
  "PUT /api/practitioners/:id",
  "DELETE /api/patients/:id",
  "DELETE /api/auth/sessions/:id",
  "POST /api/auth/sessions/end-others",
  "POST /api/auth/change-password",
];

type Scene = {
  owner: Person;
  admin: Person;
  records: SeededClinic["records"];
  /** Those whom the plans are about. */
  patients: readonly number[];
  planFor(endpoint: Endpoint, answers: Answers): Promise<Plan>;
};

/** A clinic with everything in it, and for each mutation what makes it succeed and change all that it can. */
export async function openScene(app: TestApp, mail: MailServer): Promise<Scene> {
  const clinic = await seededClinic(app);
  const { token, id: ownerId, email } = clinic.owner;
  const asOwner: Person = { token, role: "owner", permissions: [], clinicId: clinic.id };
  const asAdmin: Person = {
    token: (await anAdmin(app)).token,
    role: "admin",
    permissions: [],
    clinicId: null,
  };
  const [neighbour, shutOut] = [await aClinic(app), await aClinic(app)];
  const records: SeededClinic["records"] = { ...clinic.records, clinic: shutOut.id };
  const patient = { id: Number(records.patient) };
  const staff = { id: Number(records.staff) };
  const send = sender(app);

  await aSession(app, ownerId);
  const { claimed, referral } = await referAgain(app, clinic, neighbour);
  const longAgo = { created_at: "2026-10-01T02:00:00Z", consultation_status: "completed" };
  const toConsult = await aPatient(app, clinic, longAgo);
  await send(addVisit, token, { body: { patientId: toConsult } });
  const toQueue = await aPatient(app, clinic, longAgo);
  const toMeasure = await aPatient(app, clinic, longAgo);
  await send(addVisit, token, { body: { patientId: toMeasure } });
  const toMark = await aPatient(app, clinic, longAgo);
  await send(addVisit, token, { body: { patientId: toMark } });
  const measured = await send(recordVitals, token, {
    params: { id: toMark },
    body: { vitalSigns: { pulse: 92 } },
  });
  const { files } = await send(uploadFiles, token, asMultipart([["X-ray.pdf", aPdf("X-ray")]]));
  const anUpload = async (): Promise<string> =>
    (await send(uploadFiles, token, asMultipart([["CBC.pdf", aPdf(String(Math.random()))]]))).files[0];
  const work = () => workQueue(app.app, importQueue);
  const archive = await send(addExport, token, { body: accepted("POST /api/exports") });
  await workQueue(app.app, exportQueue);
  const aPaper = (by: string) =>
    send(addPaper, by, { params: patient, body: accepted("POST /api/patients/:id/papers") });
  // Before a second factor is required of staff.
  const preparer = (await aStaffMember(app, clinic, ["view_patients", "edit_patients"])).token;
  const preparedPaper = await aPaper(preparer);
  const preparedLetter = await send(writeReferralLetter, preparer, {
    params: patient,
    body: accepted("POST /api/patients/:id/referral-letter"),
  });
  const aBill = async (patientId: number) =>
    (await send(addBill, token, { body: { ...accepted("POST /api/bills"), patientId, discount: null } }))
      .id as number;
  const aPayment = async (): Promise<number> => {
    const params = { id: await aBill(patient.id) };
    return (await send(takePayment, token, { params, body: { method: "cash", amount: "100" } })).payments[0]
      .id;
  };
  const aFloat = () => send(setOpeningFloat, token, { body: { amount: "1000" } });
  const claim = await aBill(patient.id);
  const toPay = await aPatient(app, clinic, longAgo);
  const waitsToPay = async () => {
    const visit = await send(addVisit, token, { body: { patientId: toPay } });
    await send(moveVisit, token, { params: { id: visit.id }, body: { state: "for_payment" } });
    return { ...accepted("POST /api/bills"), patientId: toPay, visitId: visit.id as number };
  };
  const covered = await waitsToPay();
  const bookToday = async (who: object): Promise<number> =>
    (await send(bookAppointment, token, { body: { ...who, startsAt: "2026-11-20T07:00:00Z" } })).id;
  const booked = await bookToday({ patientId: toQueue });
  const bookedUnregistered = await bookToday({ personName: "Reyes, Ana" });
  const toSee = await aPatient(app, clinic, longAgo);
  const arrived = await send(addVisit, token, {
    body: { patientId: toSee, appointmentId: await bookToday({ patientId: toSee }) },
  });
  const toHand = await aPatient(app, clinic, longAgo);
  const handed = await send(addVisit, token, { body: { patientId: toHand } });
  const toBook = await aPatient(app, clinic, longAgo);
  const due = await aPatient(app, clinic, longAgo);
  app.setNow(new Date("2026-11-12T02:42:00Z"));
  await send(addConsultation, token, {
    body: { ...accepted("POST /api/consultations"), patientId: due, followUpDate: "2026-11-19" },
  });
  app.setNow(testNow);
  const toArchive = await aPatient(app, clinic, longAgo);
  await bookToday({ patientId: toArchive });
  const toBill = await aPatient(app, clinic, { ...longAgo, amount: "700" });
  const task = await send(addTask, token, { body: { title: "Renew PTR", assignedToId: ownerId } });
  const visitor = await send(addVisitor, token, { body: { name: "Robles, Ana" } });
  const unusedField = await send(addCustomField, token, { body: { fieldName: "Allergy card" } });
  const assistant = await aStaffMember(app, clinic, ["view_patients"]);
  const prepared = await send(savePrescription, assistant.token, {
    params: patient,
    body: { ...accepted("POST /api/patients/:id/prescription"), allergyReason: "Took it last year" },
  });
  const toStop = await send(savePrescription, token, {
    params: patient,
    body: accepted("POST /api/patients/:id/prescription"),
  });
  await app.sql("update users set email_unconfirmed_since = now() where id = $1", [ownerId]);
  // Of another size than the one before it, which is of one colour.
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#3a3", noise } })
    .png()
    .toBuffer();
  const signInOfStaff = () => aSession(app, staff.id);

  const twins = [
    await aPatient(app, clinic, { ...longAgo, patient_name: "Twin, Same" }),
    await aPatient(app, clinic, { ...longAgo, patient_name: "Twin, Same" }),
  ] as const;

  const plans: Record<string, Plan | ((answers: Answers) => Plan | Promise<Plan>)> = {
    "POST /api/auth/forgot-password": { body: { email } },
    "POST /api/auth/confirm-email": async () => ({ body: { token: await mailedToken(app, mail) } }),
    "PATCH /api/auth/profile": {
      body: { firstName: "Rafaela", lastName: "Cruz", licenseNumber: "0012345", ptrYear: "2026" },
    },
    "POST /api/auth/confirm-password": { body: { password: aPassword } },
    "POST /api/auth/change-password": {
      body: { currentPassword: aPassword, newPassword: "sampaloc-at-dusk-9" },
      prepare: async () => {
        await aSession(app, ownerId);
        app.setNow(new Date(testNow.getTime() + 60_000));
      },
    },
    "POST /api/auth/second-factor/confirm": (answers) => ({
      body: { code: codeOf(answers.get("POST /api/auth/second-factor/set-up")) },
    }),
    "POST /api/auth/second-factor/recovery-codes": {
      prepare: () =>
        app.sql(
          "delete from recovery_codes where ctid in (select ctid from recovery_codes where user_id = $1 limit 1)",
          [ownerId],
        ),
    },
    "POST /api/auth/passkeys": (answers) => ({
      body: { name: "Phone", passkey: passkeyFor(answers.get("POST /api/auth/passkeys/options")) },
    }),
    "PUT /api/auth/staff-mode-pin": { body: { pin: "482915" } },
    "PUT /api/clinic/settings": {
      body: {
        name: "Santos Clinic",
        address: "12 Mango Avenue",
        bedCapacity: 7,
        primaryColor: "#2b4d8c",
        requiresSecondFactor: true,
        adultRanges: { pulse: { low: 55, high: 110 } },
      },
    },
    "POST /api/clinic/custom-fields": { body: { fieldName: "Dialect" } },
    "PATCH /api/clinic/custom-fields/:id": { body: { fieldName: "Blood group" } },
    "DELETE /api/clinic/custom-fields/:id": { params: { id: unusedField.id } },
    "PATCH /api/patients/:id": {
      body: {
        patientName: "Reyes, Ana Maria",
        birthday: "1961-03-17",
        hospital: "Cardinal Santos Medical Center",
        remarks: "Prefers mornings",
        appointmentTime: "2026-11-20T06:00:00.000Z",
        imagingFiles: files,
        customFields: { "Blood type": "O+" },
      },
    },
    "PATCH /api/patients/:id/archive": { params: { id: toArchive } },
    "PATCH /api/patients/:id/unarchive": { params: { id: toArchive } },
    "POST /api/patients": {
      body: {
        ...accepted("POST /api/patients"),
        admissionStatus: "Admitted",
        appointmentTime: "2026-11-26T03:00:00.000Z",
      },
    },
    "POST /api/patients/duplicates": { body: { patientName: "Reyes, Ana" } },
    "POST /api/patients/:id/photo": asMultipart([["a.png", photo]], "photo"),
    "PUT /api/practitioners/me/signature": asMultipart([["a.png", photo]], "signature"),
    "POST /api/consultations": { body: { ...accepted("POST /api/consultations"), patientId: toConsult } },
    "POST /api/patients/:id/consultation": { params: { id: toMeasure } },
    "PATCH /api/patients/:id/vital-signs/:readingId": {
      params: { id: toMark, readingId: measured.id },
    },
    "POST /api/patients/:id/consultation-records": { params: { id: claimed } },
    "PATCH /api/consultation-records/:id": { body: { managementPlan: "Fluids", status: "finished" } },
    "POST /api/patients/:id/prescriptions/:rxId/release": { params: { ...patient, rxId: prepared.id } },
    "POST /api/patients/:id/prescriptions/:rxId/withdraw": { params: { ...patient, rxId: prepared.id } },
    "POST /api/prescription-favourites": {
      body: { name: "Cough", medications: [{ name: "paracetamol" }] },
    },
    "POST /api/quick-texts": {
      body: { name: "fever", title: "Fever", text: "Fever for {days}.", whose: "own" },
    },
    "DELETE /api/exports/:id": (answers) => ({
      params: { id: (answers.get("POST /api/exports") as { id: number }).id },
    }),
    "POST /api/exports/:id/link": { params: { id: archive.id } },
    "POST /api/imports": asMultipart([["another.csv", aPatientList]], "file"),
    "PATCH /api/imports/:id/rows/:row": { body: { choice: "skip" }, prepare: work },
    "POST /api/imports/:id/decide": async () => {
      const brothers = 'Name,Birthday,Sex\n"Lim, Jose",1990-01-02,M\n"Lim, Juan",1990-01-02,M\n';
      const { id } = await send(addImport, token, asMultipart([["brothers.csv", brothers]], "file"));
      await send(mapImport, token, { params: { id }, body: accepted("PUT /api/imports/:id/mapping") });
      return { params: { id }, body: { choice: "keep" }, prepare: work };
    },
    "PUT /api/imports/:id/mapping": (answers) => ({
      params: { id: (answers.get("POST /api/imports") as { id: number }).id },
      body: accepted("PUT /api/imports/:id/mapping"),
    }),
    "DELETE /api/imports/:id": (answers) => ({
      params: { id: (answers.get("POST /api/imports") as { id: number }).id },
    }),
    "POST /api/imports/:id/take-back": { prepare: work },
    "POST /api/patients/:id/refer": {
      body: { ...accepted("POST /api/patients/:id/refer"), toClinicId: neighbour.id },
    },
    "POST /api/patients/:id/referrals/:referralId/release": {
      params: { ...patient, referralId: preparedLetter.id },
    },
    "POST /api/referrals/:id/claim": { params: { id: referral }, about: claimed },
    "PATCH /api/secretaries/:id/permissions": { body: { permissions: ["view_reports"] } },
    "POST /api/secretaries/:id/temporary-password": async () => {
      const doctor = await aDoctor(app, clinic);
      return {
        prepare: signInOfStaff,
        rest: () => send(renewTemporaryPassword, token, { params: { id: doctor.id } }),
      };
    },
    "POST /api/secretaries/:id/second-factor/reset": { prepare: signInOfStaff },
    "DELETE /api/secretaries/:id": { prepare: signInOfStaff },
    "PATCH /api/doctors/:id": async () => ({
      params: { id: (await aDoctor(app, clinic)).practitionerId },
      body: { lastName: "Santos", letter: "K", licenseNumber: "0104228", isPractising: false },
      // With a doctor more, what was there before is read anew.
      prepare: () => app.app.kit.views.flush(),
    }),
    "DELETE /api/doctors/:id": async () => {
      const doctor = await aDoctor(app, clinic);
      return {
        params: { id: doctor.practitionerId },
        query: { tasksTo: String(ownerId) },
        prepare: () => send(addTask, token, { body: { title: "Sign the chart", assignedToId: doctor.id } }),
      };
    },
    "PUT /api/practitioners/:id": {
      body: { ...accepted("PUT /api/practitioners/:id"), printedName: "R. M. Peñaflor", letter: "Z" },
    },
    "POST /api/patients/:id/allergies": { body: { substance: "Latex", severity: "mild" } },
    "POST /api/patients/:id/allergies/:rowId/rows": async () => {
      await send(editPatient, token, { params: { id: toBook }, body: { allergies: "shrimp" } });
      const [text] = await send(allergies, token, { params: { id: toBook } });
      return { params: { id: toBook, rowId: text.id } };
    },
    "POST /api/patients/:id/no-known-allergies": { params: { id: toMeasure } },
    "POST /api/patients/:id/problems": { body: { words: "Asthma" } },
    "PUT /api/patients/:id/confidential": async () => {
      const of = { params: patient };
      const note = { ...accepted("POST /api/consultations"), patientId: patient.id };
      const result = {
        ...accepted("POST /api/patients/:id/results"),
        collectedAt: "2026-11-18",
        file: await anUpload(),
      };
      const entries = [
        { entry: "consultation", entryId: (await send(addConsultation, token, { body: note })).id },
        { entry: "fullHistory", entryId: Number(records.recordId) },
        { entry: "result", entryId: (await send(addResult, token, { ...of, body: result })).id },
      ];
      // What was there before is read anew.
      return { ...of, body: { entries, isConfidential: true }, prepare: () => app.app.kit.views.flush() };
    },
    "POST /api/confidential/:id/open": async () => {
      const doctor = await aDoctor(app, clinic);
      const body = { ...accepted("POST /api/patients/:id/problems"), isConfidential: true };
      // Another plan asks the staff for a second factor.
      const ask = (isRequired: boolean) =>
        app.sql("update clinics set requires_second_factor = $2 where id = $1", [clinic.id, isRequired]);
      await ask(false);
      const { id } = await send(addProblem, doctor.token, { params: patient, body });
      await ask(true);
      return { params: { id }, prepare: () => app.app.kit.views.flush() };
    },
    "PUT /api/patients/:id/entered-in-error": async () => {
      const note = { ...accepted("POST /api/consultations"), patientId: patient.id };
      const { id: entryId } = await send(addConsultation, token, { body: note });
      return {
        params: patient,
        body: { ...accepted("PUT /api/patients/:id/entered-in-error"), entryId },
        prepare: () => app.app.kit.views.flush(),
        rest: () =>
          send(markEntry, token, {
            params: patient,
            body: {
              ...accepted("PUT /api/patients/:id/entered-in-error"),
              entry: "fullHistory",
              entryId: Number(records.recordId),
            },
          }),
      };
    },
    "POST /api/patients/:id/medicines": { body: { generic: "digoxin" } },
    "POST /api/patients/:id/medicine-stops": {
      body: { ...accepted("POST /api/patients/:id/medicine-stops"), prescriptionId: toStop.id },
    },
    "POST /api/patients/:id/alerts": { body: { words: "Wheelchair" } },
    "POST /api/visits": { body: { patientId: toQueue, reason: "Fever", appointmentId: booked } },
    "POST /api/visits/walk-in": {
      body: { ...accepted("POST /api/visits/walk-in"), appointmentId: bookedUnregistered },
    },
    "POST /api/visits/:id/state": { params: { id: arrived.id }, body: { state: "done" }, about: toSee },
    "PATCH /api/visits/:id": async () => {
      const ended = await send(addVisit, token, {
        body: { patientId: await aPatient(app, clinic, longAgo) },
      });
      const params = { id: ended.id };
      for (const state of ["for_payment", "done"]) await send(moveVisit, token, { params, body: { state } });
      return {
        body: accepted("PATCH /api/visits/:id"),
        prepare: () => app.app.kit.views.flush(),
        rest: () => send(changeVisit, token, { params, body: { noBillReason: "PhilHealth" } }),
      };
    },
    "POST /api/visits/:id/move": (answers) => ({
      params: { id: (answers.get("POST /api/visits") as { id: number }).id },
      body: { before: null },
      about: toQueue,
    }),
    "POST /api/visits/call-next": {
      body: {},
      prepare: async () => send(addVisit, token, { body: { patientId: await aPatient(app, clinic) } }),
      about: toMeasure,
    },
    "POST /api/visits/:id/transfer": async () => {
      const { practitionerId } = await aDoctor(app, clinic);
      return {
        params: { id: handed.id },
        body: { practitionerId, note: "Right ear" },
        prepare: () => app.app.kit.views.flush(),
        about: toHand,
      };
    },
    "POST /api/visits/:id/transfer/undo": { params: { id: handed.id }, about: toHand },
    "POST /api/appointments": { body: { ...accepted("POST /api/appointments"), patientId: toBook } },
    // Where several doctors practise, a place has their hours, and a room its own.
    "PUT /api/places/:id/hours": async () => {
      const { id } = await send(addPlace, token, { body: { name: "Treadmill room", kind: "room" } });
      return { params: { id } };
    },
    "POST /api/practitioners/:id/appointments": async () => {
      // Booked with a doctor who then left.
      const { practitionerId: left } = await aDoctor(app, clinic);
      const { id } = await send(bookAppointment, token, {
        body: { patientId: toBook, practitionerId: left, startsAt: "2027-03-02T01:00:00Z" },
      });
      await app.sql("update practitioners set is_practising = false where id = $1", [left]);
      const [owner] = await app.sql<{ id: string }>(
        "select id from practitioners where clinic_id = $1 and is_practising",
        [clinic.id],
      );
      return {
        params: { id: left },
        body: { practitionerId: Number(owner?.id), appointmentIds: [id] },
        about: toBook,
        // With a doctor more, what was there before is read anew.
        prepare: () => app.app.kit.views.flush(),
      };
    },
    "PATCH /api/appointments/:id": { body: { minutes: 45, reason: "ECG" } },
    "POST /api/patients/:id/reminders": {
      params: { id: toBook },
      body: { channel: "email", isGiven: true },
    },
    "POST /api/reminders/stop": {
      body: { token: `${clinic.id.toString(36)}-stop-them` },
      prepare: () =>
        app.sql("update reminders set stop_hash = sha256('stop-them') where clinic_id = $1", [clinic.id]),
    },
    "POST /api/text-replies/:secret": {
      params: { secret: "no-such-secret-0000" },
      body: accepted("POST /api/text-replies/:secret"),
    },
    "POST /api/patients/:id/immunizations": {
      params: { id: toMeasure },
      body: accepted("POST /api/patients/:id/immunizations"),
    },
    "PATCH /api/patients/:id/immunizations/:immunizationId": (answers) => {
      const dose = answers.get("POST /api/patients/:id/immunizations") as { id: number };
      return { params: { id: toMeasure, immunizationId: dose.id }, body: { site: "right thigh" } };
    },
    "POST /api/patients/:id/pregnancies": {
      // Its range depends on the week of a pregnancy.
      prepare: () =>
        send(addResult, token, {
          params: { id: toMeasure },
          body: {
            panel: "cbc",
            collectedAt: "2026-11-20",
            values: [{ analyte: "hemoglobin", value: "10.7", unit: "g/dL" }],
          },
        }),
      params: { id: toMeasure },
      body: accepted("POST /api/patients/:id/pregnancies"),
    },
    "PATCH /api/patients/:id/pregnancies/:rowId": (answers) => {
      const pregnancy = answers.get("POST /api/patients/:id/pregnancies") as { id: number };
      return { params: { id: toMeasure, rowId: pregnancy.id }, body: { edc: "2027-02-10" } };
    },
    "PUT /api/patients/:id/contacts": { params: { id: toMeasure } },
    "POST /api/patients/:id/household": {
      params: { id: toMeasure },
      body: { ...accepted("POST /api/patients/:id/household"), patientId: due },
    },
    "PATCH /api/patients/:id/household": { params: { id: toMeasure } },
    "DELETE /api/patients/:id/household": { params: { id: toMeasure } },
    "POST /api/duplicates/proposed": { body: { patientId: twins[0], otherId: twins[1] } },
    "POST /api/duplicates/dismissed": { body: { patientId: twins[0], otherId: twins[1] } },
    // All that hangs on the patient goes to another, and comes back.
    "POST /api/patients/:id/merge": { params: { id: claimed }, body: { otherId: patient.id } },
    "POST /api/merges/:id/undo": (answers) => {
      const merge = answers.get("POST /api/patients/:id/merge") as { id: number };
      return { params: { id: merge.id }, about: claimed };
    },
    "POST /api/recalls": {
      body: { ...accepted("POST /api/recalls"), patientId: due, dueDay: "2026-11-19" },
    },
    "PATCH /api/services/:id": { body: { name: "Follow-up", amount: "800" } },
    "POST /api/services": { body: { name: "Certificate", amount: "100" } },
    "POST /api/patients/:id/results": async () => ({
      body: {
        ...accepted("POST /api/patients/:id/results"),
        collectedAt: "2026-11-17",
        file: await anUpload(),
        laboratory: "Hi-Precision",
      },
    }),
    "PATCH /api/patients/:id/results/:resultId": async () => ({
      body: {
        values: [{ analyte: "sodium", value: "139", unit: "mmol/L" }],
        file: await anUpload(),
        laboratory: "Chong Hua laboratory",
      },
    }),
    "PUT /api/clinic/result-ranges": {
      body: {
        analyte: "hba1c",
        bands: [{ sex: "F", from: 216, to: null, low: 4, high: 6.5 }],
        note: "the doctor's goal",
      },
    },
    "POST /api/patients/:id/papers": { body: accepted("POST /api/patients/:id/papers") },
    "POST /api/patients/:id/papers/:paperId/release": { params: { ...patient, paperId: preparedPaper.id } },
    "POST /api/patients/:id/papers/:paperId/withdraw": async () => ({
      params: { ...patient, paperId: (await aPaper(token)).id },
    }),
    "PATCH /api/patients/:id/papers/:paperId/items/:itemId": async () => {
      const { id, items } = await aPaper(token);
      return { params: { ...patient, paperId: id, itemId: items[0].id } };
    },
    "POST /api/clinic/paper-templates": {
      body: { ...accepted("POST /api/clinic/paper-templates"), name: "Travel, another" },
    },
    "POST /api/bills": { body: covered },
    "POST /api/bills/from-record": { body: { patientId: toBill } },
    "POST /api/bills/:id/payments": async () => {
      const body = { ...(await waitsToPay()), hmo: null, discount: null };
      const { id } = await send(addBill, token, { body });
      return { params: { id }, body: { method: "cash", amount: "1000" }, about: toPay };
    },
    "POST /api/payments/:id/void": async () => ({ params: { id: await aPayment() } }),
    "POST /api/bills/:id/void": async () => {
      const body = { ...(await waitsToPay()), hmo: null, discount: null };
      const [{ id: paid, due }, { id }] = [
        await send(addBill, token, { body }),
        await send(addBill, token, { body }),
      ];
      await send(takePayment, token, { params: { id: paid }, body: { method: "cash", amount: due } });
      return { params: { id }, about: toPay };
    },
    "POST /api/day-count/close": { prepare: aPayment },
    "POST /api/day-count/petty-cash": { prepare: aFloat },
    "POST /api/day-count/petty-cash/:id/void": async () => {
      await aFloat();
      return {
        params: { id: (await send(addPettyCash, token, { body: { amount: "80", note: "Water" } })).id },
      };
    },
    "PUT /api/doctor-shares/:id": { body: { shares: [{ serviceId: null, percent: 70 }] } },
    "POST /api/statements/export": { query: { from: "2026-11-01", to: "2026-11-30" } },
    "POST /api/statements/close": {
      prepare: async () =>
        app.sql(
          `insert into statement_entries (clinic_id, practitioner_id, day, bill_id, line, charged, discount, hmo_due)
           select clinic_id, practitioner_id, '2026-11-19', id, 0, charges, charges - due, coalesce(hmo_approved, 0)
           from bills where clinic_id = $1 and id = $2
           on conflict (clinic_id, bill_id, line, coalesce(payment_id, 0), is_void) do update set day = excluded.day`,
          [clinic.id, await aBill(patient.id)],
        ),
      body: { ...accepted("POST /api/statements/close"), practitionerId: records.practitioner },
    },
    "POST /api/hmo-receivables/billed": { body: { billIds: [claim], reference: "SOA-7" } },
    "POST /api/hmo-receivables/paid": { body: { billIds: [claim], reference: "CHQ 12" } },
    "PATCH /api/visitors/:id": { params: { id: visitor.id }, body: accepted("PATCH /api/visitors/:id") },
    "DELETE /api/tasks/:id": { params: { id: task.id } },
    "PUT /api/admin/clinics/:id/status": { body: { isActive: false } },
    "PUT /api/admin/clinics/:id/subscription": { body: { subscriptionStatus: "active" } },
    "PUT /api/admin/clinics/:id/verified": { body: { isVerified: true } },
    "PATCH /api/admin/contact-messages/:id": { body: { isHandled: true } },
    "POST /api/contact": { seenBy: asAdmin },
  };
  return {
    owner: asOwner,
    admin: asAdmin,
    records,
    patients: [
      patient.id,
      claimed,
      toConsult,
      toQueue,
      toMeasure,
      toHand,
      toMark,
      toBill,
      toPay,
      toBook,
      toSee,
      toArchive,
      due,
    ],
    async planFor(endpoint, answers) {
      const planned = plans[nameOf(endpoint)];
      const plan = typeof planned === "function" ? await planned(answers) : planned;
      const body = acceptedBodies[nameOf(endpoint)];
      return {
        params: paramsFor(endpoint, records),
        ...(body !== undefined && { body }),
        ...(endpoint.upload && asMultipart([["a.png", onePixel]], endpoint.upload.field)),
        ...plan,
      };
    },
  };
}

const accepted = (name: string) => acceptedBodies[name] as object;

const sender = (app: TestApp) => async (endpoint: Endpoint, token: string, call: Call) => {
  const answer = await app.call(endpoint, token, call);
  if (answer.statusCode >= 300) throw new Error(`${nameOf(endpoint)}: ${answer.body}`);
  return answer.json();
};

/**
 * A patient whom the clinic has claimed and then archived, referred to it again with readings and a file that it
 * does not have: another claim copies them, and retrieves the patient.
 */
async function referAgain(
  app: TestApp,
  { id: toClinicId, owner: receiver }: TestClinic,
  { owner }: TestClinic,
): Promise<{ claimed: number; referral: number }> {
  const send = sender(app);
  const body = { ...accepted("POST /api/patients"), patientName: "Cruz, Ben" };
  const { id } = await send(addPatient, owner.token, { body });
  const refer = async (): Promise<number> =>
    (
      await send(sendReferral, owner.token, {
        params: { id },
        body: { ...accepted("POST /api/patients/:id/refer"), toClinicId },
      })
    ).id;
  const { patientId } = await send(claimReferral, receiver.token, { params: { id: await refer() } });
  await send(archivePatient, receiver.token, { params: { id: patientId } });
  await send(recordVitals, owner.token, { params: { id }, body: { vitalSigns: { pulse: 92 } } });
  const { files } = await send(uploadFiles, owner.token, asMultipart([["ECG.pdf", aPdf("ECG")]]));
  await send(editPatient, owner.token, { params: { id }, body: { laboratoryFiles: files } });
  return { claimed: patientId, referral: await refer() };
}

function codeOf(setUp: unknown): string {
  const { secret } = setUp as { secret: string };
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: testNow.getTime() });
}

function passkeyFor(asked: unknown) {
  const { options } = asked as { options: { challenge: string } };
  const rpId = new URL(origin).hostname;
  return new Authenticator().attestation({ origin, rpId, challenge: options.challenge });
}

async function mailedToken(app: TestApp, mail: MailServer): Promise<string> {
  await workQueue(app.app, letterQueue);
  const text = (mail.letters.at(-1)?.raw ?? "").replace(/=\r\n/g, "").replace(/=3D/g, "=");
  return /\/confirm-email#token=([\w-]+)/.exec(text)?.[1] ?? "";
}
