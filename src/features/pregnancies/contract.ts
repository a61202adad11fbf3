import * as z from "zod/mini";
import { isOwn } from "#shared/clinical/confidentiality.ts";
import { outcomes } from "#shared/clinical/pregnancy.ts";
import { presentations } from "#shared/clinical/vital-signs.ts";
import { endpoint, Id } from "#shared/endpoint.ts";
import { calendarDay, optionalLine, pageFields, queryNumber } from "#shared/formats/fields.ts";
import { mayEditPatients, mayViewPatients } from "#shared/permissions.ts";

const text = z.nullable(z.string());
const count = z.nullable(z.int());

/** `earlier`: one row for the count of earlier pregnancies, which are not recorded separately. */
const pregnancyStates = ["open", "ended", "earlier", "entered_in_error"] as const;
export const mostRows = 40;
export const mostVisits = 100;

export const Pregnancy = z.object({
  id: Id,
  patientId: Id,
  clinicId: Id,
  state: z.enum(pregnancyStates),
  /** First day of the last menstrual period, a Manila day. */
  lmp: text,
  /** Expected date of confinement by ultrasound. */
  edc: text,
  /** The expected date of confinement: by ultrasound where there is one, else 280 days from the LMP. */
  dueOn: text,
  datedBy: z.nullable(z.enum(["ultrasound", "lmp"])),
  outcome: z.nullable(z.enum(outcomes)),
  endedOn: text,
  /** Living children of this pregnancy. */
  living: count,
  /** Totals of earlier pregnancies. */
  term: count,
  preterm: count,
  abortions: count,
  note: text,
  recordedAt: z.string(),
  recordedByName: text,
  isOwn,
  updatedAt: z.string(),
  /** Sent back as If-Match; another one is 412 with the row as `current`. */
  version: z.int(),
});
export type Pregnancy = z.output<typeof Pregnancy>;

const whole = (most: number, message: string) =>
  z.nullable(z.int({ error: message }).check(z.gte(0, message), z.lte(most, message)));
const ofTwenty = whole(20, "Enter a number from 0 to 20");
const day = z.nullable(calendarDay);

const entered = {
  lmp: day,
  edc: day,
  outcome: z.nullable(z.enum(outcomes, { error: `Use ${outcomes.join(", ")}` })),
  endedOn: day,
  living: whole(30, "Enter a number from 0 to 30"),
  term: ofTwenty,
  preterm: ofTwenty,
  abortions: ofTwenty,
  note: optionalLine(255),
} as const;

/**
 * With `outcome` and `endedOn` it has ended; with only `term`, `preterm`, `abortions` and `living` it counts earlier
 * ones.
 */
export const PregnancyDraft = z.partial(z.strictObject(entered));
export type PregnancyDraft = z.output<typeof PregnancyDraft>;
export const PregnancyChanges = z.extend(PregnancyDraft, {
  state: z.optional(z.enum(pregnancyStates, { error: `Use ${pregnancyStates.join(", ")}` })),
});
export type PregnancyChanges = z.output<typeof PregnancyChanges>;

/** A day on which the mother was measured. */
const PrenatalVisit = z.object({
  date: z.string(),
  /** Age of gestation in days. */
  days: z.int(),
  bloodPressure: text,
  weight: z.nullable(z.number()),
  fundalHeight: z.nullable(z.number()),
  fetalHeartTone: count,
  presentation: z.nullable(z.enum(presentations)),
});
export type PrenatalVisit = z.output<typeof PrenatalVisit>;

const ExpectedBirth = z.object({
  /** The pregnancy's id. */
  id: Id,
  patientId: Id,
  patientName: z.string(),
  admissionNo: z.string(),
  birthday: text,
  age: z.nullable(z.int()),
  sex: z.enum(["M", "F"]),
  contactNumber: text,
  dueOn: z.string(),
  datedBy: z.enum(["ultrasound", "lmp"]),
});
export type ExpectedBirth = z.output<typeof ExpectedBirth>;

/**
 * The open one first, then ended ones, latest first, then the count of earlier ones and rows recorded by mistake. At
 * most 40.
 */
export const pregnancies = endpoint({
  method: "GET",
  path: "/api/patients/:id/pregnancies",
  access: mayViewPatients,
  audit: "pregnancy.view",
  reads: ["pregnancies", "users"],
  response: z.array(Pregnancy),
});
/** The latest 100 days with vital signs between its first day and its end, latest first. */
export const prenatalVisits = endpoint({
  method: "GET",
  path: "/api/patients/:id/pregnancies/:rowId/visits",
  access: mayViewPatients,
  audit: "pregnancy.view",
  reads: ["pregnancies", "vitalSigns"],
  response: z.array(PrenatalVisit),
});
/** A4: the dates, the score and the visits. */
export const prenatalRecordPdf = endpoint({
  method: "GET",
  path: "/api/patients/:id/pregnancies/:rowId/visits.pdf",
  access: mayViewPatients,
  audit: "pregnancy.print",
  response: "file",
});
/** A second open one, or a second count of earlier ones, is 409 with the first as `current`. */
export const addPregnancy = endpoint({
  method: "POST",
  path: "/api/patients/:id/pregnancies",
  access: mayEditPatients,
  audit: "pregnancy.create",
  changes: ["pregnancies", "recordHistory", "notifications"],
  body: PregnancyDraft,
  response: Pregnancy,
  record: { noted: "pregnancy.view", isNew: true },
});
/** A field that is not sent stays as it is. `state: open` reverts an outcome. */
export const changePregnancy = endpoint({
  method: "PATCH",
  path: "/api/patients/:id/pregnancies/:rowId",
  access: mayEditPatients,
  audit: "pregnancy.change",
  changes: ["pregnancies", "recordHistory", "notifications"],
  body: PregnancyChanges,
  response: Pregnancy,
  record: {
    noted: "pregnancy.view",
    withoutView: z.pick(Pregnancy, { id: true, patientId: true, clinicId: true, state: true }),
  },
});
/** Open pregnancies due within this many weeks (4), and those up to four weeks overdue: first due first. */
export const expectedBirths = endpoint({
  method: "GET",
  path: "/api/pregnancies/due",
  access: mayViewPatients,
  audit: "patient.list",
  reads: ["pregnancies", "patients"],
  query: z.object({
    weeks: z.optional(queryNumber(1, 40, "weeks is a number from 1 to 40")),
    ...pageFields,
  }),
  response: z.array(ExpectedBirth),
});
