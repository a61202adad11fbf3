import * as z from "zod/mini";
import { endpoint, Id } from "#shared/endpoint.ts";
import { requiredLine } from "#shared/formats/fields.ts";

/**
 * What can be marked as confidential. A part of an entry (an addendum, a requested test) is as confidential as the
 * entry.
 */
const confidentialEntries = [
  "consultation",
  "fullHistory",
  "prescription",
  "problem",
  "medicine",
  "result",
  "paper",
] as const;
export type ConfidentialEntry = (typeof confidentialEntries)[number];

const NamedEntry = z.strictObject({
  entry: z.enum(confidentialEntries, { error: `Use ${confidentialEntries.join(", ")}` }),
  entryId: z.int({ error: "Name the entry by its id" }).check(z.positive("Name the entry by its id")),
});

export const ConfidentialMark = z.strictObject({
  entries: z
    .array(NamedEntry, { error: "Name the entries" })
    .check(z.minLength(1, "Name an entry"), z.maxLength(20, "At most 20 entries at once")),
  isConfidential: z.boolean({ error: "isConfidential is true or false" }),
});
export type ConfidentialMark = z.output<typeof ConfidentialMark>;

/**
 * Sets or clears the mark on entries of a patient, all or none. A confidential entry is visible to the account that
 * wrote it and, unless a doctor did, to the clinic's doctors, and only they may change the mark; for others it is 404.
 */
export const markConfidential = endpoint({
  method: "PUT",
  path: "/api/patients/:id/confidential",
  access: { any: ["view_patients"] },
  audit: "record.confidential",
  changes: [
    "consultations",
    "vitalSigns",
    "fullHistories",
    "prescriptions",
    "problems",
    "medicines",
    "results",
    "papers",
    "files",
    "patients",
    "recordHistory",
  ],
  body: ConfidentialMark,
  response: z.object({
    entries: z.array(z.object({ entry: z.enum(confidentialEntries), entryId: Id })),
    isConfidential: z.boolean(),
  }),
});

const EntryOfDoctor = z.object({
  id: Id,
  entry: z.enum(confidentialEntries),
  doctorName: z.string(),
  writtenAt: z.string(),
});
export type EntryOfDoctor = z.output<typeof EntryOfDoctor>;

/** What the clinic's other doctors keep confidential of a patient, newest first, without what it says. */
export const entriesOfOtherDoctors = endpoint({
  method: "GET",
  path: "/api/patients/:id/confidential",
  access: "owner",
  audit: "patient.view",
  reads: [
    "consultations",
    "fullHistories",
    "prescriptions",
    "problems",
    "medicines",
    "results",
    "papers",
    "patients",
    "users",
  ],
  response: z.array(EntryOfDoctor),
});

/**
 * Reads one of them, by its id. Its author is notified of the reason, and the record history keeps it. Nothing else
 * shows the entry afterwards.
 */
export const openConfidentialEntry = endpoint({
  method: "POST",
  path: "/api/confidential/:id/open",
  access: "owner",
  audit: "record.open",
  changes: ["recordHistory"],
  recentPassword: true,
  body: z.strictObject({ reason: requiredLine("Write the reason", 500) }),
  response: z.extend(EntryOfDoctor, {
    patientId: Id,
    /** As in the patient's own copy of the record. */
    parts: z.array(z.object({ label: z.string(), text: z.string() })),
  }),
  record: null,
  isSecret: true,
});
