import * as z from "zod/mini";
import { readIcd10Code } from "#shared/clinical/icd10-code.ts";
import { endpoint } from "#shared/endpoint.ts";
import { requiredLine } from "#shared/formats/fields.ts";

/** The limit per consultation. */
export const MOST_DIAGNOSES = 20;
/** The longest text of one, in characters. */
export const LONGEST_DIAGNOSIS = 500;
/** The limit of search results. */
export const MOST_FOUND = 20;

/** Words, and the ICD-10 code of the WHO where one was chosen. */
export const Diagnosis = z.object({ words: z.string(), code: z.nullable(z.string()) });
export type Diagnosis = z.output<typeof Diagnosis>;

/** With or without the dot; empty is null. */
const Icd10Code = z.pipe(
  z.pipe(
    z.nullable(
      z
        .string({ error: "Enter a code" })
        .check(
          z.refine(
            (typed) => typed.trim() === "" || readIcd10Code(typed) !== null,
            "Enter an ICD-10 code, like I10 or E11.9",
          ),
        ),
    ),
    z.transform((typed: string | null) => readIcd10Code(typed ?? "")),
  ),
  z.nullable(z.string()),
);

const DiagnosisEntry = z.strictObject({
  words: requiredLine("Write the diagnosis", LONGEST_DIAGNOSIS),
  code: z.optional(Icd10Code),
});
type DiagnosisEntry = z.output<typeof DiagnosisEntry>;

const codeTwice = (all: readonly DiagnosisEntry[]): string | undefined =>
  all.find(({ code }, index) => code && all.findIndex((each) => each.code === code) < index)?.code ??
  undefined;

/** The diagnoses of one consultation. Repeated ones are merged; a code belongs to one of them. */
export const DiagnosisEntries = z.array(DiagnosisEntry).check(
  z.maxLength(MOST_DIAGNOSES, `Use at most ${MOST_DIAGNOSES} diagnoses`),
  z.overwrite((all) => {
    const keys = all.map(({ words, code }) => `${code ?? ""} ${words.toLowerCase()}`);
    return all.filter((_, index) => keys.indexOf(keys[index] as string) === index);
  }),
  z.refine((all) => codeTwice(all) === undefined, {
    error: ({ input }) =>
      `${codeTwice(input as DiagnosisEntry[])} is listed twice. Combine them into one diagnosis.`,
  }),
);

/**
 * Search by words, abbreviations or code, the best match first; without a search term the clinic's most used ones. A
 * null code is free text that the clinic wrote several times, for users who may view its records.
 */
export const searchDiagnoses = endpoint({
  method: "GET",
  path: "/api/diagnoses",
  access: { any: ["view_patients", "edit_patients"] },
  audit: null,
  reads: ["consultations"],
  query: z.object({ search: z.optional(z.string().check(z.maxLength(200))) }),
  response: z.array(Diagnosis),
});
