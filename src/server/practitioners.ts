import { sql } from "kysely";
import { invalidField } from "#shared/errors.ts";
import { userName } from "./auth/user-name.ts";
import type { ClinicScope } from "./database/db.ts";

/** A doctor of the clinic who sees patients. */
export type PractisingDoctor = {
  id: number;
  userId: number;
  name: string;
  letter: string;
  specialization: string | null;
};

/** The clinic's active doctors who practise, by letter. */
export function practisingDoctors(clinic: ClinicScope): Promise<PractisingDoctor[]> {
  return clinic.db
    .selectFrom("practitioners as practitioner")
    .innerJoin("users", (join) =>
      join.on("users.clinicId", "=", clinic.id).onRef("users.id", "=", "practitioner.userId"),
    )
    .select([
      "practitioner.id",
      "practitioner.userId",
      "practitioner.letter",
      "practitioner.specialization",
      userName("users").$notNull().as("name"),
    ])
    .where("practitioner.clinicId", "=", clinic.id)
    .where("practitioner.isPractising", "=", true)
    .where("users.isActive", "=", true)
    .orderBy(sql`length(practitioner.letter)`)
    .orderBy("practitioner.letter")
    .execute();
}

/**
 * Who a new entry is by: whom the caller names, else the caller, else the clinic's only doctor. Undefined, for the
 * clinic's first, where nobody practises. @throws Failure invalid, with fields.practitionerId
 */
export const practitionerFor = async (
  clinic: ClinicScope,
  asked: number | undefined,
): Promise<PractisingDoctor | undefined> =>
  chosenDoctor(await practisingDoctors(clinic), clinic.userId, asked);

/** The same, of doctors who practise. */
export function chosenDoctor<Doctor extends Pick<PractisingDoctor, "id" | "userId">>(
  doctors: readonly Doctor[],
  caller: number,
  asked: number | undefined,
): Doctor | undefined {
  const [first, another] = doctors;
  if (asked !== undefined) {
    const named = doctors.find(({ id }) => id === asked);
    if (!named)
      throw invalidField("practitionerId", "This doctor does not see patients here. Choose another.");
    return named;
  }
  const own = doctors.find(({ userId }) => userId === caller);
  if (!own && another) throw invalidField("practitionerId", "Choose the doctor.");
  return own ?? first;
}

/** Whether the clinic has several doctors who see patients: an expression of a query, and its value. */
export const isOfSeveral = ({ id }: Pick<ClinicScope, "id">) => sql<boolean>`(
  select count(*) > 1 from practitioners p join users u on u.clinic_id = p.clinic_id and u.id = p.user_id
  where p.clinic_id = ${id} and p.is_practising and u.is_active)`;
export async function severalPractise(clinic: ClinicScope): Promise<boolean> {
  const { rows } = await sql<{ several: boolean }>`select ${isOfSeveral(clinic)} as several`.execute(
    clinic.db,
  );
  return rows[0]?.several === true;
}
