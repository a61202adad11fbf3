import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { Failure } from "#shared/errors.ts";
import type { Role } from "#shared/permissions.ts";
import { answersFor } from "#shared/who-answers.ts";

type Row = { state: string };

const isMistake = (state: string) => state === "entered_in_error";

/** Whether a row that was recorded by mistake is changed without being taken back into use. */
export const staysMistake = (
  before: Row,
  { state = before.state }: { state?: string | undefined },
): boolean => isMistake(before.state) && isMistake(state);

/** Whether a change takes a row out as a mistake or back, or overwrites one of `fields`. Filling an empty one is neither. */
export function isCorrection<R extends Row>(
  before: R,
  changes: { [Field in keyof R]?: unknown },
  fields: readonly (keyof R)[],
): boolean {
  const state = (changes.state as string | undefined) ?? before.state;
  if (state !== before.state && (isMistake(state) || isMistake(before.state))) return true;
  return fields.some(
    (field) => before[field] !== null && changes[field] !== undefined && changes[field] !== before[field],
  );
}

/** Of a list of the patient, which has no doctor of its own. @throws Failure 403 unless the caller recorded the row or is a doctor */
export async function requireAuthor(clinic: ClinicScope, { isOwn }: { isOwn: boolean }): Promise<void> {
  const { userId } = clinic;
  const { role } = await clinic.db
    .selectFrom("users")
    .select(sql<Role>`role`.as("role"))
    .where("clinicId", "=", clinic.id)
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (answersFor({ userId, role }, { authorId: isOwn ? userId : null, doctorId: null })) return;
  throw new Failure(
    "forbidden",
    "Only whoever recorded this, or the doctor, can correct it or mark it as entered in error. You may fill in what is empty.",
  );
}
