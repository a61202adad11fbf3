import * as z from "zod/mini";
import { visitStates } from "#shared/clinical/visit-states.ts";
import { endpoint, Id, IdText } from "#shared/endpoint.ts";
import { addDays } from "#shared/formats/dates.ts";
import {
  calendarDay,
  optionalLine,
  optionalText,
  queryNumber,
  requiredLine,
} from "#shared/formats/fields.ts";
import { parseInstant } from "#shared/formats/instants.ts";
import { mayViewPatients } from "#shared/permissions.ts";

const text = z.nullable(z.string());

/** A patient, or a person who is not registered yet, at one place from `startsAt`. */
export const Appointment = z.object({
  id: Id,
  clinicId: Id,
  placeId: Id,
  /** Whose, where several doctors practise. */
  practitionerId: z.optional(Id),
  /** Null: not registered. */
  patientId: z.nullable(Id),
  /** Of a patient: the booked visit, which has the same state. */
  visitId: z.nullable(Id),
  /** The patient's name, or the one typed. */
  personName: z.string(),
  contactNumber: text,
  startsAt: z.string(),
  minutes: z.int(),
  reason: text,
  note: text,
  state: z.enum(visitStates),
  /** The queue number, after arrival. */
  number: z.nullable(z.int()),
  /** The doctor's other appointments that overlap this one, at any place. */
  overlaps: z.int(),
  /** Why the place is closed then: outside its hours, a day off, a holiday, or because it is no longer used. */
  closed: text,
  birthday: text,
  age: z.nullable(z.int()),
  sex: z.nullable(z.enum(["M", "F"])),
  admissionNo: text,
});
export type Appointment = z.output<typeof Appointment>;
export const PatientAppointment = z.omit(Appointment, { overlaps: true });
export type PatientAppointment = z.output<typeof PatientAppointment>;

/** Of one appointment. */
export const MOST_MINUTES = 480;
const minuteWords = `Enter from 5 to ${MOST_MINUTES} minutes`;
const startWords = "Choose a day and time";

const fields = {
  /** An instant with its zone. */
  startsAt: z
    .string({ error: startWords })
    .check(z.refine((typed) => parseInstant(typed) !== null, startWords)),
  /** Not sent: one slot of the place. */
  minutes: z.optional(
    z.int({ error: minuteWords }).check(z.gte(5, minuteWords), z.lte(MOST_MINUTES, minuteWords)),
  ),
  /** Not sent: the clinic's first place. */
  placeId: z.optional(z.int({ error: "Choose a place" }).check(z.positive("Choose a place"))),
  /** Not sent: the caller's own, or the clinic's only doctor. */
  practitionerId: z.optional(z.int({ error: "Choose a doctor" }).check(z.positive("Choose a doctor"))),
  reason: z.optional(optionalLine(500)),
  note: z.optional(optionalText(1000)),
} as const;

const patientId = z.nullable(z.int({ error: "Choose a patient" }).check(z.positive("Choose a patient")));

/** For a patient, or for a name that is not registered yet. */
export const AppointmentDraft = z
  .strictObject({
    patientId: z.optional(patientId),
    personName: z.optional(optionalLine(255)),
    contactNumber: z.optional(optionalLine(40)),
    ...fields,
  })
  .check(
    z.refine(({ patientId: id, personName }) => Boolean(id) !== Boolean(personName), {
      error: "Choose a patient, or enter a name",
      path: ["personName"],
    }),
  );
export type AppointmentDraft = z.output<typeof AppointmentDraft>;

/** A field that is not sent stays as it is. `patientId` is for a person who was registered since. */
export const AppointmentChanges = z.partial(
  z.strictObject({
    ...fields,
    patientId: z.int({ error: "Choose a patient" }).check(z.positive("Choose a patient")),
    personName: requiredLine("Enter a name", 255),
    contactNumber: optionalLine(40),
    state: z.enum(["booked", "no_show", "cancelled"], { error: "Use booked, no_show or cancelled" }),
  }),
);
export type AppointmentChanges = z.output<typeof AppointmentChanges>;

/** The longest range of one response, in days. */
const MOST_DAYS = 45;
export const lastDayFrom = (from: string): string => addDays(from, MOST_DAYS - 1);

const schedule = { any: ["manage_schedule"] } as const;

/** What a caller without view_patients gets. */
const withoutView = z.omit(Appointment, {
  personName: true,
  contactNumber: true,
  reason: true,
  note: true,
  birthday: true,
  age: true,
  sex: true,
  admissionNo: true,
});

/**
 * From one day to another, inclusive, of all places or of one, of all doctors or of one, by start. Without days: from today on, as many days as
 * one response allows. At most 2,000.
 */
export const listAppointments = endpoint({
  method: "GET",
  path: "/api/appointments",
  access: mayViewPatients,
  audit: "patient.today",
  reads: ["appointments", "visits", "patients", "places", "daysOff"],
  query: z
    .object({
      from: z.optional(calendarDay),
      to: z.optional(calendarDay),
      placeId: z.optional(IdText),
      practitionerId: z.optional(IdText),
    })
    .check(
      z.refine(({ from, to }) => !from || !to || (from <= to && to <= lastDayFrom(from)), {
        error: `Ask for at most ${MOST_DAYS} days, the first one first`,
        path: ["to"],
      }),
    ),
  response: z.array(Appointment),
});
/** A patient's appointments, the latest first, without `overlaps`. At most 50. */
export const patientAppointments = endpoint({
  method: "GET",
  path: "/api/patients/:id/appointments",
  access: mayViewPatients,
  audit: "patient.view",
  reads: ["appointments", "visits", "patients", "places", "daysOff"],
  response: z.array(PatientAppointment),
});
/** How many days are searched for free times, the first one included. */
export const FREE_TIMES_WITHIN = 56;
export const Slot = z.object({
  placeId: Id,
  /** Whose, where several doctors practise. */
  practitionerId: z.optional(Id),
  startsAt: z.string(),
  minutes: z.int(),
});
/**
 * The first free times from a day on, of all places or of one; at most three per day and place. Where several doctors
 * practise, of one, or of each for a caller who is none.
 */
export const freeTimes = endpoint({
  method: "GET",
  path: "/api/appointments/free",
  access: schedule,
  audit: null,
  reads: ["appointments", "places", "daysOff"],
  query: z.object({
    from: z.optional(calendarDay),
    placeId: z.optional(IdText),
    practitionerId: z.optional(IdText),
    minutes: z.optional(queryNumber(5, MOST_MINUTES, minuteWords)),
  }),
  response: z.array(Slot),
});
/**
 * Two of a doctor at the same time and place are allowed and reported in `overlaps`; at two places they are 409. Where
 * several doctors practise, so is a time at which the doctor has hours at another place. A patient has one a day at a place: a second is 409.
 */
export const bookAppointment = endpoint({
  method: "POST",
  path: "/api/appointments",
  access: schedule,
  audit: "appointment.create",
  changes: ["appointments", "visits", "patients", "recordHistory"],
  body: AppointmentDraft,
  response: Appointment,
  record: { noted: "patient.today", withoutView },
});
/** Moves it, edits it, or cancels it. A cancelled one is booked again by a new time, or by `booked`. */
export const changeAppointment = endpoint({
  method: "PATCH",
  path: "/api/appointments/:id",
  access: schedule,
  audit: "appointment.change",
  changes: ["appointments", "visits", "patients", "recordHistory"],
  body: AppointmentChanges,
  response: Appointment,
  record: { noted: "patient.today", withoutView },
});

const DayOff = z.object({
  id: Id,
  placeId: z.nullable(Id),
  /** Set for one doctor's. */
  practitionerId: z.optional(Id),
  firstDay: z.string(),
  lastDay: z.string(),
  /** Open although it is a holiday. */
  isOpen: z.boolean(),
  note: text,
});
export type DayOff = z.output<typeof DayOff>;
export const DayOffDraft = z
  .strictObject({
    firstDay: calendarDay,
    lastDay: calendarDay,
    /** Not sent: every place. */
    placeId: fields.placeId,
    /** Not sent: every doctor. */
    practitionerId: fields.practitionerId,
    isOpen: z.optional(z.boolean({ error: "isOpen is true or false" })),
    note: z.optional(optionalLine(200)),
  })
  .check(
    z.refine(({ firstDay, lastDay }) => firstDay <= lastDay && lastDay <= addDays(firstDay, 366), {
      error: "The last day must follow the first within a year",
      path: ["lastDay"],
    }),
  );
export type DayOffDraft = z.output<typeof DayOffDraft>;

/** Days off that are not over, by day. National holidays are in `#shared/calendar/holidays.ts`. */
export const listDaysOff = endpoint({
  method: "GET",
  path: "/api/days-off",
  access: "member",
  audit: null,
  reads: ["daysOff"],
  query: z.object({ from: z.optional(calendarDay) }),
  response: z.array(DayOff),
});
export const addDayOff = endpoint({
  method: "POST",
  path: "/api/days-off",
  access: schedule,
  audit: null,
  changes: ["daysOff"],
  body: DayOffDraft,
  response: DayOff,
});
export const deleteDayOff = endpoint({
  method: "DELETE",
  path: "/api/days-off/:id",
  access: schedule,
  audit: null,
  changes: ["daysOff"],
  response: z.object({ id: Id }),
});

/** `open`: on the list again; Undo sends it. */
const recallOutcomes = ["called", "no_answer", "done", "open"] as const;
export type RecallOutcome = (typeof recallOutcomes)[number];
export const recallOutcomeLabels: Record<RecallOutcome, string> = {
  called: "Called",
  no_answer: "No answer",
  done: "Done",
  open: "On the list again",
};

/** A patient who was due, did not come, and has no future appointment. */
export const Recall = z.object({
  patientId: Id,
  patientName: z.string(),
  admissionNo: z.string(),
  birthday: text,
  age: z.nullable(z.int()),
  sex: z.nullable(z.enum(["M", "F"])),
  contactNumber: text,
  dueDay: z.string(),
  /** Who saw the patient last, where several doctors practise. */
  practitionerId: z.optional(Id),
  /** A follow-up date of the latest consultation, or an appointment that the patient missed. */
  kind: z.enum(["follow_up", "missed"]),
  diagnosis: text,
  /** The number of attempts to reach the patient. */
  tries: z.int(),
  lastOutcome: z.nullable(z.enum(recallOutcomes)),
  lastNote: text,
  lastTriedAt: text,
});
export type Recall = z.output<typeof Recall>;

/**
 * Due from 90 days ago to a week ahead, the longest overdue last; without those marked done. At most 200, of all
 * doctors or of those whom one saw last.
 */
export const listRecalls = endpoint({
  method: "GET",
  path: "/api/recalls",
  access: mayViewPatients,
  audit: "patient.list",
  reads: ["appointments", "visits", "patients", "consultations"],
  query: z.object({ practitionerId: z.optional(IdText) }),
  response: z.array(Recall),
});
export const RecallDraft = z.strictObject({
  patientId: z.int({ error: "Choose a patient" }).check(z.positive("Choose a patient")),
  dueDay: calendarDay,
  outcome: z.enum(recallOutcomes, { error: "Use called, no_answer, done or open" }),
  note: z.optional(optionalLine(500)),
});
export type RecallDraft = z.output<typeof RecallDraft>;
export const noteRecall = endpoint({
  method: "POST",
  path: "/api/recalls",
  access: schedule,
  audit: "recall.create",
  changes: ["appointments", "recordHistory"],
  body: RecallDraft,
  response: z.object({ id: Id, patientId: Id, dueDay: z.string(), outcome: z.enum(recallOutcomes) }),
  record: null,
});
const CalendarFeed = z.object({
  id: Id,
  /** Null: every place of the doctor. */
  placeId: z.nullable(Id),
  practitionerId: z.optional(Id),
  createdAt: z.string(),
});
/** iCalendar (RFC 5545): times and initials of one place or doctor, starting 30 days ago. A revoked token is 404. */
export const readCalendarFeed = endpoint({
  method: "GET",
  path: "/api/calendar/:feedToken",
  access: "public",
  audit: null,
  params: z.object({ feedToken: z.string().check(z.regex(/^[\w-]{10,100}(\.ics)?$/)) }),
  response: "file",
});
export const calendarFeeds = endpoint({
  method: "GET",
  path: "/api/calendar-feeds",
  access: "owner",
  audit: null,
  reads: ["calendarFeeds"],
  response: z.array(CalendarFeed),
});
/** Only this response contains the token. */
export const addCalendarFeed = endpoint({
  method: "POST",
  path: "/api/calendar-feeds",
  access: "owner",
  audit: null,
  changes: ["calendarFeeds"],
  recentPassword: true,
  isSecret: true,
  /** Of a place, the first if not sent, or of a doctor. */
  body: z.strictObject({ placeId: fields.placeId, practitionerId: fields.practitionerId }).check(
    z.refine(({ placeId, practitionerId: id }) => placeId === undefined || id === undefined, {
      error: "Choose a place or a doctor, not both",
      path: ["practitionerId"],
    }),
  ),
  response: z.extend(CalendarFeed, { token: z.string() }),
});
export const revokeCalendarFeed = endpoint({
  method: "DELETE",
  path: "/api/calendar-feeds/:id",
  access: "owner",
  audit: null,
  changes: ["calendarFeeds"],
  withoutPassword: "It only takes access away, which must be quick.",
  response: z.object({ id: Id }),
});
