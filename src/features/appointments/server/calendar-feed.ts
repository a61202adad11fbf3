import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import type { CalendarFeed } from "#features/appointments/contract.ts";
import { placeFor } from "#features/places/server/places.ts";
import { clinicOfLink, newLinkToken } from "#server/auth/link-token.ts";
import { sha256 } from "#server/auth/session.ts";
import type { ClinicScope, Databases } from "#server/database/db.ts";
import { oneAtATime } from "#server/database/one-at-a-time.ts";
import { FileAnswer } from "#server/http/file-answer.ts";
import { Failure, notFound } from "#shared/errors.ts";

const mostFeeds = 20;
/** Days. */
const LOOKS_BACK = 30;
/** Seconds between two polls of a calendar program. */
const REFRESH = 15 * 60;

/** TEXT of RFC 5545. The library escapes the text of events, not the calendar's name. */
const escaped = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r\n|\r|\n/g, "\\n");

/** A place's appointments for other calendar programs: times and initials, no other patient data. */
export async function calendarFile({ functions }: Databases, token: string, now: Date): Promise<FileAnswer> {
  const bare = token.replace(/\.ics$/, "");
  const rows = await functions.rows("readCalendarFeed", {
    clinicId: clinicOfLink(bare),
    tokenHash: sha256(bare),
    from: new Date(now.getTime() - LOOKS_BACK * 24 * 3_600_000),
  });
  const [first] = rows;
  if (!first) throw new Failure("not_found", "This link is no longer valid. Ask the clinic for a new one.");
  const calendar = ical({
    name: escaped(`${first.clinicName}, ${first.placeName}`),
    prodId: { company: "Klinika", product: "Klinika", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH,
  });
  for (const { appointmentId, startsAt, minutes, initials, isCancelled, updatedAt } of rows) {
    if (appointmentId === null || startsAt === null || minutes === null) continue;
    const start = new Date(startsAt);
    calendar.createEvent({
      id: `appointment-${appointmentId}@klinika`,
      start,
      end: new Date(start.getTime() + minutes * 60_000),
      stamp: new Date(updatedAt ?? startsAt),
      summary: initials || "Appointment",
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  }
  return new FileAnswer({
    bytes: Buffer.from(calendar.toString()),
    type: "text/calendar; charset=utf-8",
    name: "appointments.ics",
    disposition: "inline",
  });
}

const columns = ["id", "placeId", "createdAt"] as const;

export const listCalendarFeeds = (clinic: ClinicScope): Promise<CalendarFeed[]> =>
  clinic.db
    .selectFrom("calendarFeeds")
    .select(columns)
    .where("clinicId", "=", clinic.id)
    .orderBy("id")
    .execute();

export function insertCalendarFeed(
  clinic: ClinicScope,
  { placeId }: { placeId?: number | undefined },
  now: Date,
): Promise<CalendarFeed & { token: string }> {
  return clinic.transaction(async (joined) => {
    await oneAtATime(joined, "calendar feeds");
    if ((await listCalendarFeeds(joined)).length >= mostFeeds)
      throw new Failure("unusable", `A clinic has at most ${mostFeeds} calendar links. Revoke one first.`);
    const token = newLinkToken(joined.id);
    const feed = await joined.db
      .insertInto("calendarFeeds")
      .values({
        clinicId: joined.id,
        placeId: await placeFor(joined, placeId),
        tokenHash: sha256(token),
        createdById: joined.userId,
        createdAt: now.toISOString(),
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
    return { ...feed, token };
  });
}

export async function deleteCalendarFeed(clinic: ClinicScope, id: number): Promise<{ id: number }> {
  const row = await clinic.db
    .deleteFrom("calendarFeeds")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  if (!row) throw notFound("Link");
  return row;
}
