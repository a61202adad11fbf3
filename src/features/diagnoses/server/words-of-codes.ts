import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { commonWords } from "./common/common-diagnoses.ts";

/** The built-in words for a code, else those of the operator's list, else what the clinic last wrote with it. */
export async function wordsOfCodes(
  clinic: ClinicScope,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const words = new Map(codes.flatMap((code) => [[code, commonWords(code) ?? ""] as const]));
  const others = codes.filter((code) => words.get(code) === "");
  if (others.length === 0) return words;
  const { rows } = await sql<{ code: string; words: string | null }>`
    select wanted.code,
           coalesce(listed.title,
                    (select d.words from consultation_diagnoses d
                     where d.clinic_id = ${clinic.id} and d.code = wanted.code order by d.id desc limit 1)) as words
    from unnest(${others}::text[]) as wanted (code)
    left join icd10_titles(${others}::text[]) listed on listed.code = wanted.code`.execute(clinic.db);
  for (const row of rows) words.set(row.code, row.words ?? row.code);
  return words;
}
