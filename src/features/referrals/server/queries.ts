import { sql } from "kysely";
import type {
  AnsweredReferral,
  AvailableClinic,
  PatientReferral,
  SharedReferral,
} from "#features/referrals/contract.ts";
import { isAnswered } from "#features/referrals/rules.ts";
import { ownOf } from "#server/database/confidential.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { functionsInScope } from "#server/database/functions-in-scope.ts";
import { newestFirst, type PageOfRows } from "#server/http/newest-first.ts";
import { type DoctorOnPaper, doctorOfPaper, namedDoctorOf } from "#server/paper-doctor.ts";
import { notFound } from "#shared/errors.ts";
import type { PaperDoctor } from "#shared/paper-doctor.ts";

/**
 * Clinics that may receive referrals: by the setting `REFERRALS_TO`, and with a confirmed email where emails are
 * confirmed.
 */
export type Receivers = { verifiedOnly: boolean; confirmedOnly: boolean };

export const listAvailableClinics = (
  clinic: ClinicScope,
  { now, verifiedOnly, confirmedOnly }: Receivers & { now: Date },
): Promise<AvailableClinic[]> =>
  functionsInScope(clinic).rows("clinicsToReferTo", { verifiedOnly, confirmedOnly, at: now.toISOString() });

/** Whether the clinic's owner still has to confirm the email of the sign-up. */
export async function isEmailUnconfirmed(clinic: ClinicScope): Promise<boolean> {
  const owner = await clinic.db
    .selectFrom("users")
    .select("emailUnconfirmedSince")
    .where("clinicId", "=", clinic.id)
    .where("role", "=", "owner")
    .orderBy("isActive", "desc")
    .orderBy("id")
    .executeTakeFirst();
  return owner?.emailUnconfirmedSince != null;
}

const ofClinic = (clinic: ClinicScope) => clinic.db.selectFrom("referrals").where("clinicId", "=", clinic.id);

/** The size of what a referral to this clinic shares, which a claim copies. 0 if there is no such referral. */
export async function sharedBytes(clinic: ClinicScope, id: number): Promise<number> {
  const referral = await ofClinic(clinic)
    .select(sql<number>`octet_length(shared::text)`.as("bytes"))
    .where("id", "=", id)
    .executeTakeFirst();
  return referral?.bytes ?? 0;
}

/** The characters of a diagnosis in a list. A claim copies it whole. */
const LISTED_CHARACTERS = 4000;

const shortened = <Column extends "preopDiagnosis" | "postopDiagnosis">(column: Column) =>
  sql<string | null>`case when length(${sql.ref(column)}) > ${sql.lit(LISTED_CHARACTERS)}
    then left(${sql.ref(column)}, ${sql.lit(LISTED_CHARACTERS)}) || ' …' else ${sql.ref(column)} end`.as(
    column,
  );

const shownColumns = [
  "id",
  "patientName",
  "age",
  "sex",
  "hospital",
  "admissionNo",
  "admissionStatus",
  shortened("preopDiagnosis"),
  shortened("postopDiagnosis"),
  "referringFirstName",
  "referringLastName",
  "fromClinicName",
  "dateReferred",
  "referralReason",
  "referralNotes",
] as const;

const selectShown = (clinic: ClinicScope) => ofClinic(clinic).select(shownColumns);
type ShownRow = Awaited<ReturnType<ReturnType<typeof selectShown>["executeTakeFirstOrThrow"]>>;

/** Exactly the listed fields, from the snapshot. */
const asShared = (row: ShownRow): SharedReferral => ({
  id: row.id,
  patient: {
    patientName: row.patientName,
    age: row.age,
    sex: row.sex as SharedReferral["patient"]["sex"],
    hospital: row.hospital,
    admissionNo: row.admissionNo,
    admissionStatus: row.admissionStatus as SharedReferral["patient"]["admissionStatus"],
    preopDiagnosis: row.preopDiagnosis,
    postopDiagnosis: row.postopDiagnosis,
  },
  referringDoctor: { firstName: row.referringFirstName, lastName: row.referringLastName },
  fromClinic: { name: row.fromClinicName },
  dateReferred: row.dateReferred,
  referralReason: row.referralReason,
  referralNotes: row.referralNotes,
});

// Literals: parameters would prevent generic plans from using the partial indexes.
const isOpen = sql<boolean>`side = 'sent' and status = 'pending'`;
const isWaiting = sql<boolean>`side = 'received' and status = 'pending'`;
const hasAnswer = sql<boolean>`side = 'received' and status <> 'pending'`;

/**
 * Referrals that wait for the clinic's response, newest first, with one row more than the limit when there are more.
 */
export async function listWaiting(clinic: ClinicScope, page: PageOfRows): Promise<SharedReferral[]> {
  const waiting = selectShown(clinic).where(isWaiting);
  return (await newestFirst(waiting, { instant: "dateReferred", id: "id" }, page).execute()).map(asShared);
}

export async function countWaiting(clinic: ClinicScope): Promise<number> {
  const { count } = await clinic.db
    .selectFrom("referrals")
    .select((referrals) => referrals.fn.countAll<number>().as("count"))
    .where("clinicId", "=", clinic.id)
    .where(isWaiting)
    .executeTakeFirstOrThrow();
  return count;
}

const selectAnswered = (clinic: ClinicScope) =>
  selectShown(clinic).select(["status", "updatedAt", "declineReason", "claimedPatientId"]).where(hasAnswer);
type AnsweredRow = Awaited<ReturnType<ReturnType<typeof selectAnswered>["executeTakeFirstOrThrow"]>>;

const asAnswered = (row: AnsweredRow): AnsweredReferral => ({
  ...asShared(row),
  status: row.status as AnsweredReferral["status"],
  answeredAt: row.updatedAt,
  declineReason: row.declineReason,
  claimedPatientId: row.claimedPatientId,
});

/** Latest answer first, with one row more than the limit when there are more. */
export async function listAnswered(clinic: ClinicScope, page: PageOfRows): Promise<AnsweredReferral[]> {
  const answered = selectAnswered(clinic);
  return (await newestFirst(answered, { instant: "updatedAt", id: "id" }, page).execute()).map(asAnswered);
}

export async function findAnswered(clinic: ClinicScope, id: number): Promise<AnsweredReferral> {
  const row = await selectAnswered(clinic)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Referral"));
  return asAnswered(row);
}

const selectOfPatients = (clinic: ClinicScope) =>
  ofClinic(clinic).select([
    "id",
    "patientId",
    "side",
    "status",
    "fromClinicName",
    "toClinicName",
    "toAddress",
    "referralReason",
    "referralNotes",
    "awaitsRelease",
    "consentBy",
    "consentAt",
    "referringFirstName",
    "referringLastName",
    "dateReferred",
    "dateClaimed",
    "updatedAt",
    "declineReason",
    sql<PaperDoctor | null>`case when side = 'sent' then ${namedDoctorOf(clinic, {
      account: "referrals.referringDoctorId",
    })} end`.as("practitioner"),
    ownOf(clinic, "referrals", "sent_by_id"),
  ]);
type OfPatientRow = Awaited<ReturnType<ReturnType<typeof selectOfPatients>["executeTakeFirstOrThrow"]>>;

const asPatientReferral = ({
  consentBy,
  consentAt,
  updatedAt,
  practitioner,
  isOwn,
  ...row
}: OfPatientRow): PatientReferral => ({
  ...row,
  ...(practitioner && { practitioner, isOwn }),
  patientId: row.patientId ?? 0,
  side: row.side as PatientReferral["side"],
  status: row.status as PatientReferral["status"],
  consent: consentBy !== null && consentAt !== null ? { agreedBy: consentBy, at: consentAt } : null,
  referringDoctor: { firstName: row.referringFirstName, lastName: row.referringLastName },
  answeredAt: isAnswered(row.status) ? updatedAt : null,
});

/** Sent and received ones of a patient, newest first, with one row more than the limit when there are more. */
export async function listReferralsOf(
  clinic: ClinicScope,
  patientId: number,
  page: PageOfRows,
): Promise<PatientReferral[]> {
  const ofPatient = selectOfPatients(clinic).where("patientId", "=", patientId);
  const rows = await newestFirst(ofPatient, { instant: "dateReferred", id: "id" }, page).execute();
  return rows.map(asPatientReferral);
}

/** How many of this clinic's referrals to another one wait for a response. */
export async function countOpen(clinic: ClinicScope, toClinicId: number): Promise<number> {
  const { waiting } = await ofClinic(clinic)
    .select(({ fn }) => fn.countAll<number>().as("waiting"))
    .where(isOpen)
    .where("toClinicId", "=", toClinicId)
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

/** Whom a referral names that this clinic sent, whether the caller wrote it, and whether its letter is released. */
export async function findStanding(
  clinic: ClinicScope,
  id: number,
): Promise<{ doctor: DoctorOnPaper; isOwn: boolean; awaitsRelease: boolean }> {
  const { referringDoctorId, ...row } = await ofClinic(clinic)
    .select(["referringDoctorId", "awaitsRelease", ownOf(clinic, "referrals", "sent_by_id")])
    .where("id", "=", id)
    .where("side", "=", "sent")
    .executeTakeFirstOrThrow(() => notFound("Referral"));
  return { ...row, doctor: await doctorOfPaper(clinic, { userId: referringDoctorId ?? 0 }) };
}

/** One that this clinic sent. */
export async function findSent(clinic: ClinicScope, id: number): Promise<PatientReferral> {
  const row = await selectOfPatients(clinic)
    .where("id", "=", id)
    .where("side", "=", "sent")
    .executeTakeFirstOrThrow(() => notFound("Referral"));
  return asPatientReferral(row);
}
