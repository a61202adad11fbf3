import * as z from "zod/mini";
import { Contact } from "#features/households/contract.ts";
import { Visit } from "#features/visits/contract.ts";
import { endpoint } from "#shared/endpoint.ts";
import { mayViewPatients } from "#shared/permissions.ts";

const count = z.int();

export const RecordHead = z.object({
  /** Today's: the open one, of several the one that is going on; else the last one. */
  visit: z.nullable(Visit),
  /** Whether the doctor wrote today's consultation. */
  isWritten: z.boolean(),
  /** What today's plan names and nobody has written yet, in the order in which it is written. */
  owed: z.array(z.enum(["prescription", "laboratory_request", "imaging_request"])),
  /** The steps of the clinic's queue. */
  hasVitalsStep: z.boolean(),
  hasPaymentStep: z.boolean(),
  /** Days on which the patient came, and the first of them. */
  visits: count,
  firstVisit: z.nullable(z.string()),
  guardian: z.nullable(Contact),
  /** The latest of each that a bill names. */
  discount: z.nullable(z.object({ kind: z.enum(["senior", "pwd"]), idNumber: z.nullable(z.string()) })),
  hmo: z.nullable(z.object({ company: z.string(), validUntil: z.nullable(z.string()) })),
  /** What the tabs hold. */
  results: count,
  files: count,
  papers: count,
  bills: count,
  /** Booked, from today on. */
  appointments: count,
  /** Contacts and other members of the household. */
  family: count,
  /** Results recorded since the last consultation. */
  newResults: count,
});
export type RecordHead = z.output<typeof RecordHead>;

/** What the head of a record shows besides the patient and the summary, in one round trip to the database. */
export const recordHead = endpoint({
  method: "GET",
  path: "/api/patients/:id/head",
  access: mayViewPatients,
  audit: "patient.view",
  reads: [
    "visits",
    "patients",
    "bills",
    "clinic",
    "consultations",
    "vitalSigns",
    "prescriptions",
    "results",
    "files",
    "papers",
    "appointments",
    "households",
  ],
  response: RecordHead,
});
