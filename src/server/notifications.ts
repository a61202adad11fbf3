import { sql } from "kysely";
import type { Notice } from "#shared/notices.ts";
import type { ClinicScope } from "./database/db.ts";

/**
 * Tells users of the clinic, in the transaction of what they are told of. Who is not active, or not of this clinic, is
 * left out. It is the last step of the transaction: whoever tells the same user waits until that ends.
 */
export const tellUsers = (
  clinic: ClinicScope,
  userIds: readonly number[],
  notice: Notice,
  now: Date,
): Promise<void> => tell(clinic, userIds, notice, now);

/** Tells whoever owns the clinic. */
export const tellOwners = (clinic: ClinicScope, notice: Notice, now: Date): Promise<void> =>
  tell(clinic, null, notice, now);

async function tell(
  clinic: ClinicScope,
  userIds: readonly number[] | null,
  { type = "info", title, message, cause, actionType, actionData }: Notice,
  now: Date,
): Promise<void> {
  await sql`select tell(${clinic.id}::bigint, ${userIds && [...userIds]}::bigint[], ${cause ?? null}, ${type}, ${title},
    ${message}, ${actionType ?? null}, ${actionData ? JSON.stringify(actionData) : null}::jsonb,
    ${now.toISOString()}::timestamptz)`.execute(clinic.db);
}
