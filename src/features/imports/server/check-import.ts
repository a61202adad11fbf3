import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { listCustomFields } from "#features/clinics/server/custom-fields.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import type { DoubleChoice, ImportMapping, RowState } from "../contract.ts";
import { Doubles, type Match, type Person } from "./doubles.ts";
import type { StoredColumn } from "./guess-mapping.ts";
import { noteProgress } from "./imports.ts";
import { type RowFault, type RowReading, type RowValues, readRow } from "./values/read-row.ts";

const ROWS_AT_ONCE = 250;
const PATIENTS_AT_ONCE = 1000;
/** Rows compared before other requests get their turn. */
const ROWS_OF_TURN = 25;

export type WaitingRow = { rowNo: number; cells: string[]; choice: DoubleChoice | null };

export type CheckedRow = {
  rowNo: number;
  fields: RowValues | null;
  patientName: string | null;
  birthday: string | null;
  contactNumber: string | null;
  faults: RowFault[];
  match: Match | null;
  state: RowState;
};

/** What a row becomes, from what is wrong, who it may be and what was chosen for it. */
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

/** Everything rows of an import are read by. */
export async function readingOf(
  clinic: ClinicScope,
  { columns, mapping }: { columns: readonly StoredColumn[]; mapping: ImportMapping },
  now: Date,
): Promise<RowReading> {
  return {
    mapping,
    headers: columns.map(({ header }) => header),
    customFields: await listCustomFields(clinic),
    now,
    today: manilaDay(now),
  };
}

/**
 * The dry run: reads every row by the mapping, and compares it with the clinic's patients and the rows above it. From the
 * start whenever it begins, in turns so that requests do not wait for it.
 */
export async function checkImport(
  clinic: ClinicScope,
  id: number,
  { now, lease, closing }: { now: () => Date; lease: number; closing?: AbortSignal | undefined },
): Promise<void> {
  const stored = await clinic.db
    .selectFrom("imports")
    .select([
      "state",
      sql<StoredColumn[]>`columns`.as("columns"),
      sql<ImportMapping>`mapping`.as("mapping"),
      sql<string>`mapping::text`.as("mappingText"),
    ])
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (stored?.state !== "checking") return;
  const reading = await readingOf(clinic, stored, now());
  const doubles = new Doubles();
  const newestPatientId = await addPatients(clinic, doubles);
  let last = 0;
  let done = 0;
  for (;;) {
    if (closing?.aborted) return;
    const rows = await waitingRows(clinic, id, last);
    const checked = await checkRows(clinic, rows, reading, doubles);
    last = rows.at(-1)?.rowNo ?? last;
    done += rows.length;
    const isLast = rows.length < ROWS_AT_ONCE;
    const goesOn = await clinic.transaction(async (joined) => {
      // Mapped anew meanwhile, or cancelled: the next run begins with that.
      const isStill = await joined.db
        .selectFrom("imports")
        .select("id")
        .where("clinicId", "=", clinic.id)
        .where("id", "=", id)
        .where("state", "=", "checking")
        .where(sql<boolean>`mapping::text = ${stored.mappingText}`)
        .forUpdate()
        .executeTakeFirst();
      if (!isStill) return false;
      await writeChecked(joined, id, checked);
      if (isLast)
        await noteProgress(joined, id, {
          progress: done,
          state: "checked",
          newestPatientId,
          leasedUntil: null,
        });
      else
        await joined.db
          .updateTable("imports")
          .set({ progress: done, leasedUntil: new Date(now().getTime() + lease).toISOString() })
          .where("clinicId", "=", clinic.id)
          .where("id", "=", id)
          .execute();
      return !isLast;
    });
    if (!goesOn) return;
  }
}

const waitingRows = (clinic: ClinicScope, id: number, after: number) =>
  clinic.db
    .selectFrom("importRows")
    .select(["rowNo", sql<string[]>`cells`.as("cells"), sql<DoubleChoice | null>`choice`.as("choice")])
    .where("clinicId", "=", clinic.id)
    .where("importId", "=", id)
    .where("rowNo", ">", after)
    .orderBy("rowNo")
    .limit(sql.lit(ROWS_AT_ONCE))
    .execute();

/** Reads rows and compares each with everybody before it. */
export async function checkRows(
  clinic: ClinicScope,
  rows: readonly WaitingRow[],
  reading: RowReading,
  doubles: Doubles,
): Promise<CheckedRow[]> {
  const read: { row: WaitingRow; result: ReturnType<typeof readRow> }[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_OF_TURN === 0) await setImmediate();
    read.push({ row, result: readRow(row.cells, reading) });
  }
  const sounds = await soundsOf(
    clinic,
    read.map(({ result }) => result.values?.patientName ?? ""),
  );
  const checked: CheckedRow[] = [];
  for (const [index, { row, result }] of read.entries()) {
    if (index % ROWS_OF_TURN === 0) await setImmediate();
    checked.push(compared(row, result, { sounds: sounds[index] ?? [], doubles }));
  }
  return checked;
}

function compared(
  { rowNo, choice }: WaitingRow,
  { values, shown, faults }: ReturnType<typeof readRow>,
  { sounds, doubles }: { sounds: string[]; doubles: Doubles },
): CheckedRow {
  const base = {
    rowNo,
    patientName: values?.patientName ?? shown.patientName ?? null,
    birthday: values?.birthday ?? shown.birthday ?? null,
    contactNumber: values?.contactNumber ?? null,
  };
  if (!values)
    return { ...base, fields: null, faults, match: null, state: stateOf({ faults, match: null, choice }) };
  const person = personOf(rowNo, values, sounds);
  const { match, usedBy } = doubles.find(person);
  const all = usedBy ? [...faults, { column: null, message: numberUsedBy(usedBy) }] : faults;
  const state = stateOf({ faults: all, match, choice });
  // Whoever is not imported hides nobody below. Who is asked about may be imported yet.
  if (state === "new" || (state === "look" && all.length === 0)) doubles.add(person);
  return { ...base, fields: values, faults: all, match, state };
}

export const numberUsedBy = ({ row }: Pick<Person, "row">): string =>
  row === null
    ? "Another patient has this admission number"
    : `Row ${row}, another patient, has this admission number`;

export const personOf = (rowNo: number, values: RowValues, sounds: readonly string[]): Person => ({
  patientId: null,
  row: rowNo,
  name: values.patientName,
  birthday: values.birthday ?? null,
  phone: values.contactNumber ?? null,
  sex: values.sex,
  admissionNo: values.admissionNo ?? null,
  sounds,
});

/** How the words of names sound, by the database's own rule. */
export async function soundsOf(clinic: ClinicScope, names: readonly string[]): Promise<string[][]> {
  if (names.length === 0) return [];
  const { rows } = await sql<{ sounds: string[] }>`
    select name_sounds(name) as sounds from unnest(${names}::text[]) with ordinality as named (name, place)
    order by place`.execute(clinic.db);
  return rows.map(({ sounds }) => sounds);
}

/** Adds the clinic's patients; answers the newest one's id. */
export async function addPatients(clinic: ClinicScope, doubles: Doubles): Promise<number> {
  let last = 0;
  for (;;) {
    const patients = await clinic.db
      .selectFrom("patients")
      .select([
        "id",
        "patientName",
        "birthday",
        "contactNumber",
        "sex",
        "admissionNo",
        sql<string[]>`array(select s.sound from patient_name_sounds s
                            where s.clinic_id = patients.clinic_id and s.patient_id = patients.id)`.as(
          "sounds",
        ),
      ])
      .where("clinicId", "=", clinic.id)
      .where("id", ">", last)
      .orderBy("id")
      .limit(sql.lit(PATIENTS_AT_ONCE))
      .execute();
    for (const [index, { id, patientName, contactNumber, ...others }] of patients.entries()) {
      if (index % 500 === 0) await setImmediate();
      doubles.add({ ...others, patientId: id, row: null, name: patientName, phone: contactNumber });
    }
    last = patients.at(-1)?.id ?? last;
    if (patients.length < PATIENTS_AT_ONCE) return last;
  }
}

/** Writes what was found, in one statement. */
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
