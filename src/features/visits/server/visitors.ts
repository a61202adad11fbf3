import { sql } from "kysely";
import { placeFor } from "#features/places/server/places.ts";
import type { Visitor, VisitorChanges, VisitorDraft } from "#features/visits/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";

const shown = ["id", "placeId", "name", "reason", "state", "arrivedAt"] as const;

/** Of one day, so that a list is always short. */
const mostWaiting = 100;

const selectWaiting = (clinic: ClinicScope, now: Date) =>
  clinic.db
    .selectFrom("visitors")
    .where("clinicId", "=", clinic.id)
    .where("day", "=", manilaDay(now))
    .where("state", "=", "waiting");

/** Today's visitors who are waiting, by arrival. */
export async function listVisitors(clinic: ClinicScope, now: Date): Promise<Visitor[]> {
  const rows = await selectWaiting(clinic, now)
    .select(shown)
    .orderBy("id")
    .limit(sql.lit(mostWaiting))
    .execute();
  return rows as Visitor[];
}

/** @throws Failure unusable if too many are waiting already. */
export function insertVisitor(clinic: ClinicScope, draft: VisitorDraft, now: Date): Promise<Visitor> {
  return clinic.transaction(async (joined) => {
    const placeId = await placeFor(joined, draft.placeId);
    const { waiting } = await selectWaiting(joined, now)
      .select((db) => db.fn.countAll<number>().as("waiting"))
      .executeTakeFirstOrThrow();
    if (waiting >= mostWaiting)
      throw new Failure("unusable", `${mostWaiting} visitors are waiting. Mark those who left first.`);
    const at = now.toISOString();
    const row = await joined.db
      .insertInto("visitors")
      .values({
        clinicId: joined.id,
        placeId,
        day: manilaDay(now),
        name: draft.name,
        reason: draft.reason ?? null,
        arrivedAt: at,
        createdById: joined.userId,
        updatedAt: at,
      })
      .returning(shown)
      .executeTakeFirstOrThrow();
    return row as Visitor;
  });
}

/** Updates the fields that are sent. */
export async function updateVisitor(
  clinic: ClinicScope,
  id: number,
  changes: VisitorChanges,
  now: Date,
): Promise<Visitor> {
  const row = await clinic.db
    .updateTable("visitors")
    .set({ ...withoutUndefined(changes), updatedAt: now.toISOString() })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .returning(shown)
    .executeTakeFirst();
  if (!row) throw notFound("Visitor");
  return row as Visitor;
}
