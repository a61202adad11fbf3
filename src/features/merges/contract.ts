import * as z from "zod/mini";
import { LikelyDuplicate } from "#features/patients/contract.ts";
import { type ChosenField, fieldsWhere } from "#features/patients/patient-fields.ts";
import { endpoint, Id, IdText } from "#shared/endpoint.ts";
import { pageSize } from "#shared/formats/fields.ts";
import { mayViewPatients } from "#shared/permissions.ts";

/** For how long a merge can be undone. */
export const UNDO_DAYS = 30;

const text = z.nullable(z.string());
const Cursor = z.optional(z.string().check(z.maxLength(200)));

/** One of two records that may be the same person. */
const Candidate = z.object({
  id: Id,
  patientName: z.string(),
  birthday: text,
  age: z.nullable(z.int()),
  sex: z.nullable(z.enum(["M", "F"])),
  admissionNo: z.string(),
  hospital: z.string(),
  contactNumber: text,
  lastVisitAt: z.string(),
  createdAt: z.string(),
  isArchived: z.boolean(),
});
export type Candidate = z.output<typeof Candidate>;

/** The older record first: it is proposed as the survivor. */
const LikelyPair = z.object({
  matches: LikelyDuplicate.shape.matches,
  patients: z.tuple([Candidate, Candidate]),
});
export type LikelyPair = z.output<typeof LikelyPair>;

/** The record whose value stays. */
const Choice = z.optional(z.enum(["survivor", "other"], { error: "Choose survivor or other" }));

/**
 * By field of the record. Without a choice the survivor's value stays, or the other's where that is empty. Files,
 * custom fields and allergies of both are joined; admission number and stay cannot be chosen.
 */
export const MergeChoices = z.strictObject(
  Object.fromEntries(
    fieldsWhere<ChosenField>(({ merge }) => merge === undefined).map((field) => [field, Choice]),
  ) as Record<ChosenField, typeof Choice>,
);
export type MergeChoices = z.output<typeof MergeChoices>;

/** One of the two records of a merge. */
const MergeSide = z.object({
  id: Id,
  patientName: z.string(),
  admissionNo: z.string(),
  sex: z.nullable(z.enum(["M", "F"])),
  birthday: text,
  patientPhoto: text,
  allergies: text,
  isAdmitted: z.boolean(),
  isArchived: z.boolean(),
  createdAt: z.string(),
  consultations: z.int(),
});
export type MergeSide = z.output<typeof MergeSide>;

/** Counts of a record's entries; parts of these move with them. */
export const movedKinds = [
  "consultations",
  "prescriptions",
  "files",
  "results",
  "bills",
  "visits",
  "appointments",
  "referrals",
  "papers",
  "fullHistories",
  "admissions",
  "immunizations",
  "pregnancies",
  "allergies",
  "problems",
  "medicines",
  "alerts",
] as const;
export type MovedKind = (typeof movedKinds)[number];

/** A preview of a merge of the records as they are now. */
const MergePreview = z.object({
  survivor: MergeSide,
  other: MergeSide,
  /** Values of both, and the default choice. */
  fields: z.array(
    z.object({
      field: z.keyof(MergeChoices),
      survivor: text,
      other: text,
      stays: z.enum(["survivor", "other"]),
      /** The stay of the patient in hospital. */
      isFixed: z.boolean(),
    }),
  ),
  /** No choice: the survivor's stays, or the other's where that is empty. */
  customFields: z.array(z.object({ field: z.string(), survivor: text, other: text })),
  /** Everything that would refuse the merge, in words. While there is any, the rest is unknown. */
  obstacles: z.array(z.string()),
  /** Of both together. */
  allergies: text,
  moves: z.array(z.object({ kind: z.enum(movedKinds), count: z.int() })),
  /** The amount due of the bills that move, null without any. */
  billed: text,
  /** Entries that are in both records, and become one. */
  joined: z.int(),
  undoUntil: z.string(),
});
export type MergePreview = z.output<typeof MergePreview>;

/** A merge that can still be undone. */
const Merge = z.object({
  id: Id,
  patientId: Id,
  /** Null where the record was deleted or merged since: that has to be undone first. */
  patientName: text,
  otherName: z.string(),
  /** Finds the survivor. */
  otherAdmissionNo: z.string(),
  mergedAt: z.string(),
  mergedBy: text,
  undoUntil: z.string(),
});
export type Merge = z.output<typeof Merge>;

/**
 * Pairs of records that may be one person, those with the newest records first. One request reads a limited number of
 * records: a page may have fewer pairs than requested, or none, and there is another while `X-Next-Cursor` says so.
 */
export const duplicatePairs = endpoint({
  method: "GET",
  path: "/api/duplicates",
  access: "owner",
  audit: "patient.duplicates",
  reads: ["patients", "merges"],
  query: z.object({ limit: z.optional(pageSize), cursor: Cursor }),
  response: z.array(LikelyPair),
});
/** Two different people: the pair is not proposed again. */
export const dismissDuplicate = endpoint({
  method: "POST",
  path: "/api/duplicates/dismissed",
  access: "owner",
  audit: null,
  changes: ["merges"],
  body: z.strictObject({ patientId: Id, otherId: Id }),
  response: z.object({ patientId: Id, otherId: Id }),
});

/** A merge moves all kinds of entries of a patient. */
const mergedResources = [
  "alerts",
  "allergies",
  "appointments",
  "bills",
  "consultations",
  "files",
  "fullHistories",
  "households",
  "immunizations",
  "medicines",
  "notifications",
  "papers",
  "pregnancies",
  "prescriptions",
  "problems",
  "referrals",
  "reminders",
  "results",
  "visits",
  "vitalSigns",
] as const;
const changedByMerges = ["merges", "patients", "recordHistory", ...mergedResources] as const;

/** Tells the owners that two records may be one patient's. */
export const proposeMerge = endpoint({
  method: "POST",
  path: "/api/duplicates/proposed",
  access: mayViewPatients,
  audit: null,
  changes: ["notifications"],
  body: z.strictObject({ patientId: Id, otherId: Id }),
  response: z.object({ patientId: Id, otherId: Id }),
});

/**
 * A preview of merging `otherId` into this patient. Nothing is changed. The sex is the one choice that can be
 * refused.
 */
export const previewMerge = endpoint({
  method: "GET",
  path: "/api/patients/:id/merge",
  access: "owner",
  audit: "patient.view",
  reads: ["patients", ...mergedResources],
  query: z.object({ otherId: IdText, sex: Choice }),
  response: MergePreview,
});

/** Merges `otherId` into this patient. 409 with what has to be resolved first, without any change. */
export const mergePatients = endpoint({
  method: "POST",
  path: "/api/patients/:id/merge",
  access: "owner",
  audit: "patient.merge",
  changes: changedByMerges,
  body: z.strictObject({ otherId: Id, choices: z.optional(MergeChoices) }),
  response: z.object({ id: Id, patientId: Id, undoUntil: z.string() }),
});
export const listMerges = endpoint({
  method: "GET",
  path: "/api/merges",
  access: "owner",
  audit: "patient.list",
  reads: ["merges", "patients", "users"],
  query: z.object({ limit: z.optional(pageSize), cursor: Cursor }),
  response: z.array(Merge),
});
/** Restores both records; what was added or changed since stays. */
export const undoMerge = endpoint({
  method: "POST",
  path: "/api/merges/:id/undo",
  access: "owner",
  audit: "patient.unmerge",
  changes: changedByMerges,
  response: z.object({ patientId: Id, otherId: Id }),
});
