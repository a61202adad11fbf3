import { formatClock, formatDay, formatLongDay, formatWeekday, manilaDay } from "#shared/formats/dates.ts";

/** A reminder that is being sent, with what its message says. */
export type Reminder = {
  id: number;
  channel: string;
  address: string;
  attempts: number;
  startsAt: string;
  clinicName: string;
  clinicPhone: string | null;
  clinicEmail: string | null;
  placeName: string;
  placeAddress: string | null;
  hasPlaces: boolean;
  /** Where several doctors practise. */
  doctorName: string | null;
};

/** Characters of one text message. */
const MAX_CHARS = 160;

/** Without accents: any character outside ASCII would cut a text message from 160 to 70 characters. */
const inAscii = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[^\x20-\x7e]/g, "");

/** Time, place and how to stop the reminders, but nothing about the patient or the reason. One text message. */
export function textOf(reminder: Reminder, { hasReplies }: { hasReplies: boolean }): string {
  const { startsAt, clinicName, clinicPhone, placeName, hasPlaces, doctorName } = reminder;
  const day = manilaDay(new Date(startsAt));
  const when = `${formatWeekday(day).slice(0, 3)} ${formatDay(day).replace(/, \d{4}$/, "")}, ${formatClock(startsAt)}`;
  const stop = hasReplies
    ? " Reply STOP to stop reminders."
    : clinicPhone
      ? ` To stop reminders call ${clinicPhone}.`
      : "";
  const place = hasPlaces ? `, ${placeName}` : "";
  const rest = inAscii(`, ${when}.${stop}`);
  // Whom the patient knows comes whole, before the clinic's name.
  const start = `Reminder: appointment ${doctorName ? `with ${inAscii(doctorName)} ` : ""}at `;
  const name = inAscii(`${clinicName}${place}`).slice(0, Math.max(MAX_CHARS - start.length - rest.length, 0));
  return `${start}${name}${rest}`.slice(0, MAX_CHARS);
}

/** Also without anything about the patient. `stopLink` withdraws consent. */
export function letterOf(
  reminder: Reminder,
  { stopLink }: { stopLink: string },
): { subject: string; text: string } {
  const { startsAt, clinicName, clinicPhone, placeName, placeAddress, hasPlaces, doctorName } = reminder;
  const day = manilaDay(new Date(startsAt));
  const when = `${formatWeekday(day)}, ${formatLongDay(day)}, ${formatClock(startsAt)}`;
  const where = [clinicName, hasPlaces && placeName, placeAddress].filter(Boolean).join(", ");
  return {
    subject: `Appointment on ${when}`,
    text: [
      "Hello,",
      "",
      `You have an appointment${doctorName ? ` with ${doctorName}` : ""} on ${when}, at ${where}.`,
      ...(clinicPhone ? ["", `To change it, call ${clinicPhone}.`] : []),
      "",
      "To stop these reminders, open this link:",
      stopLink,
    ].join("\n"),
  };
}
