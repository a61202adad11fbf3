import { sql } from "kysely";
import { type FilledField, fieldLabel, fieldsWhere } from "#features/patients/patient-fields.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { takesAllergies } from "#shared/clinical/allergy-words.ts";
import { columnName } from "#shared/formats/column-name.ts";
import { updateRows } from "./import-store.ts";
import { columnType } from "./list-columns.ts";
import type { RowValues } from "./values/read-row.ts";

/** A row whose values fill empty fields of a registered patient. */
type FillingRow = { rowNo: number; fields: RowValues; matchPatientId: number | null };

const fields = fieldsWhere<FilledField>(({ list }) => list !== undefined && list.fills !== false);

const isSame = (one: unknown, other: unknown) =>
  String(one).trim().toLowerCase() === String(other).trim().toLowerCase();

/** Whether the record takes the value of a field. */
const takes = (field: FilledField, stored: unknown, listed: unknown): boolean =>
  stored === null || (field === "allergies" && takesAllergies(String(stored), String(listed)));

/** What of a row its patient's record did not take, in words; null if the record has all of it. */
const differenceInWords = (fields: readonly (FilledField | "customFields")[]): string | null =>
  fields.length === 0
    ? null
    : `The record has something else: ${fields.map((field) => fieldLabel(field)).join(", ")}`;

/**
 * Fills the empty fields of registered patients. Existing values do not change, but for "none known" where the list has
 * an allergy, and the row records what was filled and what was not. A row that fills nothing is skipped.
 */
export async function fillPatients(
  clinic: ClinicScope,
  id: number,
  rows: readonly FillingRow[],
  now: Date,
): Promise<void> {
  const gone = rows.flatMap(({ rowNo, matchPatientId }) => (matchPatientId === null ? [rowNo] : []));
  if (gone.length > 0)
    await updateRows(clinic, id)
      .set({ state: "skipped", reason: "The patient it belongs to was not imported" })
      .where("rowNo", "in", gone)
      .execute();
  // Two rows of one patient: the second is handled in the next batch.
  const firstRows = new Map<number, FillingRow>();
  for (const row of rows)
    if (row.matchPatientId !== null && !firstRows.has(row.matchPatientId))
      firstRows.set(row.matchPatientId, row);
  if (firstRows.size === 0) return;
  const ids = [...firstRows.keys()];
  const stored = await clinic.db
    .selectFrom("patients")
    .select(["id", ...fields, sql<Record<string, string>>`custom_fields`.as("customFields")])
    .where("clinicId", "=", clinic.id)
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();
  const byId = new Map(stored.map((row) => [row.id, row]));
  const fillings = [...firstRows].map(([patientId, { rowNo, fields: values }]): Filling => {
    const patient = byId.get(patientId);
    const listed = patient ? fields.filter((field) => values[field]) : [];
    const filled = listed.filter((field) => patient && takes(field, patient[field], values[field]));
    const differing = listed.filter(
      (field) => !filled.includes(field) && !isSame(patient?.[field], values[field]),
    );
    const ofClinic = patient?.customFields ?? {};
    // Custom fields are filled for new patients only.
    const hasOther = Object.entries(values.customFields ?? {}).some(
      ([name, value]) => value && !isSame(ofClinic[name], value),
    );
    const nothing = patient ? "The record has all of it" : "The patient it belongs to was not imported";
    return {
      row_no: rowNo,
      patient_id: filled.length > 0 ? patientId : null,
      reason:
        differenceInWords(hasOther ? [...differing, "customFields"] : differing) ??
        (filled.length > 0 ? null : nothing),
      filled,
      values: Object.fromEntries(filled.map((field) => [field, values[field]])),
    };
  });
  await storeFillings(clinic, id, fillings, now);
  await followVersions(clinic, id, ids);
}

/** A row of the list, and the fields of its patient that it fills; without any it is skipped. */
type Filling = {
  row_no: number;
  patient_id: number | null;
  reason: string | null;
  filled: FilledField[];
  values: object;
};

async function storeFillings(
  clinic: ClinicScope,
  id: number,
  fillings: readonly Filling[],
  now: Date,
): Promise<void> {
  const setters = fields.map(
    (field) =>
      sql`${sql.id(columnName(field))} = coalesce((v.values ->> ${sql.lit(field)})::${sql.raw(columnType(field))}, p.${sql.id(columnName(field))})`,
  );
  await sql`
    with sent as (
      select * from jsonb_to_recordset(${JSON.stringify(fillings)}::jsonb) as v
        (row_no integer, patient_id bigint, reason text, filled text[], values jsonb)),
    changed as (
      update patients p
      set ${sql.join(setters)}, version = version + 1, updated_at = ${now.toISOString()}::timestamptz,
          own_diagnosed_at = case when v.values ? 'preopDiagnosis' then ${now.toISOString()}::timestamptz else own_diagnosed_at end
      from sent v
      where p.clinic_id = ${clinic.id} and p.id = v.patient_id
      returning p.id, p.version)
    update import_rows r
    set state = case when sent.patient_id is null then 'skipped' else 'updated' end, patient_id = sent.patient_id,
        patient_version = changed.version, filled = sent.filled, reason = sent.reason
    from sent left join changed on changed.id = sent.patient_id
    where r.clinic_id = ${clinic.id} and r.import_id = ${id} and r.row_no = sent.row_no`.execute(clinic.db);
}

/** An import's own update of a patient it added does not count as a change since. */
export async function followVersions(
  clinic: ClinicScope,
  id: number,
  patientIds: readonly number[],
): Promise<void> {
  await sql`
    update import_rows r set patient_version = p.version
    from patients p
    where p.clinic_id = ${clinic.id} and p.id = any(${patientIds}::bigint[])
      and r.clinic_id = p.clinic_id and r.import_id = ${id} and r.patient_id = p.id
      and r.patient_version = p.version - 1 and r.state in ('added', 'updated')`.execute(clinic.db);
}
