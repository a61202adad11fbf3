import { placeFor } from "#features/places/server/places.ts";
import type { Display, DisplayLink } from "#features/visits/contract.ts";
import { clinicOfLink, newLinkToken } from "#server/auth/link-token.ts";
import { sha256 } from "#server/auth/session.ts";
import type { ClinicScope, Databases } from "#server/database/db.ts";
import { oneAtATime } from "#server/database/one-at-a-time.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { dueUntil } from "./visit-rows.ts";

const mostLinks = 20;
const shownNext = 3;
/** Estimates are rounded to this many minutes. */
const STEP = 5;

/** What a display shows, by its link's token. */
export async function readDisplay({ functions }: Databases, token: string, now: Date): Promise<Display> {
  const rows = await functions.rows("readDisplay", {
    clinicId: clinicOfLink(token),
    tokenHash: sha256(token),
    day: manilaDay(now),
    due: dueUntil(now),
  });
  const [first] = rows;
  if (!first) throw new Failure("not_found", "This link is no longer valid. Ask the clinic for a new one.");
  const { clinicName, primaryColor, placeName, secondsEach } = first;
  const numbers = (isServed: boolean) =>
    rows.flatMap((row) => (row.number !== null && row.isServed === isServed ? [row.number] : []));
  const waiting = numbers(false);
  return {
    clinicName,
    primaryColor,
    placeName,
    serving: numbers(true),
    next: waiting
      .slice(0, shownNext)
      .map((number, index) => ({ number, minutes: minutesUntil(index, secondsEach) })),
    waiting: waiting.length,
  };
}

/** Half of the current consultation is left; each number before adds a whole one. */
const minutesUntil = (index: number, each: number | null): number | null =>
  each === null ? null : Math.max(STEP, Math.round(((index + 0.5) * each) / 60 / STEP) * STEP);

const columns = ["id", "placeId", "createdAt"] as const;

export const listDisplayLinks = (clinic: ClinicScope): Promise<DisplayLink[]> =>
  clinic.db.selectFrom("displays").select(columns).where("clinicId", "=", clinic.id).orderBy("id").execute();

export function insertDisplayLink(
  clinic: ClinicScope,
  { placeId }: { placeId?: number | undefined },
  now: Date,
): Promise<DisplayLink & { token: string }> {
  return clinic.transaction(async (joined) => {
    await oneAtATime(joined, "displays");
    if ((await listDisplayLinks(joined)).length >= mostLinks)
      throw new Failure("unusable", `A clinic has at most ${mostLinks} display links. Revoke one first.`);
    const token = newLinkToken(joined.id);
    const link = await joined.db
      .insertInto("displays")
      .values({
        clinicId: joined.id,
        placeId: await placeFor(joined, placeId),
        tokenHash: sha256(token),
        createdById: joined.userId,
        createdAt: now.toISOString(),
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
    return { ...link, token };
  });
}

export async function deleteDisplayLink(clinic: ClinicScope, id: number): Promise<{ id: number }> {
  const row = await clinic.db
    .deleteFrom("displays")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  if (!row) throw notFound("Link");
  return row;
}
