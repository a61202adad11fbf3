import * as z from "zod/mini";
import { confidentialEntry, confidentiality } from "#shared/clinical/confidentiality.ts";
import { endpoint, Id } from "#shared/endpoint.ts";
import { isCalendarDay } from "#shared/formats/dates.ts";
import { canBePrinted, optionalLine, optionalText, ordinary, pageFields } from "#shared/formats/fields.ts";
import { isUsualYear, parseInstant } from "#shared/formats/instants.ts";
import { mayEditPatients, mayViewPatients } from "#shared/permissions.ts";

const text = z.nullable(z.string());

const resultFlags = ["L", "H", "LL", "HH", "A", "X"] as const;
const resultStates = ["final", "corrected", "entered_in_error"] as const;

/** One test's value, with the range by which it was judged when it was stored. */
export const ResultValue = z.object({
  analyte: z.string(),
  /** The catalog's name at that time. */
  name: z.string(),
  /** As typed: a decimal, with < or > before it beyond the laboratory's measuring range; or a word, such as "Hemolyzed". */
  value: z.string(),
  unit: text,
  /** In that unit; null: open on that side, or no range for this sex and age. */
  low: text,
  high: text,
  /** The limit is "below `high`": an equal value is high. */
  isBelow: z.optional(z.boolean()),
  /** The source of the range. */
  source: text,
  /** Low, high, critically low, critically high, abnormal word, a run without a result; null: none. */
  flag: z.nullable(z.enum(resultFlags)),
});
export type ResultValue = z.output<typeof ResultValue>;

/** What a laboratory found in one specimen. */
export const Result = z.object({
  id: Id,
  clinicId: Id,
  patientId: Id,
  panel: z.string(),
  panelName: z.string(),
  collectedAt: z.string(),
  laboratory: text,
  note: text,
  values: z.array(ResultValue),
  state: z.enum(resultStates),
  /** The laboratory's report: a path of the patient's files. */
  file: text,
  fileName: text,
  recordedByName: text,
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Sent back as If-Match; another one is 412 with the row as `current`. */
  version: z.int(),
  ...confidentiality,
});
export type Result = z.output<typeof Result>;

const collectedWords = "Enter the date of collection";
/** A day, or an instant with its zone. */
const collectedAt = z
  .string({ error: collectedWords })
  .check(
    z.refine((at) => (isCalendarDay(at) && isUsualYear(at)) || parseInstant(at) !== null, collectedWords),
  );

/** Tests of one result. */
export const MOST_VALUES = 60;
const value = z.strictObject({
  analyte: z.string({ error: "Name the test" }).check(z.minLength(1, "Name the test"), z.maxLength(60)),
  value: z
    .string({ error: "Enter a value" })
    .check(ordinary, z.trim(), z.maxLength(500, "Use at most 500 characters"), canBePrinted),
  /** Not sent: the laboratory's usual one, or the first of the test. */
  unit: z.optional(optionalLine(30)),
});
const panel = z
  .string({ error: "Choose what was tested" })
  .check(z.minLength(1, "Choose what was tested"), z.maxLength(60));
const values = z.array(value, { error: "Enter at least one value" }).check(
  z.minLength(1, "Enter at least one value"),
  z.maxLength(MOST_VALUES, `At most ${MOST_VALUES} values`),
  z.refine(
    (sent) => new Set(sent.map(({ analyte }) => analyte)).size === sent.length,
    "A test can be named once",
  ),
);

const more = {
  laboratory: z.optional(optionalLine(120)),
  note: z.optional(optionalText(1000)),
  /** A file of the patient, or an upload that becomes one. */
  file: z.optional(optionalLine(255)),
};
export const ResultDraft = z.strictObject({
  panel,
  collectedAt,
  values,
  ...more,
  /** Its file is as confidential as the result, and then in none of the patient's lists. */
  isConfidential: confidentialEntry,
});
export type ResultDraft = z.output<typeof ResultDraft>;

/** A field that is not sent stays as it is. `values` changes the tests it names; one with an empty value is removed. */
export const ResultChanges = z.partial(
  z.strictObject({
    collectedAt,
    values,
    ...more,
    state: z.enum(["final", "entered_in_error"], { error: "Use final or entered_in_error" }),
  }),
);
export type ResultChanges = z.output<typeof ResultChanges>;

/** What a caller without view_patients gets. */
const withoutView = z.pick(Result, { id: true, clinicId: true, patientId: true });

/** A patient's results, latest collected first, including those entered in error. */
export const patientResults = endpoint({
  method: "GET",
  path: "/api/patients/:id/results",
  access: mayViewPatients,
  audit: "result.view",
  reads: ["results", "files", "users", "patients", "pregnancies", "resultSettings"],
  query: z.object(pageFields),
  response: z.array(Result),
});
/**
 * Impossible values are refused. With a creatinine value of an adult whose sex and age are known, eGFR is computed.
 * Values that the patient has of that day already are 409 `unlikely` once: sent again, they are of another specimen.
 */
export const addResult = endpoint({
  method: "POST",
  path: "/api/patients/:id/results",
  access: mayEditPatients,
  audit: "result.create",
  changes: ["results", "resultSettings", "patients", "files", "storage", "recordHistory"],
  body: ResultDraft,
  response: Result,
  record: { noted: "result.view", isNew: true },
});
/** The record history keeps the previous values. */
export const changeResult = endpoint({
  method: "PATCH",
  path: "/api/patients/:id/results/:resultId",
  access: mayEditPatients,
  audit: "result.change",
  changes: ["results", "resultSettings", "patients", "files", "storage", "recordHistory"],
  body: ResultChanges,
  response: Result,
  record: { noted: "result.view", withoutView },
});

const months = z.nullable(z.int({ error: "Enter whole months" }).check(z.gte(0), z.lte(1800)));
const limit = z.nullable(z.number({ error: "Enter a number" }).check(z.gte(0), z.lte(1_000_000_000)));
/** For a sex and an age; in the test's first unit. */
export const RangeBand = z
  .strictObject({
    sex: z.nullable(z.enum(["M", "F"])),
    /** Full months, `from` included and `to` not. Null: open. */
    from: months,
    to: months,
    low: limit,
    high: limit,
  })
  .check(
    z.refine(({ low, high }) => low !== null || high !== null, {
      error: "Enter the lower or the upper limit",
      path: ["low"],
    }),
    z.refine(({ low, high }) => low === null || high === null || low < high, {
      error: "The upper limit must be above the lower one",
      path: ["high"],
    }),
    z.refine(({ from, to }) => from === null || to === null || from < to, {
      error: "The age must end after it begins",
      path: ["to"],
    }),
  );
export type RangeBand = z.output<typeof RangeBand>;
const ResultRange = z.object({
  analyte: z.string(),
  bands: z.array(
    z.object({
      sex: z.nullable(z.enum(["M", "F"])),
      from: z.nullable(z.int()),
      to: z.nullable(z.int()),
      low: z.nullable(z.number()),
      high: z.nullable(z.number()),
    }),
  ),
  note: text,
  changedByName: text,
  changedAt: z.string(),
});
export type ResultRange = z.output<typeof ResultRange>;

export const ResultSettings = z.object({
  /** The clinic's own ranges. */
  ranges: z.array(ResultRange),
  /** The latest used first, at most 100. */
  laboratories: z.array(
    z.object({
      /** Empty for results without one. */
      name: z.string(),
      /** The unit that it last printed for a test. */
      units: z.record(z.string(), z.string()),
    }),
  ),
});
export type ResultSettings = z.output<typeof ResultSettings>;

export const resultSettings = endpoint({
  method: "GET",
  path: "/api/clinic/result-settings",
  access: "member",
  audit: null,
  reads: ["resultSettings", "users"],
  response: ResultSettings,
});
/** Replaces the catalog's range for results stored from now on; without bands the catalog's is restored. */
export const setResultRange = endpoint({
  method: "PUT",
  path: "/api/clinic/result-ranges",
  access: "owner",
  audit: null,
  changes: ["resultSettings"],
  body: z.strictObject({
    analyte: z.string({ error: "Choose a test" }).check(z.minLength(1, "Choose a test"), z.maxLength(60)),
    bands: z.array(RangeBand, { error: "Enter the ranges" }).check(z.maxLength(20, "At most 20 ranges")),
    note: z.optional(optionalLine(120)),
  }),
  response: ResultRange,
});
