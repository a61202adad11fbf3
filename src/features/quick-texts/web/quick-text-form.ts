import * as z from "zod/mini";
import { Diagnosis } from "#features/diagnoses/contract.ts";
import {
  followUpWords,
  LONGEST_FIELD,
  type QuickText,
  QuickTextDraft,
} from "#features/quick-texts/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";

const part = z
  .string()
  .check(z.maxLength(LONGEST_FIELD, `Use at most ${formatCount(LONGEST_FIELD)} characters`));

export const QuickTextForm = z
  .object({
    name: QuickTextDraft.shape.name,
    title: QuickTextDraft.shape.title,
    whose: z.enum(["own", "clinic"]),
    text: part,
    hasTemplate: z.boolean(),
    chiefComplaint: part,
    history: part,
    examination: part,
    /** Typed but not chosen. */
    diagnosis: z.string().check(z.maxLength(500, "Use at most 500 characters")),
    diagnoses: z.array(Diagnosis),
    treatment: part,
    followUpInDays: z
      .string()
      .check(
        z.refine(
          (typed) => typed.trim() === "" || (/^\d{1,3}$/.test(typed.trim()) && +typed >= 1 && +typed <= 730),
          followUpWords,
        ),
      ),
  })
  .check(
    z.refine((typed) => typed.text.trim() !== "" || templateOf(typed) !== null, {
      error: "Write the text, or a part of a consultation",
      path: ["text"],
    }),
  );
type TypedQuickText = z.input<typeof QuickTextForm>;

const fields = ["chiefComplaint", "history", "examination", "treatment"] as const;

/** The template's fields; null where none is wanted or written. */
function templateOf(typed: Omit<TypedQuickText, "name">): QuickTextDraft["template"] {
  if (!typed.hasTemplate) return null;
  const words = typed.diagnosis.trim();
  const template = {
    ...Object.fromEntries(fields.map((field) => [field, typed[field].trim() || null])),
    diagnoses: [...typed.diagnoses, ...(words ? [{ words, code: null }] : [])],
    followUpInDays: typed.followUpInDays.trim() ? Number(typed.followUpInDays) : null,
  };
  const isWritten =
    fields.some((field) => typed[field].trim()) ||
    template.diagnoses.length > 0 ||
    template.followUpInDays !== null;
  return isWritten ? template : null;
}

export const draftOf = (typed: z.output<typeof QuickTextForm>): QuickTextDraft => ({
  name: typed.name,
  title: typed.title,
  whose: typed.whose,
  text: typed.text.trim() || null,
  template: templateOf(typed),
});

export const typedQuickText = (quickText: QuickText | null): TypedQuickText => ({
  name: quickText?.name ?? "",
  title: quickText?.title ?? "",
  whose: quickText?.whose ?? "own",
  text: quickText?.text ?? "",
  hasTemplate: quickText?.template != null,
  chiefComplaint: quickText?.template?.chiefComplaint ?? "",
  history: quickText?.template?.history ?? "",
  examination: quickText?.template?.examination ?? "",
  diagnosis: "",
  diagnoses: quickText?.template?.diagnoses ?? [],
  treatment: quickText?.template?.treatment ?? "",
  followUpInDays: quickText?.template?.followUpInDays?.toString() ?? "",
});
