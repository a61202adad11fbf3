import * as z from "zod/mini";
import { answersRow, ByRow, recorded, withoutView } from "#features/clinical-lists/contract.ts";
import { confidentialEntry, confidentiality } from "#shared/clinical/confidentiality.ts";
import { partialDay } from "#shared/clinical/partial-day.ts";
import { ById, endpoint, Id } from "#shared/endpoint.ts";
import { optionalDay, optionalLine, requiredLine } from "#shared/formats/fields.ts";
import { mayEditPatients, mayViewPatients } from "#shared/permissions.ts";

const text = z.nullable(z.string());

const medicineSources = ["elsewhere", "over_the_counter"] as const;
export type MedicineSource = (typeof medicineSources)[number];

/** What a patient takes or took: of a final prescription, or from elsewhere. */
export const Medicine = z.object({
  /** Null for a medicine of a prescription, which `prescriptionId` and `item` name. */
  id: z.nullable(Id),
  patientId: Id,
  clinicId: Id,
  generic: z.string(),
  dose: text,
  /** As prescribed: "BID". */
  frequency: text,
  /** As far as known: 2019, 2019-05 or 2019-05-01. */
  since: text,
  /** The last day. Null: no end given. */
  until: text,
  source: z.enum(["prescription", ...medicineSources]),
  prescriptionId: z.nullable(Id),
  /** Index in the prescription's medicines, from 0. */
  item: z.nullable(z.int()),
  state: z.enum(["active", "ended", "stopped", "entered_in_error"]),
  stopReason: text,
  /** Of a stopped medicine of a prescription: the row that a PATCH of medicine-stops takes back. */
  stopId: z.nullable(Id),
  recordedAt: z.string(),
  recordedByName: text,
  /** Null for a medicine of a prescription. */
  version: z.nullable(z.int()),
  ...confidentiality,
});
export type Medicine = z.output<typeof Medicine>;

const stopReason = requiredLine("Say why it is stopped", 200);
const medicineFields = {
  generic: requiredLine("Generic name is required"),
  dose: optionalLine(255),
  since: partialDay,
  until: optionalDay,
  source: z.enum(medicineSources, { error: `Use ${medicineSources.join(" or ")}` }),
} as const;
export const MedicineDraft = z.extend(z.partial(z.strictObject(medicineFields)), {
  generic: medicineFields.generic,
  isConfidential: confidentialEntry,
});
export type MedicineDraft = z.output<typeof MedicineDraft>;
/** Stopped: with a reason; `until` is then today unless it is sent. */
export const MedicineChanges = z.extend(z.partial(z.strictObject(medicineFields)), {
  state: z.optional(
    z.enum(["active", "stopped", "entered_in_error"], { error: "Use active, stopped or entered_in_error" }),
  ),
  stopReason: z.optional(z.nullable(stopReason)),
});
export type MedicineChanges = z.output<typeof MedicineChanges>;

export const StopDraft = z.strictObject({
  prescriptionId: z.int({ error: "Name the prescription" }).check(z.positive("Name the prescription")),
  item: z
    .int({ error: "Name the medicine by its place, from 0" })
    .check(
      z.gte(0, "Name the medicine by its place, from 0"),
      z.lte(99, "A prescription has fewer medicines"),
    ),
  stopReason,
});
export type StopDraft = z.output<typeof StopDraft>;

const MedicineStop = z.object({
  ...recorded,
  prescriptionId: Id,
  item: z.int(),
  generic: z.string(),
  /** The first day without it. */
  stoppedOn: z.string(),
  stopReason: z.string(),
  state: z.enum(["active", "entered_in_error"]),
});
export type MedicineStop = z.output<typeof MedicineStop>;

/** Current ones first, then ended and stopped ones, the newest first. */
export const medicines = endpoint({
  method: "GET",
  path: "/api/patients/:id/medicines",
  access: mayViewPatients,
  audit: "patient.view",
  reads: ["medicines", "prescriptions", "users"],
  params: ById,
  response: z.array(Medicine),
});
/** From elsewhere unless another source is sent. One that is already active is 409 with it as `current`. */
export const addMedicine = endpoint({
  method: "POST",
  path: "/api/patients/:id/medicines",
  access: mayEditPatients,
  audit: "medicine.create",
  changes: ["medicines", "recordHistory"],
  params: ById,
  body: MedicineDraft,
  response: Medicine,
  record: { noted: "patient.view", withoutView: z.omit(withoutView, { updatedAt: true }) },
});
export const changeMedicine = endpoint({
  method: "PATCH",
  path: "/api/patients/:id/medicines/:rowId",
  access: mayEditPatients,
  audit: "medicine.change",
  changes: ["medicines", "recordHistory"],
  params: ByRow,
  body: MedicineChanges,
  response: Medicine,
  record: { noted: "patient.view", withoutView: z.omit(withoutView, { updatedAt: true }) },
});
/** Stops a medicine of a final prescription. */
export const stopPrescribed = endpoint({
  method: "POST",
  path: "/api/patients/:id/medicine-stops",
  access: mayEditPatients,
  audit: "medicine.stop",
  changes: ["medicines", "recordHistory"],
  params: ById,
  body: StopDraft,
  response: MedicineStop,
  record: answersRow,
});
/** Takes a stop back, or reinstates it. */
export const changeStop = endpoint({
  method: "PATCH",
  path: "/api/patients/:id/medicine-stops/:rowId",
  access: mayEditPatients,
  audit: "medicine.change",
  changes: ["medicines", "recordHistory"],
  params: ByRow,
  body: z.strictObject({
    state: z.enum(["active", "entered_in_error"], { error: "Use active or entered_in_error" }),
  }),
  response: MedicineStop,
  record: answersRow,
});
