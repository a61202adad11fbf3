import * as z from "zod/mini";
import { Bill } from "#features/billing/contract.ts";
import { Consultation } from "#features/consultations/contract.ts";
import { ClinicPaper } from "#features/papers/contract.ts";
import { Prescription } from "#features/prescriptions/contract.ts";
import { Result, ResultValue } from "#features/results/contract.ts";
import { visitPurposes, visitStates } from "#shared/clinical/visit-states.ts";
import { VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { endpoint, Id } from "#shared/endpoint.ts";
import { pageFields } from "#shared/formats/fields.ts";
import { mayViewPatients } from "#shared/permissions.ts";

const text = z.nullable(z.string());

/** One visit of a patient: what was written, and what came of it. */
export const TimelineVisit = z.object({
  /** The Manila day, YYYY-MM-DD. */
  day: z.string(),
  /** Null: nothing was written that the caller may read. */
  consultation: z.nullable(Consultation),
  /** Vital signs recorded on their own, which are read with the visit: the latest first. */
  desk: z.array(Consultation),
  /** In the queue of the day; null for an entry without a visit there. */
  queue: z.nullable(
    z.object({
      id: Id,
      state: z.enum(visitStates),
      purpose: z.enum(visitPurposes),
      /** Still open, and of today. */
      isOpen: z.boolean(),
    }),
  ),
  /** What the patient came for, and the user who recorded it; null for what the doctor wrote. */
  cameFor: z.nullable(z.object({ words: z.string(), recordedBy: text })),
  /** Of the vital signs that the visit shows: those out of range at the age of the day. */
  flags: z.array(z.object({ sign: z.enum(VITAL_SIGNS), level: z.enum(["amber", "red"]), text: z.string() })),
  prescriptions: z.array(
    z.extend(z.pick(Prescription, { id: true, status: true, isConfidential: true }), { medicines: z.int() }),
  ),
  papers: z.array(
    z.extend(
      z.pick(ClinicPaper, {
        id: true,
        kind: true,
        title: true,
        number: true,
        state: true,
        isConfidential: true,
      }),
      {
        /** Tests of a released request without a result. */
        out: z.array(z.string()),
      },
    ),
  ),
  /** Of the tests that were requested, or of specimens collected that day. */
  results: z.array(
    z.extend(z.pick(Result, { id: true, panelName: true, isConfidential: true }), {
      /** Of the collection. */
      day: z.string(),
      /** The flagged values; without one, the only value. */
      named: z.array(z.pick(ResultValue, { analyte: true, name: true, value: true, unit: true, flag: true })),
      /** Values that are not named. */
      others: z.int(),
    }),
  ),
  bills: z.array(
    z.pick(Bill, {
      id: true,
      number: true,
      due: true,
      state: true,
      isOverdue: true,
      patientBalance: true,
      hmoBalance: true,
    }),
  ),
  /** Booked on that day for a later one. */
  followUps: z.array(z.object({ visitId: Id, startsAt: z.string(), state: z.enum(visitStates) })),
});
export type TimelineVisit = z.output<typeof TimelineVisit>;

const Timeline = z.object({
  /** Newest first. */
  visits: z.array(TimelineVisit),
  /** What the next pages have: the number of days, and the earliest. Null on the last page. */
  more: z.nullable(z.object({ days: z.int(), until: z.string() })),
});

/**
 * A patient's visits, with all that hangs together with each: ten days, or as many as `limit`. `X-Total-Count` is the
 * number of days on which the patient came. What the caller may not read is left out.
 */
export const visitTimeline = endpoint({
  method: "GET",
  path: "/api/patients/:id/timeline",
  access: mayViewPatients,
  audit: "consultation.view",
  reads: [
    "consultations",
    "vitalSigns",
    "visits",
    "appointments",
    "prescriptions",
    "papers",
    "results",
    "resultSettings",
    "bills",
    "patients",
    "pregnancies",
    "clinic",
    "users",
  ],
  query: z.object(pageFields),
  response: Timeline,
});
