import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { notFound } from "#shared/errors.ts";
import type { DoubleChoice, RowState } from "../contract.ts";
import { mayChangeRows } from "../rules.ts";
import { readingOf } from "./check-import.ts";
import { patientCheck } from "./check-patients.ts";
import { markDisputed, soundsOf, type WaitingRow, writeChecked } from "./checked-row.ts";
import { consultationCheck, consultationKey, type Seen } from "./consultations/check-consultations.ts";
import { type ConsultationValues, readConsultation } from "./consultations/read-consultation.ts";
import { type Claim, Doubles, type Person } from "./doubles.ts";
import { selectRows, uncheckedRow, updateRows } from "./import-store.ts";
import { lockImport, startCheck } from "./imports.ts";
import { noteFigures } from "./note-progress.ts";
import { sameName } from "./same-name.ts";
import { readRow } from "./values/read-row.ts";
import type { RowReading } from "./values/row-parts.ts";

/** The limit of rows below the changed one that are compared again. */
const MOST_BELOW = 200;
/** The limit of registered patients and rows that one row is compared with, per trait. */
const COMPARED = 200;
/** The limit of consultations of other rows that one row is compared with. */
const MOST_SEEN = 1000;

type Change = {
  cells?: { column: number; value: string }[] | undefined;
  choice?: DoubleChoice | null | undefined;
};

/** Corrects or decides a row, and checks it again together with its doubles. */
export function changeRow(
  clinic: ClinicScope,
  { id, rowNo }: { id: number; rowNo: number },
  change: Change,
  now: Date,
): Promise<RowState> {
  return clinic.transaction(async (joined) => {
    const stored = await lockImport(
      joined,
      id,
      mayChangeRows,
      "Rows can be changed after the check and before the import.",
    );
    const row = await selectRows(joined, id)
      .select(uncheckedRow)
      .where("rowNo", "=", rowNo)
      .executeTakeFirstOrThrow(() => notFound("Row"));
    const changed = {
      ...row,
      cells: corrected(row.cells, change),
      choice: change.choice === undefined ? row.choice : change.choice,
    };
    await updateRows(joined, id)
      .set({ cells: JSON.stringify(changed.cells), choice: changed.choice })
      .where("rowNo", "=", rowNo)
      .execute();
    const reading = await readingOf(joined, stored, now);
    const state = await recheck(joined, id, changed, reading);
    await recheckBelow(joined, id, rowNo, reading);
    await noteFigures(joined, id);
    return state;
  });
}

/** Decides all rows that only wait for a decision; returns how many. Skipped rows take their doubles along. */
export function decideRows(clinic: ClinicScope, id: number, choice: DoubleChoice): Promise<number> {
  return clinic.transaction(async (joined) => {
    const stored = await lockImport(
      joined,
      id,
      mayChangeRows,
      "Rows can be decided after the check and before the import.",
    );
    const { mapping } = stored;
    const decided = await updateRows(joined, id)
      .set({
        choice,
        state:
          choice === "skip"
            ? "skipped"
            : choice === "keep"
              ? "new"
              : sql<string>`case when match_row is null then 'here' else 'twice' end`,
      })
      .where("state", "=", "look")
      .where(sql<boolean>`faults = '[]'`)
      .returning("rowNo")
      .execute();
    if (choice === "skip") await skipTheirDoubles(joined, id);
    // Once the patients are known: which visits are recorded already?
    if (mapping.kind === "consultations" && choice === "update") await startCheck(joined, id, mapping);
    else await noteFigures(joined, id);
    return decided.length;
  });
}

async function skipTheirDoubles(clinic: ClinicScope, id: number): Promise<void> {
  await sql`
    update import_rows r set state = 'skipped', choice = 'skip'
    where r.clinic_id = ${clinic.id} and r.import_id = ${id} and r.state = 'twice' and r.choice is null
      and (select a.state from import_rows a
           where a.clinic_id = r.clinic_id and a.import_id = r.import_id and a.row_no = r.match_row) = 'skipped'`.execute(
    clinic.db,
  );
}

function corrected(cells: readonly string[], { cells: changes = [] }: Change): string[] {
  const next = [...cells];
  for (const { column, value } of changes) {
    while (next.length <= column) next.push("");
    next[column] = value.toWellFormed().replaceAll("\u0000", "").trim();
  }
  return next;
}

/** Compares one row with registered patients and with the imported rows. */
async function recheck(
  clinic: ClinicScope,
  id: number,
  row: WaitingRow,
  reading: RowReading,
): Promise<RowState> {
  const doubles = new Doubles();
  const likely = await likelyPeople(clinic, id, row, reading);
  for (const person of likely) doubles.add(person);
  if (reading.mapping.kind === "patients")
    for (const claim of await claimsOf(clinic, id, row, likely)) doubles.claim(claim);
  const check =
    reading.mapping.kind === "patients"
      ? patientCheck(clinic, reading, doubles)
      : consultationCheck(clinic, reading, doubles, await seenOf(clinic, id, row, likely));
  const checked = await check([row]);
  await writeChecked(clinic, id, checked);
  await markDisputed(clinic, id, doubles.disputed);
  return checked[0]?.state ?? "look";
}

/** Other rows that are surely one of these people. */
async function claimsOf(
  clinic: ClinicScope,
  id: number,
  { rowNo }: WaitingRow,
  people: readonly Person[],
): Promise<Claim[]> {
  const patientIds = people.flatMap(({ patientId }) => patientId ?? []);
  const rowNos = people.flatMap(({ row }) => row ?? []);
  const { rows } = await sql<Omit<Claim, "isWhole">>`
    select r.row_no as row, r.patient_name as name, r.match_patient_id as "patientId", r.match_row as "ofRow"
    from import_rows r
    where r.clinic_id = ${clinic.id} and r.import_id = ${id} and r.is_sure and r.row_no <> ${rowNo}
      and (r.state = 'here' and r.match_patient_id = any(${patientIds}::bigint[])
           or r.state = 'twice' and r.match_row = any(${rowNos}::integer[]))
    order by r.row_no limit ${sql.lit(MOST_BELOW)}`.execute(clinic.db);
  return rows.map((row) => {
    const matched = people.find((person) =>
      row.patientId === null ? person.row === row.ofRow : person.patientId === row.patientId,
    );
    return { ...row, isWhole: matched !== undefined && sameName(row.name, matched.name) === "whole" };
  });
}

/** Consultations of these patients that other rows are. */
async function seenOf(
  clinic: ClinicScope,
  id: number,
  { rowNo }: WaitingRow,
  people: readonly Person[],
): Promise<Seen> {
  const ids = people.flatMap(({ patientId }) => patientId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await selectRows(clinic, id)
    .select(["rowNo", "matchPatientId", sql<ConsultationValues>`fields`.as("fields")])
    .where("matchPatientId", "in", ids)
    .where("state", "=", "new")
    .where("rowNo", "<>", rowNo)
    .orderBy("rowNo", "desc")
    .limit(sql.lit(MOST_SEEN))
    .execute();
  return new Map(
    rows.map((other) => [consultationKey(other.matchPatientId ?? 0, other.fields), other.rowNo]),
  );
}

/** Doubles of a row that is now a different person, or is not imported, may have to be imported. */
async function recheckBelow(
  clinic: ClinicScope,
  id: number,
  rowNo: number,
  reading: RowReading,
): Promise<void> {
  const below = await selectRows(clinic, id)
    .select(uncheckedRow)
    .where("matchRow", "=", rowNo)
    .orderBy("rowNo")
    .limit(sql.lit(MOST_BELOW))
    .execute();
  for (const row of below) await recheck(clinic, id, row, reading);
}

/** Candidates that share a trait with the row: the clinic's patients by indexes, a list's rows by scanning it. */
async function likelyPeople(
  clinic: ClinicScope,
  id: number,
  row: WaitingRow,
  reading: RowReading,
): Promise<Person[]> {
  const isOfPatients = reading.mapping.kind === "patients";
  const { values } = isOfPatients ? readRow(row.cells, reading) : readConsultation(row.cells, reading);
  if (!values) return [];
  const { patientName, birthday = null, admissionNo = null } = values;
  const contactNumber = "contactNumber" in values ? (values.contactNumber ?? null) : null;
  const [sounds = []] = await soundsOf(clinic, [patientName ?? ""]);
  const { rows } = await sql<Person>`
    with likely as (
      (select id from patients where clinic_id = ${clinic.id} and birthday = ${birthday}::date order by id desc limit ${sql.lit(COMPARED)})
      union (select id from patients where clinic_id = ${clinic.id} and contact_number = ${contactNumber}::text order by id desc limit ${sql.lit(COMPARED)})
      union (select id from patients where clinic_id = ${clinic.id} and admission_no = ${admissionNo}::text)
      union (select patient_id from patient_name_sounds where clinic_id = ${clinic.id} and sound = any(${sounds}::text[])
             group by patient_id having count(*) >= least(2, ${sounds.length}::integer)
             order by patient_id desc limit ${sql.lit(COMPARED)}))
    select p.id as "patientId", null::integer as row, p.patient_name as name, p.birthday, p.contact_number as phone, p.sex,
           p.admission_no as "admissionNo", name_sounds(p.patient_name) as sounds
    from likely join patients p on p.clinic_id = ${clinic.id} and p.id = likely.id
    union all
    (select null, r.row_no, r.patient_name, r.birthday, r.contact_number, r.fields ->> 'sex', r.fields ->> 'admissionNo',
            name_sounds(r.patient_name)
     from import_rows r
     where ${isOfPatients}::boolean and r.clinic_id = ${clinic.id} and r.import_id = ${id} and r.row_no <> ${row.rowNo}
       and (r.state = 'new' or r.state = 'look' and r.faults = '[]' and r.row_no < ${row.rowNo})
       and (r.birthday = ${birthday}::date or r.contact_number = ${contactNumber}::text
            or r.fields ->> 'admissionNo' = ${admissionNo}::text or fold(r.patient_name) = fold(${patientName}::text))
     order by r.row_no limit ${sql.lit(COMPARED)})`.execute(clinic.db);
  return rows;
}
