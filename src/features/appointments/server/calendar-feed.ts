import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import type * as z from "zod/mini";
import type { addCalendarFeed, calendarFeeds } from "#features/appointments/contract.ts";
import { placeLinks } from "#features/places/server/place-links.ts";
import { clinicOfLink } from "#server/auth/link-token.ts";
import { sha256 } from "#server/auth/secrets.ts";
import type { ClinicScope, Databases } from "#server/database/db.ts";
import { FileAnswer } from "#server/http/file-answer.ts";
import { practitionerFor } from "#server/practitioners.ts";
import { Failure } from "#shared/errors.ts";

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

type Feed = z.output<(typeof calendarFeeds)["response"]>[number];

export async function listFeeds(clinic: ClinicScope): Promise<Feed[]> {
  const rows = await clinic.db
    .selectFrom("calendarFeeds")
    .select(["id", "placeId", "practitionerId", "createdAt"])
    .where("clinicId", "=", clinic.id)
    .orderBy("id")
    .execute();
  return rows.map(({ practitionerId, ...row }) => ({
    ...row,
    ...(practitionerId !== null && { practitionerId }),
  }));
}

/** Of a place, or of a doctor who practises. */
export async function insertFeed(
  clinic: ClinicScope,
  { practitionerId, placeId }: z.output<(typeof addCalendarFeed)["body"]>,
  now: Date,
): Promise<Feed & { token: string }> {
  if (practitionerId === undefined) return feedLinks.insert(clinic, { placeId }, now);
  await practitionerFor(clinic, practitionerId);
  return { ...(await feedLinks.insert(clinic, { practitionerId }, now)), practitionerId };
}

export const feedLinks = placeLinks({ table: "calendarFeeds", noun: "calendar link" });
