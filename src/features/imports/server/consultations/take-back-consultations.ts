import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { followEntries } from "#server/patient/follow-entries.ts";
import { recordTakeBack } from "../record-take-back.ts";

const ROWS_AT_ONCE = 200;

/**
 * Deletes consultations that an import recorded, the last row first; one with an addendum stays. Returns how many
 * rows were decided.
 */
export async function takeBackConsultations(clinic: ClinicScope, id: number): Promise<number> {
  const rows = await clinic.db
    .selectFrom("importRows as r")
    .innerJoin("consultations as c", (join) =>
      join.onRef("c.clinicId", "=", "r.clinicId").onRef("c.id", "=", "r.consultationId"),
    )
    .select(["r.rowNo", "c.id", "c.patientId"])
    .where("r.clinicId", "=", clinic.id)
    .where("r.importId", "=", id)
    .where("r.state", "=", "added")
    .orderBy("r.rowNo", "desc")
    .limit(sql.lit(ROWS_AT_ONCE))
    // The lock makes a concurrent addendum wait; it then finds its consultation gone.
    .forUpdate("c")
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  const addenda = await clinic.db
    .selectFrom("consultationAddenda")
    .select("consultationId")
    .where("clinicId", "=", clinic.id)
    .where("consultationId", "in", ids)
    .execute();
  const stays = new Set(addenda.map(({ consultationId }) => consultationId));
  const goes = rows.filter((row) => !stays.has(row.id));
  const sent = rows.map((row) => ({ row_no: row.rowNo, stays: stays.has(row.id) }));
  await sql`
    update import_rows r
    set state = case when v.stays then 'stayed' else 'taken-back' end,
        reason = case when v.stays then 'Has an addendum' end
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as v (row_no integer, stays boolean)
    where r.clinic_id = ${clinic.id} and r.import_id = ${id} and r.row_no = v.row_no`.execute(clinic.db);
  if (goes.length === 0) return rows.length;
  await recordTakeBack(clinic, "consultations", goes);
  await clinic.db
    .deleteFrom("consultations")
    .where("clinicId", "=", clinic.id)
    .where(
      "id",
      "in",
      goes.map((row) => row.id),
    )
    .execute();
  const patientIds = [...new Set(goes.map(({ patientId }) => patientId))];
  await followEntries(clinic, patientIds, ["lastConsultation", "diagnosis"]);
  return rows.length;
}
