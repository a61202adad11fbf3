import { sql } from "kysely";
import type { Diagnosis } from "#features/diagnoses/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";

/** Limits of the rows read and of the diagnoses returned. */
const LATEST = 2000;
const MOST = 300;

export type OwnDiagnosis = Diagnosis & { used: number };

/** The operator's list that is loaded now. */
export type ListState = { loadedAt: string; codeCount: number };

/**
 * The diagnoses of the clinic's latest consultations, by use, and the loaded list, in one round trip. Free text that
 * was written only once is omitted: it may be a typing mistake, or identify a patient.
 */
export async function readOwnDiagnoses(
  clinic: ClinicScope,
): Promise<{ own: OwnDiagnosis[]; list: ListState | null }> {
  const { rows } = await sql<{
    own: OwnDiagnosis[] | null;
    loadedAt: string | null;
    codeCount: number | null;
  }>`
    with latest as (
      select words, code from consultation_diagnoses where clinic_id = ${clinic.id} and confidential_to_id is null and in_error_at is null
      order by id desc limit ${sql.lit(LATEST)}),
    used as (
      select min(words) as words, code, count(*)::integer as used from latest
      group by lower(words), code having code is not null or count(*) > 1
      order by count(*) desc, lower(min(words)) limit ${sql.lit(MOST)})
    select (select jsonb_agg(jsonb_build_object('words', words, 'code', code, 'used', used) order by used desc, words) from used) as own,
           l.loaded_at as "loadedAt", l.code_count as "codeCount"
    from (select) as one left join icd10_list_state() l on true`.execute(clinic.db);
  const [row] = rows;
  const { loadedAt = null, codeCount = null } = row ?? {};
  return {
    own: row?.own ?? [],
    list: loadedAt !== null && codeCount !== null ? { loadedAt, codeCount } : null,
  };
}
