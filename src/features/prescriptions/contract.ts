import * as z from "zod/mini";
import { confidentialEntry, confidentiality } from "#shared/clinical/confidentiality.ts";
import { endpoint, Id, IdText } from "#shared/endpoint.ts";
import {
  optionalDay,
  optionalLine,
  optionalText,
  pageSize,
  requiredLine,
  requiredText,
} from "#shared/formats/fields.ts";
import { paperSize } from "#shared/formats/paper-size-query.ts";
import { namedDoctor, practitionerId } from "#shared/paper-doctor.ts";
import { mayViewPatients } from "#shared/permissions.ts";
import { signedStates } from "#shared/signed-papers.ts";

const text = z.nullable(z.string());

/** Of one prescription, and of one favorite. */
export const MOST_MEDICINES = 20;

/** One medicine. `name` is the generic name unless genericName is given; `dosage` is labelled SIG. */
const MedicationDraft = z.strictObject({
  name: requiredLine("Medication name is required"),
  genericName: z.optional(optionalLine(255)),
  brandName: z.optional(optionalLine(255)),
  strength: z.optional(optionalLine(100)),
  form: z.optional(optionalLine(100)),
  quantity: z.optional(optionalLine(50)),
  dosage: requiredText("SIG is required"),
  frequency: requiredText("Frequency is required"),
  duration: requiredText("Duration is required"),
  instructions: z.optional(optionalText(1000)),
});

export const tooManyMedicines = `At most ${MOST_MEDICINES} medications on one prescription`;

export const PrescriptionDraft = z.strictObject({
  /** Some clients repeat the patient in the body; the path counts. */
  patientId: z.optional(Id),
  practitionerId,
  /** In a clinic with several doctors the profile of the one it names is printed instead. */
  physicianName: requiredLine("Physician name is required", 255),
  physicianLicense: requiredLine("License number is required", 100),
  physicianSpecialization: z.optional(optionalLine(255)),
  physicianPTR: z.optional(optionalLine(100)),
  physicianS2: z.optional(optionalLine(100)),
  patientAddress: z.optional(optionalText(1000)),
  medications: z
    .array(MedicationDraft, { error: "At least one medication is required" })
    .check(
      z.minLength(1, "At least one medication is required"),
      z.maxLength(MOST_MEDICINES, tooManyMedicines),
    ),
  diagnosis: z.optional(optionalText(20_000)),
  additionalInstructions: z.optional(optionalText(5000)),
  prescriptionDate: z.optional(optionalDay),
  /** The user has seen that the date is not today's. */
  isDateConfirmed: z.optional(z.boolean({ error: "Send true or false" })),
  /** Why a medicine is prescribed despite a recorded allergy. Stored, not printed. */
  allergyReason: z.optional(optionalText(500)),
  isConfidential: confidentialEntry,
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
  /** `prepared` until its doctor releases it: no print and no PDF before that, and none once it is withdrawn. */
  status: z.enum(signedStates),
  preparedByName: text,
  ...namedDoctor,
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
  allergyReason: text,
  createdAt: z.string(),
  releasedAt: text,
  withdrawnByName: text,
  withdrawnAt: text,
  withdrawReason: text,
  ...confidentiality,
});
export type Prescription = z.output<typeof Prescription>;

/** The newest first. */
export const patientPrescriptions = endpoint({
  method: "GET",
  path: "/api/patients/:id/prescriptions",
  access: mayViewPatients,
  audit: "prescription.view",
  reads: ["prescriptions", "users"],
  query: z.object({
    limit: z.optional(pageSize),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    /** `without`: the last one to repeat is none that was withdrawn. */
    withdrawn: z.optional(z.enum(["without"], { error: "Use without" })),
  }),
  response: z.array(Prescription),
});

/** Asks for the prescriptions of which the last one can be repeated. */
export const toRepeat = { limit: "10", withdrawn: "without" } as const;

/** The last by their dates, of lists with the newest first: an earlier one can be written down later. */
export const lastByDate = (prescriptions: readonly Prescription[] | undefined): Prescription | null =>
  prescriptions?.toSorted((one, other) => other.prescriptionDate.localeCompare(one.prescriptionDate))[0] ??
  null;

/** With `format=pdf` the response is the saved prescription's PDF; what cannot be printed is refused and not saved. */
export const savePrescription = endpoint({
  method: "POST",
  path: "/api/patients/:id/prescription",
  access: mayViewPatients,
  audit: "prescription.create",
  changes: ["prescriptions", "recordHistory"],
  query: z.object({ format: z.optional(z.enum(["pdf"])), paper: paperSize }),
  body: PrescriptionDraft,
  response: Prescription,
});
/** By the doctor whom it names. */
export const releasePrescription = endpoint({
  method: "POST",
  path: "/api/patients/:id/prescriptions/:rxId/release",
  access: "doctor",
  audit: "prescription.release",
  changes: ["prescriptions", "recordHistory"],
  response: Prescription,
  record: { noted: "prescription.view" },
});
/** By its doctor, or before its release by its author. */
export const withdrawPrescription = endpoint({
  method: "POST",
  path: "/api/patients/:id/prescriptions/:rxId/withdraw",
  access: mayViewPatients,
  audit: "prescription.withdraw",
  changes: ["prescriptions", "recordHistory"],
  body: z.strictObject({ reason: requiredLine("Say why it is withdrawn", 500) }),
  response: Prescription,
});
export const prescriptionPdf = endpoint({
  method: "GET",
  path: "/api/patients/:id/prescriptions/:rxId.pdf",
  access: mayViewPatients,
  audit: "prescription.print",
  query: z.object({ paper: paperSize }),
  response: "file",
});

/** The physician of a prescription that another user prepares. */
export const Physician = z.object({
  firstName: z.string(),
  lastName: z.string(),
  licenseNumber: text,
  ptrNumber: text,
  ptrYear: z.nullable(z.int()),
  s2Number: text,
  specialization: text,
  credentials: text,
  /** Only where the doctor has one. */
  printedName: z.optional(z.string()),
  /** Only where the clinic has several doctors. */
  practitionerId: z.optional(Id),
});
export type Physician = z.output<typeof Physician>;

/**
 * The clinic's doctor, when it has only one. Of several: the one that is named, else the doctor of the patient's open
 * visit or last entry; null without one.
 */
export const prescribingPhysician = endpoint({
  method: "GET",
  path: "/api/prescribing-physician",
  access: mayViewPatients,
  audit: null,
  reads: ["account", "visits"],
  query: z.object({ practitionerId: z.optional(IdText), patientId: z.optional(IdText) }),
  response: z.object({ physician: z.nullable(Physician) }),
});

const loose = z.optional(
  z.pipe(
    optionalText(255),
    z.transform((typed) => typed ?? ""),
  ),
);
/** A saved medicine: the name is required; other fields only when they are always the same. */
const FavouriteMedicine = z.extend(MedicationDraft, { dosage: loose, frequency: loose, duration: loose });

/** A medicine or a set of them that a user prescribes often. It contains no patient's data. */
export const FavouriteDraft = z.strictObject({
  name: requiredLine("Name is required", 100),
  medications: z
    .array(FavouriteMedicine, { error: "At least one medication is required" })
    .check(
      z.minLength(1, "At least one medication is required"),
      z.maxLength(MOST_MEDICINES, `At most ${MOST_MEDICINES} medications in one favorite`),
    ),
  additionalInstructions: z.optional(optionalText(5000)),
});
export type FavouriteDraft = z.output<typeof FavouriteDraft>;
/** A field that is not sent stays as it is. */
export const FavouriteChanges = z.partial(FavouriteDraft);
export type FavouriteChanges = z.output<typeof FavouriteChanges>;

export const Favourite = z.object({
  id: Id,
  name: z.string(),
  medications: z.array(Medication),
  additionalInstructions: text,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Favourite = z.output<typeof Favourite>;

/** A medicine of the clinic's prescriptions, with its most frequent directions. */
export const MedicineInUse = z.object({
  name: z.string(),
  brandName: z.string(),
  strength: z.string(),
  form: z.string(),
  dosage: z.string(),
  frequency: z.string(),
  duration: z.string(),
  /** The number of the latest 1,000 prescriptions that contain it. */
  used: z.int(),
});
export type MedicineInUse = z.output<typeof MedicineInUse>;
/** The medicines that the clinic prescribed twice or more, most used first: at most 300. */
export const medicinesInUse = endpoint({
  method: "GET",
  path: "/api/medicines",
  access: mayViewPatients,
  audit: null,
  reads: ["prescriptions", "patients"],
  response: z.array(MedicineInUse),
});

/** A user's own, by name. */
export const favourites = endpoint({
  method: "GET",
  path: "/api/prescription-favourites",
  access: mayViewPatients,
  audit: null,
  reads: ["favourites"],
  response: z.array(Favourite),
});
export const addFavourite = endpoint({
  method: "POST",
  path: "/api/prescription-favourites",
  access: mayViewPatients,
  audit: null,
  changes: ["favourites"],
  body: FavouriteDraft,
  response: Favourite,
});
export const changeFavourite = endpoint({
  method: "PATCH",
  path: "/api/prescription-favourites/:id",
  access: mayViewPatients,
  audit: null,
  changes: ["favourites"],
  body: FavouriteChanges,
  response: Favourite,
});
export const removeFavourite = endpoint({
  method: "DELETE",
  path: "/api/prescription-favourites/:id",
  access: mayViewPatients,
  audit: null,
  changes: ["favourites"],
  response: z.object({ id: Id }),
});
