import { sql } from "kysely";
import type { Notice } from "#shared/notices.ts";
import type { ClinicScope } from "./database/db.ts";

/**
 * Notifies users of the clinic, in the transaction of the change. Inactive users and those of other clinics are
 * skipped. Call it last in the transaction, since it blocks other notifications to the same user until the end.
 */
export const notifyUsers = (
  clinic: ClinicScope,
  userIds: readonly number[],
  notice: Notice,
  now: Date,
): Promise<void> => notify(clinic, userIds, notice, now);

/** Notifies the clinic's owners. */
export const notifyOwners = (clinic: ClinicScope, notice: Notice, now: Date): Promise<void> =>
  notify(clinic, null, notice, now);

async function notify(
  clinic: ClinicScope,
  userIds: readonly number[] | null,
  { type = "info", title, message, cause, actionType, actionData }: Notice,
  now: Date,
): Promise<void> {
  await sql`select tell(${clinic.id}::bigint, ${userIds && [...userIds]}::bigint[], ${cause ?? null}, ${type}, ${title},
    ${message}, ${actionType ?? null}, ${actionData ? JSON.stringify(actionData) : null}::jsonb,
    ${now.toISOString()}::timestamptz)`.execute(clinic.db);
}
