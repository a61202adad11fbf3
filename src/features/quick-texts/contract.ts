import * as z from "zod/mini";
import { Diagnosis, DiagnosisEntries } from "#features/diagnoses/contract.ts";
import { endpoint, Id } from "#shared/endpoint.ts";
import { optionalText, requiredLine } from "#shared/formats/fields.ts";

const text = z.nullable(z.string());
export const LONGEST_FIELD = 5000;

/** The fields of a consultation that a note template fills. */
export const NoteTemplate = z.object({
  chiefComplaint: text,
  history: text,
  examination: text,
  diagnoses: z.array(Diagnosis),
  treatment: text,
  followUpInDays: z.nullable(z.int()),
});
export type NoteTemplate = z.output<typeof NoteTemplate>;

export const QuickText = z.object({
  id: Id,
  /** Typed after a dot: `htn`. */
  name: z.string(),
  title: z.string(),
  /** With blanks: `{pain since}`. Null for a template alone. */
  text,
  template: z.nullable(NoteTemplate),
  whose: z.enum(["own", "clinic"]),
  /** A built-in example that was not changed since it was copied. */
  isExample: z.boolean(),
  updatedAt: z.string(),
});
export type QuickText = z.output<typeof QuickText>;

const optionalField = z.optional(optionalText(LONGEST_FIELD));
export const followUpWords = "Enter a number of days from 1 to 730";

export const NoteTemplateEntry = z.strictObject({
  chiefComplaint: optionalField,
  history: optionalField,
  examination: optionalField,
  diagnoses: z.optional(DiagnosisEntries),
  treatment: optionalField,
  followUpInDays: z.optional(
    z.nullable(z.int({ error: followUpWords }).check(z.gte(1, followUpWords), z.lte(730, followUpWords))),
  ),
});
export type NoteTemplateEntry = z.output<typeof NoteTemplateEntry>;

const nameWords = "Use up to 30 letters, digits and hyphens, with a letter first";

export const QuickTextDraft = z.strictObject({
  /** As typed, with or without the dot before it. */
  name: z.pipe(
    z.pipe(
      z.string({ error: nameWords }),
      z.transform((typed: string) => typed.trim().replace(/^\./, "")),
    ),
    z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9-]{0,29}$/, nameWords)),
  ),
  title: requiredLine("Title is required", 100),
  text: z.optional(optionalText(LONGEST_FIELD)),
  template: z.optional(z.nullable(NoteTemplateEntry)),
  whose: z.enum(["own", "clinic"], { error: "Choose whose it is" }),
});
export type QuickTextDraft = z.output<typeof QuickTextDraft>;
/** A field that is not sent stays as it is. */
export const QuickTextChanges = z.partial(QuickTextDraft);
export type QuickTextChanges = z.output<typeof QuickTextChanges>;

const read = { any: ["view_patients", "edit_patients"] } as const;
const write = { any: ["edit_patients"] } as const;

/** The user's own and the clinic's, by name: at most 1,000. */
export const quickTexts = endpoint({
  method: "GET",
  path: "/api/quick-texts",
  access: read,
  audit: null,
  reads: ["quickTexts"],
  response: z.array(QuickText),
});
/** Only the owner writes the clinic's. */
export const addQuickText = endpoint({
  method: "POST",
  path: "/api/quick-texts",
  access: write,
  audit: null,
  changes: ["quickTexts"],
  body: QuickTextDraft,
  response: QuickText,
});
export const changeQuickText = endpoint({
  method: "PATCH",
  path: "/api/quick-texts/:id",
  access: write,
  audit: null,
  changes: ["quickTexts"],
  body: QuickTextChanges,
  response: QuickText,
});
export const removeQuickText = endpoint({
  method: "DELETE",
  path: "/api/quick-texts/:id",
  access: write,
  audit: null,
  changes: ["quickTexts"],
  response: z.object({ id: Id }),
});
/** Copies the built-in examples into the clinic's, except those whose name is in use. */
export const addExamples = endpoint({
  method: "POST",
  path: "/api/quick-texts/examples",
  access: "doctor",
  audit: null,
  changes: ["quickTexts"],
  response: z.object({ added: z.int() }),
});
