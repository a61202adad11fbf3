import type { SelectQueryBuilder } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import type { Database } from "#server/database/db.types.ts";
import { newestFirst } from "#server/http/newest-first.ts";
import { requirePatient } from "#server/patient/require-patient.ts";

export type WantedPage = { limit?: number | undefined; cursor?: string | undefined };

/**
 * A patient's visits, newest first: all of them without a limit, else those after the cursor, plus one row if there
 * is another page. The total comes with the first page.
 */
export async function visitsOfPatient<Row>(
  clinic: ClinicScope,
  patientId: number,
  visits: SelectQueryBuilder<Database, "consultations", Row>,
  { limit, cursor }: WantedPage,
): Promise<{ rows: Row[]; total: number | undefined }> {
  const ofPatient = visits.where("patientId", "=", patientId);
  const page = newestFirst(ofPatient, { instant: "createdAt", id: "id" }, { limit, cursor });
  const rows = await page.execute();
  if (rows.length === 0) await requirePatient(clinic, patientId);
  const counted =
    limit !== undefined && cursor === undefined
      ? await ofPatient
          .clearSelect()
          .select((db) => db.fn.countAll<number>().as("total"))
          .executeTakeFirst()
      : undefined;
  return { rows, total: counted?.total };
}
