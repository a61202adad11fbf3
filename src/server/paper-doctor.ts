import { sql } from "kysely";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { signedName } from "#shared/formats/printed-names.ts";
import { type PaperDoctor, withTitle } from "#shared/paper-doctor.ts";
import { isDoctor, type Role } from "#shared/permissions.ts";
import { userName } from "./auth/user-name.ts";
import type { ClinicScope } from "./database/db.ts";
import { chosenDoctor } from "./practitioners.ts";

/**
 * The clinic's practitioners, with what papers print of them. The caller's account is locked, so that nobody signs who is
 * deactivated at the same time. Call it in the transaction that saves or signs a paper.
 */
const selectDoctors = (clinic: ClinicScope) =>
  clinic.db
    .with(
      (cte) => cte("caller").materialized(),
      (db) =>
        db
          .selectFrom("users")
          .select("id")
          .where("clinicId", "=", clinic.id)
          .where("id", "=", clinic.userId)
          .where("isActive", "=", true)
          .forShare(),
    )
    .selectFrom("practitioners as doctor")
    .innerJoin("users", (join) =>
      join.on("users.clinicId", "=", clinic.id).onRef("users.id", "=", "doctor.userId"),
    )
    .select([
      "doctor.id",
      "doctor.userId",
      "doctor.isPractising",
      userName("users").$notNull().as("name"),
      "users.firstName",
      "users.lastName",
      "doctor.printedName",
      "doctor.credentials",
      "doctor.specialization",
      "doctor.licenseNumber",
      "doctor.ptrNumber",
      "doctor.ptrYear",
      "doctor.s2Number",
      "doctor.s2EndsOn",
      /** The caller is this doctor, and signs by saving or releasing. */
      sql<boolean>`exists (select from caller where caller.id = doctor.user_id)`.as("isCaller"),
      isOneOfSeveral(clinic).as("isOneOfSeveral"),
    ])
    .where("doctor.clinicId", "=", clinic.id);

export type DoctorOnPaper = Awaited<ReturnType<ReturnType<typeof selectDoctors>["executeTakeFirstOrThrow"]>>;

/** Of a practitioner `doctor`: whether the clinic has another one. */
const isOneOfSeveral = (clinic: ClinicScope) => sql<boolean>`exists (
  select from practitioners other where other.clinic_id = ${clinic.id} and other.id <> doctor.id)`;

/**
 * The doctor whom a new paper names: whom the caller asks for, else the caller, else the clinic's only doctor.
 * @throws Failure invalid, with fields.practitionerId
 */
export async function doctorForPaper(clinic: ClinicScope, asked: number | undefined): Promise<DoctorOnPaper> {
  const doctors = await selectDoctors(clinic)
    .where("users.isActive", "=", true)
    .orderBy(sql`length(doctor.letter)`)
    .orderBy("doctor.letter")
    .execute();
  const practising = doctors.filter(({ isPractising }) => isPractising);
  const doctor =
    chosenDoctor(practising, clinic.userId, asked) ?? doctors.find(({ isCaller }) => isCaller) ?? doctors[0];
  if (!doctor) throw new Failure("unusable", "No doctor of this clinic can sign it.");
  return doctor;
}

/** The doctor whom a stored paper names. */
export const doctorOfPaper = (
  clinic: ClinicScope,
  by: { practitionerId: number } | { userId: number },
): Promise<DoctorOnPaper> =>
  ("userId" in by
    ? selectDoctors(clinic).where("doctor.userId", "=", by.userId)
    : selectDoctors(clinic).where("doctor.id", "=", by.practitionerId)
  ).executeTakeFirstOrThrow(() => notFound("Doctor"));

/** As papers print the doctor. @throws Failure unusable without a license number */
export function signerOf({ isCaller, name, licenseNumber, ...doctor }: DoctorOnPaper) {
  if (!licenseNumber?.trim())
    throw new Failure(
      "unusable",
      isCaller
        ? "Add your PRC license number in Settings first: it is printed on every paper."
        : `${withTitle(name)} has not entered a PRC license number yet: it is printed on every paper.`,
    );
  return {
    name: signedName(doctor),
    specialization: doctor.specialization,
    license: licenseNumber,
    ptr: doctor.ptrNumber,
    ptrYear: doctor.ptrYear,
    s2: doctor.s2Number,
  };
}

/** What a doctor writes confidentially is hidden from other doctors, of whom the one it names could not release it. */
export function refuseHidden(
  { isCaller, name }: DoctorOnPaper,
  { role, isConfidential }: { role: Role; isConfidential?: boolean | undefined },
): void {
  if (isConfidential && isDoctor(role) && !isCaller)
    throw invalidField(
      "isConfidential",
      `${withTitle(name)} could not read it to release it. Leave it open.`,
    );
}

/** The doctor of each row, by the row's practitioner or account; null in a clinic with one doctor. */
export const namedDoctorOf = (
  clinic: ClinicScope,
  by: { practitioner: string } | { account: string },
) => sql<PaperDoctor | null>`(
  select jsonb_build_object('id', doctor.id, 'userId', doctor.user_id, 'name', ${userName("u")})
  from practitioners doctor join users u on u.clinic_id = ${clinic.id} and u.id = doctor.user_id
  where doctor.clinic_id = ${clinic.id}
    and ${"account" in by ? sql`doctor.user_id = ${sql.ref(by.account)}` : sql`doctor.id = ${sql.ref(by.practitioner)}`}
    and ${isOneOfSeveral(clinic)})`;

/**
 * The account of a row's practitioner who still practises here, else null, as `answersFor` asks for it. `practitioner` is
 * the row's column.
 */
export const answeringDoctor = (clinic: ClinicScope, practitioner: string) => sql<number | null>`(
  select doctor.user_id from practitioners doctor join users u on u.clinic_id = ${clinic.id} and u.id = doctor.user_id
  where doctor.clinic_id = ${clinic.id} and doctor.id = ${sql.ref(practitioner)} and doctor.is_practising and u.is_active)`;

/** The field of the answer. */
export const withNamedDoctor = <Row extends { practitioner: PaperDoctor | null }>({
  practitioner,
  ...row
}: Row): Omit<Row, "practitioner"> & { practitioner?: PaperDoctor } =>
  practitioner ? { ...row, practitioner } : row;
