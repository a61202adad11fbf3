import { sql } from "kysely";
import type { MedicineInUse } from "#features/prescriptions/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";

/** Limits of the prescriptions read and of the medicines returned. */
const LATEST = 1000;
const MOST = 300;

/**
 * Medicines that the clinic's latest prescriptions contain at least twice, by use, with the most frequent directions as a
 * whole: of "2 tabs, OD" and "1 tab, BID" parts would make another dose.
 * One that was written only once is omitted: it may be a typing mistake, or identify a patient. So are those of
 * withdrawn prescriptions.
 */
export async function listMedicinesInUse(clinic: ClinicScope): Promise<MedicineInUse[]> {
  const { rows } = await sql<MedicineInUse>`
    with latest as (
      select medications from prescriptions where clinic_id = ${clinic.id} and confidential_to_id is null and status <> 'withdrawn'
      order by id desc limit ${sql.lit(LATEST)}),
    each as (
      select coalesce(nullif(m."genericName", ''), m.name) as name, coalesce(m."brandName", '') as brand_name,
             coalesce(m.strength, '') as strength, coalesce(m.form, '') as form,
             array[coalesce(m.dosage, ''), coalesce(m.frequency, ''), coalesce(m.duration, '')] as directions
      from latest cross join lateral jsonb_to_recordset(medications)
        as m (name text, "genericName" text, "brandName" text, strength text, form text, dosage text, frequency text, duration text))
    select min(name) as name, min(brand_name) as "brandName", min(strength) as strength, min(form) as form,
           (mode() within group (order by directions))[1] as dosage,
           (mode() within group (order by directions))[2] as frequency,
           (mode() within group (order by directions))[3] as duration, count(*)::integer as used
    from each
    group by lower(name), lower(brand_name), lower(strength), lower(form)
    having count(*) > 1
    order by used desc, lower(min(name))
    limit ${sql.lit(MOST)}`.execute(clinic.db);
  return rows;
}
