import * as z from "zod/mini";
import { admissionStatuses, PatientListItem, sexes } from "#features/patients/contract.ts";
import { endpoint, Id } from "#shared/endpoint.ts";
import { isCalendarDay, manilaDayRange } from "#shared/formats/dates.ts";
import { optionalText, pageSize, requiredLine, requiredText } from "#shared/formats/fields.ts";
import { parseInstant } from "#shared/formats/instants.ts";
import { namedDoctor, practitionerId } from "#shared/paper-doctor.ts";
import { mayViewPatients } from "#shared/permissions.ts";

const text = z.nullable(z.string());

/** `letter` is a printed letter to a clinic outside Klinika, which is never answered. */
const referralStatuses = ["pending", "claimed", "declined", "cancelled", "letter"] as const;
export type ReferralStatus = (typeof referralStatuses)[number];

/** A clinic that a patient can be referred to. */
export const AvailableClinic = z.object({
  id: Id,
  name: z.string(),
  address: text,
  /** A platform administrator has verified the doctor's license number. */
  isVerified: z.boolean(),
  doctorName: text,
  licenseNumber: text,
});
export type AvailableClinic = z.output<typeof AvailableClinic>;

/** An instant, or a plain day, which stands for its start in Manila. Parsed to ISO text. */
const ConsentTime = z.pipe(
  z.string({ error: "Say when the patient agreed" }).check(
    z.trim(),
    z.refine(
      (sent) => isCalendarDay(sent) || parseInstant(sent) !== null,
      "Enter a date that exists, as MM/DD/YYYY",
    ),
  ),
  z.transform((sent) => (isCalendarDay(sent) ? manilaDayRange(sent).start : new Date(sent)).toISOString()),
);

/** Who agreed to the sharing (the patient, a parent or guardian), and when. */
export const Consent = z.strictObject({ agreedBy: requiredLine("Say who agreed", 100), at: ConsentTime });

const entered = {
  /** In whose name the patient is referred, and who signs the letter. */
  practitionerId,
  referralReason: requiredText("Referral reason is required", 5000),
  referralNotes: z.optional(optionalText(5000)),
  /** As the sender read it in the dialog, with the day of its weeks. The receiving clinic gets it with the claim. */
  pregnancy: z.optional(optionalText(1000)),
  /** The same, a line each. */
  currentMedicines: z.optional(optionalText(5000)),
  /** Required in the dialog; a call without it is shown as "not recorded". */
  consent: z.optional(z.nullable(Consent)),
} as const;

const clinicMissing = "Please select a clinic";
export const ReferralDraft = z.strictObject({
  toClinicId: z.int({ error: clinicMissing }).check(z.gte(1, clinicMissing)),
  ...entered,
});
export type ReferralDraft = z.output<typeof ReferralDraft>;

export const LetterDraft = z.strictObject({
  toClinicName: requiredLine("Clinic or doctor is required", 255),
  toAddress: z.optional(optionalText(1000)),
  ...entered,
});
export type LetterDraft = z.output<typeof LetterDraft>;

/** Everything that the receiving clinic sees of the patient before it claims. */
export const ReferredPatient = z.object({
  patientName: z.string(),
  /** Years, on the day of the referral. */
  age: z.nullable(z.int()),
  sex: z.nullable(z.enum(sexes)),
  hospital: z.string(),
  admissionNo: z.string(),
  admissionStatus: z.enum(admissionStatuses),
  preopDiagnosis: text,
  postopDiagnosis: text,
});
export type ReferredPatient = z.output<typeof ReferredPatient>;

/** A referral that waits for the receiving clinic's response. */
export const SharedReferral = z.object({
  id: Id,
  patient: ReferredPatient,
  referringDoctor: z.object({ firstName: z.string(), lastName: z.string() }),
  fromClinic: z.object({ name: z.string() }),
  dateReferred: z.string(),
  referralReason: z.string(),
  referralNotes: text,
});
export type SharedReferral = z.output<typeof SharedReferral>;

/** One that was answered, or withdrawn by the sender. */
export const AnsweredReferral = z.extend(SharedReferral, {
  status: z.enum(["claimed", "declined", "cancelled"]),
  answeredAt: z.string(),
  declineReason: text,
  /** The patient's id in this clinic. */
  claimedPatientId: z.nullable(Id),
});
export type AnsweredReferral = z.output<typeof AnsweredReferral>;

/** A referral in the record of this clinic's patient, sent or received. */
export const PatientReferral = z.object({
  id: Id,
  patientId: Id,
  side: z.enum(["sent", "received"]),
  status: z.enum(referralStatuses),
  fromClinicName: z.string(),
  toClinicName: z.string(),
  toAddress: text,
  referralReason: z.string(),
  referralNotes: text,
  /** The letter waits for the doctor's release: it has no PDF before that. Never of a received one. */
  awaitsRelease: z.boolean(),
  /** Null: not recorded. Not shown to the receiving clinic. */
  consent: z.nullable(z.object({ agreedBy: z.string(), at: z.string() })),
  referringDoctor: z.object({ firstName: z.string(), lastName: z.string() }),
  /** Of one that was sent. */
  ...namedDoctor,
  /** Beside the doctor: whether the caller wrote it. */
  isOwn: z.optional(z.boolean()),
  dateReferred: z.string(),
  dateClaimed: text,
  /** When it was claimed, declined or cancelled. */
  answeredAt: text,
  declineReason: text,
});
export type PatientReferral = z.output<typeof PatientReferral>;

export const ClaimedReferral = z.object({
  /** The patient of this clinic; the same as newPatient's. */
  patientId: Id,
  newPatient: PatientListItem,
  /** False when the patient already had a record in this clinic, which the claim extended. */
  isNew: z.boolean(),
});
export type ClaimedReferral = z.output<typeof ClaimedReferral>;

const Page = z.object({
  limit: z.optional(pageSize),
  cursor: z.optional(z.string().check(z.maxLength(200))),
});

/** Every other clinic whose members can sign in, by name. */
export const availableClinics = endpoint({
  method: "GET",
  path: "/api/referrals/available-clinics",
  access: mayViewPatients,
  audit: null,
  reads: [],
  response: z.array(AvailableClinic),
});
/** Another open referral of the patient to the same clinic: 409. */
export const sendReferral = endpoint({
  method: "POST",
  path: "/api/patients/:id/refer",
  access: mayViewPatients,
  audit: "referral.send",
  changes: ["referrals", "recordHistory"],
  withoutPassword: "One patient, who is present and agrees; the clinic is told.",
  body: ReferralDraft,
  response: PatientReferral,
});
/** A letter for a clinic outside Klinika. Its paper is referralLetterPdf. */
export const writeReferralLetter = endpoint({
  method: "POST",
  path: "/api/patients/:id/referral-letter",
  access: mayViewPatients,
  audit: "referral.letter",
  changes: ["referrals", "recordHistory"],
  withoutPassword: "A paper about one patient, for the patient.",
  body: LetterDraft,
  response: PatientReferral,
});
/** The letter of a referral that another user wrote, released by the doctor whom it names. A released one stays as it is. */
export const releaseReferralLetter = endpoint({
  method: "POST",
  path: "/api/patients/:id/referrals/:referralId/release",
  access: "doctor",
  audit: "referral.release",
  changes: ["referrals", "recordHistory"],
  response: PatientReferral,
  record: { noted: "referral.view" },
});
/** The letter of a referral that this clinic wrote, A4. 409 while it waits for release. */
export const referralLetterPdf = endpoint({
  method: "GET",
  path: "/api/patients/:id/referrals/:referralId.pdf",
  access: mayViewPatients,
  audit: "referral.print",
  response: "file",
});
/** Newest first. */
export const patientReferrals = endpoint({
  method: "GET",
  path: "/api/patients/:id/referrals",
  access: mayViewPatients,
  audit: "referral.view",
  reads: ["referrals", "doctors"],
  query: Page,
  response: z.array(PatientReferral),
});
/** Referrals that wait for this clinic's response, newest first. */
export const sharedWithMe = endpoint({
  method: "GET",
  path: "/api/referrals/shared-with-me",
  access: "doctor",
  audit: "referral.list",
  reads: ["referrals"],
  query: Page,
  response: z.array(SharedReferral),
});
/** How many wait for this clinic's response. */
export const waitingReferralCount = endpoint({
  method: "GET",
  path: "/api/referrals/waiting-count",
  access: "doctor",
  audit: null,
  reads: ["referrals"],
  response: z.object({ count: z.int() }),
});
/** Received referrals that were answered, latest answer first. */
export const answeredReferrals = endpoint({
  method: "GET",
  path: "/api/referrals/answered",
  access: "doctor",
  audit: "referral.list",
  reads: ["referrals"],
  query: Page,
  response: z.array(AnsweredReferral),
});
/** Answered or cancelled already: 409. */
export const claimReferral = endpoint({
  method: "POST",
  path: "/api/referrals/:id/claim",
  access: "doctor",
  audit: "referral.claim",
  changes: [
    "referrals",
    "patients",
    "allergies",
    "recordHistory",
    "consultations",
    "vitalSigns",
    "files",
    "storage",
  ],
  response: ClaimedReferral,
  record: { noted: "patient.view" },
});
export const declineReferral = endpoint({
  method: "POST",
  path: "/api/referrals/:id/decline",
  access: "doctor",
  audit: "referral.decline",
  changes: ["referrals"],
  body: z.strictObject({ reason: z.optional(optionalText(1000)) }),
  response: AnsweredReferral,
  record: { noted: "referral.list" },
});
/**
 * By its doctor, or before its release by its author: a letter, or a referral while it is unanswered, else 409. Neither is
 * printed any more.
 */
export const cancelReferral = endpoint({
  method: "POST",
  path: "/api/referrals/:id/cancel",
  access: "doctor",
  audit: "referral.cancel",
  changes: ["referrals", "recordHistory"],
  response: PatientReferral,
  record: { noted: "referral.view" },
});
