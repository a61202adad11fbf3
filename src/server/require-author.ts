import { sql } from "kysely";
import { Failure } from "#shared/errors.ts";
import type { Role } from "#shared/permissions.ts";
import { answersFor } from "#shared/who-answers.ts";
import type { ClinicScope } from "./database/db.ts";

/** The column of the author. */
const authorOf = {
  alerts: "recorded_by_id",
  allergies: "recorded_by_id",
  immunizations: "created_by_id",
  medicines: "recorded_by_id",
  pregnancies: "recorded_by_id",
  problems: "recorded_by_id",
  results: "created_by_id",
} as const;
type Authored = keyof typeof authorOf;
type Row = { id: number; state: string };

const isMistake = (state: string) => state === "entered_in_error";

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

/** @throws Failure 403 unless the caller recorded the row or is the doctor */
export async function requireAuthor(clinic: ClinicScope, table: Authored, id: number): Promise<void> {
  const { rows } = await sql<{ role: Role; authorId: number | null }>`
    select u.role, t.${sql.ref(authorOf[table])} as "authorId" from ${sql.table(table)} t
    join users u on u.clinic_id = t.clinic_id and u.id = ${clinic.userId}
    where t.clinic_id = ${clinic.id} and t.id = ${id}`.execute(clinic.db);
  const [row] = rows;
  if (row && answersFor({ userId: clinic.userId, role: row.role }, row.authorId)) return;
  throw new Failure(
    "forbidden",
    "Only whoever recorded this, or the doctor, can correct it or mark it as a mistake. You may fill in what is empty.",
  );
}
