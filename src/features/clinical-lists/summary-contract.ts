import * as z from "zod/mini";
import { Alert, Allergy, Medicine, NoKnownAllergies, Problem } from "#features/clinical-lists/contract.ts";
import { VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { endpoint, Id } from "#shared/endpoint.ts";
import { mayViewPatients } from "#shared/permissions.ts";

// Apart from contract.ts, since the day's queue loads it and no other list.

const text = z.nullable(z.string());

/** Rows of each list in a summary. */
export const SUMMARY_ROWS = 20;

const signFlag = z.nullable(z.object({ level: z.enum(["ok", "amber", "red"]), text: z.string() }));
const signValue = z.union([z.string(), z.number()]);

/** The head of a record: what must not be overlooked. Of each list the newest 20 active rows. */
export const Summary = z.object({
  allergies: z.array(Allergy),
  noKnownAllergies: z.nullable(NoKnownAllergies),
  problems: z.array(Problem),
  medicines: z.array(Medicine),
  /** The latest stopped, each with its reason: whoever prescribes one again must know. */
  stopped: z.array(z.pick(Medicine, { generic: true, until: true, stopReason: true })),
  /** The newest value of each sign, in the order of the form. */
  vitals: z.array(
    z.object({
      sign: z.enum(VITAL_SIGNS),
      value: signValue,
      recordedAt: z.string(),
      flag: signFlag,
      /** The value before it. */
      was: z.nullable(signValue),
    }),
  ),
  alerts: z.array(Alert),
  /** The open one. */
  pregnancy: z.nullable(
    z.object({
      id: Id,
      lmp: text,
      /** The expected date of confinement, by which the age of gestation is counted. */
      dueOn: z.string(),
      datedBy: z.enum(["ultrasound", "lmp"]),
      /** "G3P2 (2-0-0-2)". */
      score: z.string(),
    }),
  ),
  /** Of the last consultation. */
  plan: z.nullable(
    z.object({
      consultationId: Id,
      recordedAt: z.string(),
      diagnosis: text,
      treatment: text,
      followUpDate: text,
      isConfidential: z.boolean(),
    }),
  ),
  /** Requests without results, and flagged results, each the oldest first. */
  pending: z.array(
    z.object({
      kind: z.enum(["prescription", "request", "result"]),
      label: z.string(),
      /** An instant. */
      since: z.string(),
    }),
  ),
  /** Active rows that are not listed. */
  more: z.object({ allergies: z.int(), problems: z.int(), medicines: z.int(), alerts: z.int() }),
  resolved: z.object({ allergies: z.int(), problems: z.int() }),
});
export type Summary = z.output<typeof Summary>;

/** The head of a record, in one round trip to the database. */
export const summary = endpoint({
  method: "GET",
  path: "/api/patients/:id/summary",
  access: mayViewPatients,
  audit: "patient.view",
  reads: [
    "allergies",
    "problems",
    "medicines",
    "alerts",
    "pregnancies",
    "patients",
    "consultations",
    "vitalSigns",
    "prescriptions",
    "results",
    "papers",
    "users",
    "clinic",
  ],
  response: Summary,
});

export const TodaysVitals = z.object({
  patientId: Id,
  /** In the order of the form; flagged as in the record. */
  signs: z.array(
    z.object({
      sign: z.enum(VITAL_SIGNS),
      /** "BP 190/100" */
      words: z.string(),
      flag: signFlag,
    }),
  ),
});
export type TodaysVitals = z.output<typeof TodaysVitals>;

/** The vital signs recorded today of the patients in today's queue. */
export const todaysVitals = endpoint({
  method: "GET",
  path: "/api/visits/vital-signs",
  access: mayViewPatients,
  audit: "patient.today",
  reads: ["visits", "patients", "vitalSigns", "consultations", "pregnancies", "clinic"],
  response: z.array(TodaysVitals),
});
