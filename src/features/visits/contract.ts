import * as z from "zod/mini";
import { visitPriorities, visitPurposes, visitStates } from "#shared/clinical/visit-states.ts";
import { endpoint, Id, IdText } from "#shared/endpoint.ts";
import {
  calendarDay,
  optionalInstant,
  optionalLine,
  pageSize,
  requiredLine,
} from "#shared/formats/fields.ts";
import { mayViewPatients } from "#shared/permissions.ts";

const instant = z.nullable(z.string());
/** Pesos, a decimal string with two places. */
const pesos = z.string();

/** One patient's day at one place, with what a list shows of the patient. */
export const Visit = z.object({
  id: Id,
  patientId: Id,
  clinicId: Id,
  placeId: Id,
  /** The Manila day, YYYY-MM-DD. */
  day: z.string(),
  /** The queue number of that place and day, given on arrival. */
  number: z.nullable(z.int()),
  /** What the number begins with (`queueNumber`); only where several doctors practised when it was given. */
  letter: z.optional(z.string()),
  /** Whose patient it is; only where several doctors practise. */
  practitionerId: z.optional(Id),
  /** The doctor who handed the patient over to that one. */
  handover: z.optional(z.object({ fromId: Id, at: z.string(), note: z.nullable(z.string()) })),
  state: z.enum(visitStates),
  priority: z.nullable(z.enum(visitPriorities)),
  reason: z.nullable(z.string()),
  purpose: z.enum(visitPurposes),
  /** Done without a bill, in a clinic that takes payment after the doctor. */
  isUnbilled: z.boolean(),
  noBillReason: z.nullable(z.string()),
  /** The sums of its bills, once it waits for payment or is done. */
  billed: z.nullable(z.object({ paid: pesos, patientBalance: pesos, hmoBalance: pesos })),
  /** Moved by hand to another position in the queue. */
  isMoved: z.boolean(),
  /** Null for a walk-in. */
  appointmentAt: instant,
  arrivedAt: instant,
  vitalsTakenAt: instant,
  withDoctorAt: instant,
  forPaymentAt: instant,
  closedAt: instant,
  createdAt: z.string(),
  admissionNo: z.string(),
  patientName: z.string(),
  birthday: z.nullable(z.string()),
  /** On the visit's day. */
  age: z.nullable(z.int()),
  sex: z.nullable(z.enum(["M", "F"])),
  patientPhoto: z.nullable(z.string()),
});
export type Visit = z.output<typeof Visit>;

/** Not sent: the caller, or the clinic's only doctor. */
export const practitioner = z.int({ error: "Choose a doctor" }).check(z.positive("Choose a doctor"));

export const VisitDraft = z.strictObject({
  patientId: z.int({ error: "Choose a patient" }).check(z.positive("Choose a patient")),
  reason: z.optional(optionalLine(500)),
  /** Not sent: a consultation. */
  purpose: z.optional(z.enum(visitPurposes, { error: "Use consultation or results" })),
  /** Not sent: the clinic's first place. */
  placeId: z.optional(z.int({ error: "Choose a place" }).check(z.positive("Choose a place"))),
  practitionerId: z.optional(practitioner),
  /** Of today: it becomes arrived. The visit gets its place, and its doctor unless another one is sent. */
  appointmentId: z.optional(Id),
  /** Not sent: proposed from the age. */
  priority: z.optional(z.nullable(z.enum(visitPriorities, { error: "Use senior, pwd or pregnant" }))),
});
export type VisitDraft = z.output<typeof VisitDraft>;

/** A field that is not sent stays as it is. */
export const VisitChanges = z.partial(
  z.extend(z.pick(VisitDraft, { reason: true, purpose: true, priority: true }), {
    /** Why there is no bill. */
    noBillReason: optionalLine(200),
  }),
);
export type VisitChanges = z.output<typeof VisitChanges>;

const visitorStates = ["waiting", "seen", "left"] as const;

/** Somebody who comes on a day without being a patient, such as a drug representative. */
export const Visitor = z.object({
  id: Id,
  placeId: Id,
  name: z.string(),
  reason: z.nullable(z.string()),
  state: z.enum(visitorStates),
  arrivedAt: z.string(),
});
export type Visitor = z.output<typeof Visitor>;

export const VisitorDraft = z.strictObject({
  name: requiredLine("Name is required"),
  reason: z.optional(optionalLine(500)),
  placeId: VisitDraft.shape.placeId,
});
export type VisitorDraft = z.output<typeof VisitorDraft>;

/** A field that is not sent stays as it is. */
export const VisitorChanges = z.partial(
  z.extend(z.pick(VisitorDraft, { name: true, reason: true }), {
    state: z.enum(visitorStates, { error: "Use waiting, seen or left" }),
  }),
);
export type VisitorChanges = z.output<typeof VisitorChanges>;

/** Numbers only, nothing that identifies patients. */
export const Display = z.object({
  clinicName: z.string(),
  primaryColor: z.string(),
  /** Null when the clinic has only one place. */
  placeName: z.nullable(z.string()),
  /** Now with the doctor, last called first. */
  serving: z.array(z.int()),
  /** When the first of them was called; again, if nobody came the first time. */
  calledAt: instant,
  /** The next three, each with the estimated minutes until it is called; null while nobody was seen today. */
  next: z.array(z.object({ number: z.int(), minutes: z.nullable(z.int()) })),
  waiting: z.int(),
  /** Where several doctors practise: the same of each with patients today, by letter, with the numbers as printed. */
  doctors: z.optional(
    z.array(
      z.object({
        letter: z.string(),
        name: z.string(),
        serving: z.array(z.string()),
        calledAt: instant,
        next: z.array(z.object({ number: z.string(), minutes: z.nullable(z.int()) })),
        waiting: z.int(),
      }),
    ),
  ),
});
export type Display = z.output<typeof Display>;

const DisplayLink = z.object({ id: Id, placeId: Id, createdAt: z.string() });

const queue = { any: ["add_patients", "edit_patients"] } as const;

/** What a caller without view_patients gets. */
export const withoutView = z.pick(Visit, {
  id: true,
  patientId: true,
  clinicId: true,
  placeId: true,
  day: true,
  number: true,
  letter: true,
  practitionerId: true,
  state: true,
});

/**
 * A day's visits in the order of the queue: with the doctor, waiting, for payment, booked, closed. Without `day`,
 * today's.
 */
export const listVisits = endpoint({
  method: "GET",
  path: "/api/visits",
  access: mayViewPatients,
  audit: "patient.today",
  reads: ["visits", "patients", "bills", "clinic"],
  query: z.object({
    day: z.optional(calendarDay),
    placeId: z.optional(IdText),
    practitionerId: z.optional(IdText),
  }),
  response: z.array(Visit),
});
/** A patient's visits, newest first, without those after `until`. 50 without `limit`. */
export const patientVisits = endpoint({
  method: "GET",
  path: "/api/patients/:id/visits",
  access: mayViewPatients,
  audit: "patient.view",
  reads: ["visits", "patients", "bills", "clinic"],
  query: z.object({ until: z.optional(calendarDay), limit: z.optional(pageSize) }),
  response: z.array(Visit),
});
/** Open visits of earlier days, latest first: nobody closed them. At most 100. */
export const unfinishedVisits = endpoint({
  method: "GET",
  path: "/api/visits/unfinished",
  access: mayViewPatients,
  audit: "patient.today",
  reads: ["visits", "patients", "bills"],
  response: z.array(Visit),
});
/**
 * Puts a patient in today's queue; one who was marked No-show today comes for that appointment. For a patient who is in
 * it already: 409 with that visit as `current`.
 */
export const addVisit = endpoint({
  method: "POST",
  path: "/api/visits",
  access: queue,
  audit: "visit.create",
  changes: ["visits", "appointments", "patients", "recordHistory"],
  body: VisitDraft,
  response: Visit,
  record: { noted: "patient.today", withoutView },
});
/** The queue number on a slip for a roll printer, without a name. */
export const printSlip = endpoint({
  method: "GET",
  path: "/api/visits/:id/slip.pdf",
  access: mayViewPatients,
  audit: "visit.print",
  response: "file",
});
/** The details of a visit besides its state. */
export const changeVisit = endpoint({
  method: "PATCH",
  path: "/api/visits/:id",
  access: queue,
  audit: "visit.change",
  changes: ["visits", "dayCount", "recordHistory"],
  body: VisitChanges,
  response: Visit,
  record: { noted: "patient.today", withoutView },
});
/**
 * Moves a visit on, or back. With `from`, only out of that state; otherwise 409 with the visit as `current`. From
 * `with_doctor` to `with_doctor` the patient is called again, and is with the doctor from then on; with `since`, that is
 * undone: from that earlier time.
 */
export const moveVisit = endpoint({
  method: "POST",
  path: "/api/visits/:id/state",
  access: queue,
  audit: "visit.state",
  changes: ["visits", "dayCount", "appointments", "patients", "recordHistory"],
  body: z.strictObject({
    state: z.enum(visitStates, { error: "This is not a state of a visit" }),
    from: z.optional(z.enum(visitStates, { error: "This is not a state of a visit" })),
    since: z.optional(optionalInstant),
  }),
  response: Visit,
  record: { noted: "patient.today", withoutView },
});
/** Puts a waiting visit before another one, or last. When it is no longer waiting: 409 with the visit as `current`. */
export const moveInQueue = endpoint({
  method: "POST",
  path: "/api/visits/:id/move",
  access: queue,
  audit: "visit.change",
  changes: ["visits", "recordHistory"],
  body: z.strictObject({
    before: z.nullable(z.int({ error: "Choose a visit" }).check(z.positive("Choose a visit"))),
  }),
  response: Visit,
  record: { noted: "patient.today", withoutView },
});
/**
 * Calls the first patient who waits for the doctor: nobody is called twice, nor who only comes for results. 404 when
 * nobody waits.
 */
export const callNext = endpoint({
  method: "POST",
  path: "/api/visits/call-next",
  access: queue,
  audit: "visit.state",
  changes: ["visits", "recordHistory"],
  body: z.strictObject({
    placeId: VisitDraft.shape.placeId,
    practitionerId: VisitDraft.shape.practitionerId,
  }),
  response: Visit,
  record: { noted: "patient.today", withoutView },
});

/** Today's visitors of all places who are still waiting, by arrival. */
export const listVisitors = endpoint({
  method: "GET",
  path: "/api/visitors",
  access: mayViewPatients,
  audit: null,
  reads: ["visitors"],
  response: z.array(Visitor),
});
export const addVisitor = endpoint({
  method: "POST",
  path: "/api/visitors",
  access: queue,
  audit: null,
  changes: ["visitors"],
  body: VisitorDraft,
  response: Visitor,
  record: null,
});
export const changeVisitor = endpoint({
  method: "PATCH",
  path: "/api/visitors/:id",
  access: queue,
  audit: null,
  changes: ["visitors"],
  body: VisitorChanges,
  response: Visitor,
  record: null,
});

/** The data of the waiting room's screen. The token is the link's; a revoked one is 404. */
export const display = endpoint({
  method: "GET",
  path: "/api/display/:token",
  access: "public",
  audit: null,
  reads: ["visits", "places", "clinic", "doctors"],
  params: z.object({ token: z.string().check(z.regex(/^[\w-]{10,100}$/)) }),
  response: Display,
});
export const displayLinks = endpoint({
  method: "GET",
  path: "/api/displays",
  access: "owner",
  audit: null,
  reads: ["displays"],
  response: z.array(DisplayLink),
});
/** Only this response contains the token. */
export const addDisplayLink = endpoint({
  method: "POST",
  path: "/api/displays",
  access: "owner",
  audit: null,
  changes: ["displays"],
  recentPassword: true,
  isSecret: true,
  body: z.strictObject({ placeId: VisitDraft.shape.placeId }),
  response: z.extend(DisplayLink, { token: z.string() }),
});
export const revokeDisplayLink = endpoint({
  method: "DELETE",
  path: "/api/displays/:id",
  access: "owner",
  audit: null,
  changes: ["displays"],
  withoutPassword: "It only takes access away, which must be quick.",
  response: z.object({ id: Id }),
});
