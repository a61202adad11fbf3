import * as z from "zod/mini";
import { ById, endpoint, Id, IdText } from "#shared/endpoint.ts";
import { optionalDay, optionalText, pageSize, requiredText } from "#shared/fields.ts";

const text = z.nullable(z.string());

/** One medicine. `name` is the generic name unless genericName is given; `dosage` is labelled SIG. */
export const MedicationDraft = z.strictObject({
  name: requiredText("Medication name is required"),
  genericName: z.optional(optionalText(255)),
  brandName: z.optional(optionalText(255)),
  strength: z.optional(optionalText(100)),
  form: z.optional(optionalText(100)),
  quantity: z.optional(optionalText(50)),
  dosage: requiredText("SIG is required"),
  frequency: requiredText("Frequency is required"),
  duration: requiredText("Duration is required"),
  instructions: z.optional(optionalText(1000)),
});

export const PrescriptionDraft = z.strictObject({
  /** Some clients repeat the patient in the body; the path decides. */
  patientId: z.optional(Id),
  physicianName: requiredText("Physician name is required", 255),
  physicianLicense: requiredText("License number is required", 100),
  physicianSpecialization: z.optional(optionalText(255)),
  physicianPTR: z.optional(optionalText(100)),
  physicianS2: z.optional(optionalText(100)),
  patientAddress: z.optional(optionalText(1000)),
  medications: z
    .array(MedicationDraft, { error: "At least one medication is required" })
    .check(
      z.minLength(1, "At least one medication is required"),
      z.maxLength(20, "At most 20 medications on one prescription"),
    ),
  diagnosis: z.optional(optionalText(20_000)),
  additionalInstructions: z.optional(optionalText(5000)),
  prescriptionDate: z.optional(optionalDay),
});
export type PrescriptionDraft = z.output<typeof PrescriptionDraft>;

export const Medication = z.object({
  name: z.string(),
  genericName: text,
  brandName: text,
  strength: text,
  form: text,
  quantity: text,
  dosage: z.string(),
  frequency: z.string(),
  duration: z.string(),
  instructions: text,
});
export type Medication = z.output<typeof Medication>;

export const Prescription = z.object({
  id: Id,
  patientId: Id,
  clinicId: Id,
  /** `prepared` until the owner releases it: no print and no PDF before that. */
  status: z.enum(["prepared", "final"]),
  preparedByName: text,
  physicianName: z.string(),
  physicianLicense: z.string(),
  physicianSpecialization: text,
  physicianPTR: text,
  physicianS2: text,
  patientAddress: text,
  medications: z.array(Medication),
  diagnosis: text,
  additionalInstructions: text,
  prescriptionDate: z.string(),
  createdAt: z.string(),
  releasedAt: text,
});
export type Prescription = z.output<typeof Prescription>;

const view = { any: ["view_patients"] } as const;
const ByRx = z.object({ id: IdText, rxId: IdText });

export const patientPrescriptions = endpoint({
  method: "GET",
  path: "/api/patients/:id/prescriptions",
  access: view,
  audit: "prescription.view",
  params: ById,
  query: z.object({ limit: z.optional(pageSize), cursor: z.optional(z.string().check(z.maxLength(200))) }),
  response: z.array(Prescription),
});
export const savePrescription = endpoint({
  method: "POST",
  path: "/api/patients/:id/prescription",
  access: view,
  audit: "prescription.create",
  params: ById,
  query: z.object({ format: z.optional(z.enum(["pdf"])) }),
  body: PrescriptionDraft,
  response: Prescription,
});
export const releasePrescription = endpoint({
  method: "POST",
  path: "/api/patients/:id/prescriptions/:rxId/release",
  access: "owner",
  audit: "prescription.release",
  params: ByRx,
  response: Prescription,
});
export const prescriptionPdf = endpoint({
  method: "GET",
  path: "/api/patients/:id/prescriptions/:rxId.pdf",
  access: view,
  audit: "prescription.print",
  params: ByRx,
  response: "file",
});
