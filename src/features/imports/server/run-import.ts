import { sql } from "kysely";
import {
  counterUpTo,
  countIn,
  holdersOf,
  nextFreeNumbers,
  takeTurnForNumber,
} from "#features/patients/server/admission-numbers.ts";
import { numberKey } from "#features/patients/server/number-spellings.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import type { DoubleChoice, ImportMapping } from "../contract.ts";
import { soundsOf } from "./checked-row.ts";
import { addConsultations } from "./consultations/add-consultations.ts";
import type { ConsultationValues } from "./consultations/read-consultation.ts";
import { Doubles, personColumns, personOfPatient, personOfRow } from "./doubles.ts";
import type { DueRow } from "./due-row.ts";
import { fillPatients } from "./fill-patients.ts";
import { selectImport, storedMapping } from "./import-store.ts";
import { listColumns } from "./list-columns.ts";
import { aboveRow } from "./list-rows.ts";
import { noteBatch, noteFigures } from "./note-progress.ts";
import { settleDoubles } from "./settle-doubles.ts";
import type { RowValues } from "./values/read-row.ts";

/** Patients per transaction: the day's counter is locked as long. */
const ROWS_AT_ONCE = 250;

export type Work = { now: () => Date; lease: number; closing?: AbortSignal | undefined };

/**
 * Registers the patients of an import, or records its consultations, in batches. A batch with its rows and the
 * progress is one transaction, so that after a crash the next process continues after the last batch.
 */
export async function runImport(clinic: ClinicScope, id: number, work: Work): Promise<void> {
  // The newest patient when each batch began. A registration may still be in progress when the next one begins, so
  // patients are compared from the batch before.
  const marks: number[] = [];
  while (!work.closing?.aborted && (await runBatch(clinic, id, work, marks)));
}

/** False when nothing is left. */
function runBatch(clinic: ClinicScope, id: number, { now, lease }: Work, marks: number[]): Promise<boolean> {
  return clinic.transaction(async (joined) => {
    const stored = await selectImport(joined, id)
      .select(["progress", "newestPatientId", storedMapping])
      .where("state", "=", "running")
      .forUpdate()
      .executeTakeFirst();
    if (!stored) return false;
    const { progress, mapping, newestPatientId } = stored;
    if (progress === 0) await settleDoubles(joined, id, mapping);
    const at = now();
    const done =
      mapping.kind === "patients"
        ? await registerPatients(joined, id, { mapping, at, marks, newestPatientId })
        : await recordConsultations(joined, id, { mapping, at });
    if (done === 0) {
      await noteFigures(joined, id, { state: "done" });
      return false;
    }
    await noteBatch(joined, id, progress + done, new Date(at.getTime() + lease));
    return true;
  });
}

/** Returns how many rows were decided, 0 when none is left. */
async function registerPatients(
  clinic: ClinicScope,
  id: number,
  {
    mapping,
    at,
    marks,
    newestPatientId,
  }: { mapping: ImportMapping; at: Date; marks: number[]; newestPatientId: number },
): Promise<number> {
  const rows = await dueRows<RowValues>(clinic, id, mapping.doubles);
  if (rows.length === 0) return 0;
  await takeTurnForNumber(clinic, at);
  const isUpdate = (row: DueRow) => row.state !== "new" && (row.choice ?? mapping.doubles) === "update";
  const added = rows.filter((row) => !isUpdate(row));
  const known = await withoutRegistered(clinic, id, added, marks.at(-2) ?? newestPatientId);
  marks.push(await newestPatient(clinic));
  await addRows(clinic, id, known, at);
  await fillPatients(clinic, id, rows.filter(isUpdate), at);
  return rows.length;
}

/** The same for consultations. */
async function recordConsultations(
  clinic: ClinicScope,
  id: number,
  { mapping, at }: { mapping: ImportMapping; at: Date },
): Promise<number> {
  const rows = await dueRows<ConsultationValues>(clinic, id, mapping.doubles);
  if (rows.length > 0) await addConsultations(clinic, id, rows, at);
  return rows.length;
}

/** Doubles within the list come after the rows they are doubles of. One state at a time, each in its index's order. */
async function dueRows<Values>(
  clinic: ClinicScope,
  id: number,
  doubles: DoubleChoice,
): Promise<DueRow<Values>[]> {
  for (const state of ["new", "here", "twice"] as const) {
    const rows = await dueRowsOf<Values>(clinic, id, state, doubles);
    if (rows.length > 0) return rows;
  }
  return [];
}

async function newestPatient(clinic: ClinicScope): Promise<number> {
  const newest = await clinic.db
    .selectFrom("patients")
    .select("id")
    .where("clinicId", "=", clinic.id)
    .orderBy("id", "desc")
    .limit(sql.lit(1))
    .executeTakeFirst();
  return newest?.id ?? 0;
}

async function dueRowsOf<Values>(
  clinic: ClinicScope,
  id: number,
  state: DueRow["state"],
  doubles: DoubleChoice,
): Promise<DueRow<Values>[]> {
  const rows = await clinic.db
    .selectFrom("importRows as r")
    .leftJoinLateral(aboveRow(clinic), (join) => join.onTrue())
    .select([
      "r.rowNo",
      sql<unknown>`r.fields`.as("fields"),
      sql<DueRow["state"]>`r.state`.as("state"),
      sql<DoubleChoice | null>`r.choice`.as("choice"),
      sql<number | null>`coalesce(r.match_patient_id, above.patient_id, above.match_patient_id)`.as(
        "matchPatientId",
      ),
    ])
    .where("r.clinicId", "=", clinic.id)
    .where("r.importId", "=", id)
    .where("r.state", "=", state)
    .where(sql<boolean>`(${state}::text = 'new' or coalesce(r.choice, ${doubles}) <> 'skip')`)
    .orderBy("r.rowNo")
    .limit(sql.lit(ROWS_AT_ONCE))
    .execute();
  return rows as DueRow<Values>[];
}

/** Takes out the rows whose patients were registered since the dry run: they need a decision. */
async function withoutRegistered(
  clinic: ClinicScope,
  id: number,
  rows: readonly DueRow[],
  newestPatientId: number,
): Promise<DueRow[]> {
  const since = await clinic.db
    .selectFrom("patients as p")
    .select(personColumns)
    .where("p.clinicId", "=", clinic.id)
    .where("p.id", ">", newestPatientId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("importRows as r")
            .select("r.rowNo")
            .whereRef("r.clinicId", "=", "p.clinicId")
            .whereRef("r.patientId", "=", "p.id")
            .where("r.importId", "=", id),
        ),
      ),
    )
    .orderBy("p.id")
    .limit(sql.lit(5000))
    .execute();
  if (since.length === 0) return [...rows];
  const doubles = new Doubles();
  const sounds = await soundsOf(
    clinic,
    since.map(({ patientName }) => patientName),
  );
  for (const [index, patient] of since.entries())
    doubles.add(personOfPatient({ ...patient, sounds: sounds[index] ?? [] }));
  const ownSounds = await soundsOf(
    clinic,
    rows.map(({ fields }) => fields.patientName),
  );
  const matched: { row_no: number; match: number | null; is_sure: boolean }[] = [];
  const left = rows.filter((row, index) => {
    if (row.choice === "keep") return true;
    const { match } = doubles.find(personOfRow(row.rowNo, row.fields, ownSounds[index] ?? []));
    if (match) matched.push({ row_no: row.rowNo, match: match.patientId, is_sure: match.isSure });
    return !match;
  });
  if (matched.length > 0)
    await sql`
      update import_rows r
      set state = case when v.is_sure then 'here' else 'look' end, match_patient_id = v.match, is_sure = v.is_sure,
          choice = 'skip', reason = 'Registered while the import ran'
      from jsonb_to_recordset(${JSON.stringify(matched)}::jsonb) as v (row_no integer, match bigint, is_sure boolean)
      where r.clinic_id = ${clinic.id} and r.import_id = ${id} and r.row_no = v.row_no`.execute(clinic.db);
  return left;
}

/**
 * Registers patients, in one statement that also writes the result to the rows. One with a number that another patient
 * has meanwhile needs a decision.
 */
async function addRows(clinic: ClinicScope, id: number, rows: readonly DueRow[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  const typed = rows.flatMap(({ fields }) => fields.admissionNo ?? []);
  const held = new Set((await holdersOf(clinic, typed)).map(({ admissionNo }) => numberKey(admissionNo)));
  const numbers = await takeNumbers(clinic, { count: rows.length - typed.length, except: typed, now });
  const sent = rows.map(({ rowNo, fields }) => ({
    ...fields,
    rowNo,
    admissionNo: fields.admissionNo ?? numbers.shift(),
    isHeld: Boolean(fields.admissionNo) && held.has(numberKey(fields.admissionNo ?? "")),
    customFields: fields.customFields ?? {},
  }));
  const at = now.toISOString();
  // An imported patient is not here today: not on the day's list, not waiting.
  await sql`
    with sent as (
      select * from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as v
        ("rowNo" integer, ${sql.raw(listColumns.typed)}, "customFields" jsonb, "isArchived" boolean, "isHeld" boolean)),
    added as (
      insert into patients (clinic_id, ${sql.raw(listColumns.stored)}, custom_fields, is_archived, patient_status,
        consultation_status, registered_by_id, own_diagnosed_at, imported_on, created_at, updated_at)
      select ${clinic.id}::bigint, ${sql.raw(listColumns.values)}, "customFields", coalesce("isArchived", false), 'Seen',
        'completed', ${clinic.userId}::bigint,
        case when "preopDiagnosis" is not null then ${at}::timestamptz end, ${manilaDay(now)}::date, ${at}::timestamptz, ${at}::timestamptz
      from sent where not "isHeld" order by "rowNo"
      on conflict (clinic_id, admission_no) do nothing
      returning id, admission_no, version)
    update import_rows r
    set state = case when added.id is null then 'look' else 'added' end, patient_id = added.id,
        patient_version = added.version,
        faults = case when added.id is null
                      then '[{"column": null, "message": "Another patient has this admission number"}]'::jsonb
                      else '[]'::jsonb end
    from sent left join added on added.admission_no = sent."admissionNo" and not sent."isHeld"
    where r.clinic_id = ${clinic.id} and r.import_id = ${id} and r.row_no = sent."rowNo"`.execute(clinic.db);
}

/** The day's next numbers, without those in the list itself. */
async function takeNumbers(
  clinic: ClinicScope,
  wanted: { count: number; except: readonly string[]; now: Date },
): Promise<string[]> {
  const numbers = await nextFreeNumbers(clinic, wanted);
  const day = manilaDay(wanted.now);
  await counterUpTo(clinic, day, countIn(numbers.at(-1) ?? "", day) ?? 0).execute();
  return numbers;
}
