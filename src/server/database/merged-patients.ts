import { sql } from "kysely";
import type { ClinicScope } from "./db.ts";

/** The patient into which this one was merged, directly or through others. Null if it was not, or does not exist. */
export async function survivorOf(clinic: ClinicScope, id: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    with recursive led as (
      select m.survivor_id as id, 1 as step from merges m
      where m.clinic_id = ${clinic.id} and m.other_id = ${id}::bigint and m.undone_at is null
      union all
      select m.survivor_id, led.step + 1 from led join merges m on m.other_id = led.id
      where m.clinic_id = ${clinic.id} and m.undone_at is null)
    select id from led order by step desc limit 1`.execute(clinic.db);
  return rows[0]?.id ?? null;
}

/** The patient's id and those of all merged into it, which older rows may refer to. */
export async function mergedIds(clinic: ClinicScope, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive merged (id) as (
      select ${id}::bigint
      union
      select m.other_id from merged join merges m on m.survivor_id = merged.id
      where m.clinic_id = ${clinic.id} and m.undone_at is null)
    select id from merged`.execute(clinic.db);
  return rows.map((row) => row.id);
}

/** The survivor of the newest merged patient with this value, or null. */
const survivorBy =
  (column: "otherAdmissionNo" | "otherContactNumber" | "otherGlobalId") =>
  async (clinic: ClinicScope, value: string): Promise<number | null> => {
    const merged = await clinic.db
      .selectFrom("merges")
      .select("otherId")
      .where("clinicId", "=", clinic.id)
      .where(column, "=", value)
      .where("undoneAt", "is", null)
      .orderBy("id", "desc")
      .limit(sql.lit(1))
      .executeTakeFirst();
    return merged ? survivorOf(clinic, merged.otherId) : null;
  };

export const survivorByNumber = survivorBy("otherAdmissionNo");
/** By E.164, or as typed. */
export const survivorByPhone = survivorBy("otherContactNumber");
/** By the id of the patient across clinics. */
export const survivorByGlobalId = survivorBy("otherGlobalId");
