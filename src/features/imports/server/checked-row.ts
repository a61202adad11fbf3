import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import type { DoubleChoice, RowState } from "../contract.ts";
import type { ConsultationValues } from "./consultations/read-consultation.ts";
import type { Match, Person } from "./doubles.ts";
import { eachYielding } from "./each-yielding.ts";
import type { RowValues } from "./values/read-row.ts";
import type { RowFault } from "./values/row-parts.ts";

export type WaitingRow = { rowNo: number; cells: string[]; choice: DoubleChoice | null };

export type CheckedRow = {
  rowNo: number;
  fields: RowValues | ConsultationValues | null;
  patientName: string | null;
  birthday: string | null;
  contactNumber: string | null;
  faults: RowFault[];
  match: Match | null;
  state: RowState;
};

/** The state of a row, from its errors, its possible match and the choice for it. */
export function stateOf({
  faults,
  match,
  choice,
}: {
  faults: readonly RowFault[];
  match: Match | null;
  choice: DoubleChoice | null;
}): RowState {
  if (choice === "skip") return "skipped";
  if (faults.length > 0) return "look";
  if (!match || choice === "keep") return "new";
  if (!match.isSure && choice === null) return "look";
  return match.row === null ? "here" : "twice";
}

/** Parses rows in order, and determines the state of each. */
export type RowCheck = (rows: readonly WaitingRow[]) => Promise<CheckedRow[]>;

export const numberUsedBy = ({ row }: Pick<Person, "row">): string =>
  row === null
    ? "Another patient has this admission number"
    : `Row ${row}, another patient, has this admission number`;

/** The phonetic codes of the words of names, by the database's own rule. */
export async function soundsOf(clinic: ClinicScope, names: readonly string[]): Promise<string[][]> {
  if (names.length === 0) return [];
  const { rows } = await sql<{ sounds: string[] }>`
    select name_sounds(name) as sounds from unnest(${names}::text[]) with ordinality as named (name, place)
    order by place`.execute(clinic.db);
  return rows.map(({ sounds }) => sounds);
}

/** Parses rows, each with the sounds of its patient's name. */
export async function readNamed<Result extends { values: { patientName: string | null } | null }>(
  clinic: ClinicScope,
  rows: readonly WaitingRow[],
  read: (cells: readonly string[]) => Result,
): Promise<{ row: WaitingRow; result: Result; sounds: string[] }[]> {
  const results: Result[] = [];
  await eachYielding(rows, ({ cells }) => results.push(read(cells)));
  const sounds = await soundsOf(
    clinic,
    results.map(({ values }) => values?.patientName ?? ""),
  );
  return rows.map((row, index) => ({ row, result: results[index] as Result, sounds: sounds[index] ?? [] }));
}

/** Writes the results in one statement. */
export async function writeChecked(
  clinic: ClinicScope,
  id: number,
  rows: readonly CheckedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const sent = rows.map(({ match, fields, ...row }) => ({
    row_no: row.rowNo,
    fields,
    patient_name: row.patientName,
    birthday: row.birthday,
    contact_number: row.contactNumber,
    faults: row.faults,
    state: row.state,
    match_patient_id: match?.patientId ?? null,
    match_row: match?.row ?? null,
    is_sure: match?.isSure ?? false,
  }));
  await sql`
    update import_rows r
    set fields = nullif(v.fields, 'null'), patient_name = v.patient_name, birthday = v.birthday,
        contact_number = v.contact_number, faults = v.faults, state = v.state,
        match_patient_id = (select p.id from patients p where p.clinic_id = ${clinic.id} and p.id = v.match_patient_id),
        match_row = v.match_row, is_sure = v.is_sure
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb)
      as v (row_no integer, fields jsonb, patient_name text, birthday date, contact_number text, faults jsonb,
            state text, match_patient_id bigint, match_row integer, is_sure boolean)
    where r.clinic_id = ${clinic.id} and r.import_id = ${id} and r.row_no = v.row_no`.execute(clinic.db);
}

/** Rows whose sure match a later row has too: a person decides. */
export async function markDisputed(
  clinic: ClinicScope,
  id: number,
  disputed: ReadonlySet<number>,
): Promise<void> {
  if (disputed.size === 0) return;
  await sql`
    update import_rows r set is_sure = false, state = case when r.choice is null then 'look' else r.state end
    where r.clinic_id = ${clinic.id} and r.import_id = ${id} and r.row_no = any(${[...disputed]}::integer[])
      and r.state in ('here', 'twice') and r.is_sure`.execute(clinic.db);
}
