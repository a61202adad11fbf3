import type { SelectQueryBuilder } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import type { Database } from "#server/database/db.types.ts";
import { newestFirst } from "#server/http/newest-first.ts";
import { rowsOfPatient } from "#server/patient/require-patient.ts";

export type WantedPage = { limit?: number | undefined; cursor?: string | undefined };

/**
 * A patient's entries, newest first: all of them without a limit, else those after the cursor, plus one row if there
 * is another page. The total comes with the first page.
 */
export async function entriesOfPatient<Row>(
  clinic: ClinicScope,
  patientId: number,
  entries: SelectQueryBuilder<Database, "consultations", Row>,
  { limit, cursor }: WantedPage,
): Promise<{ rows: Row[]; total: number | undefined }> {
  const ofPatient = entries.where("patientId", "=", patientId);
  const page = newestFirst(ofPatient, { instant: "createdAt", id: "id" }, { limit, cursor });
  const rows = await rowsOfPatient(clinic, patientId, page.execute());
  const counted =
    limit !== undefined && cursor === undefined
      ? await ofPatient
          .clearSelect()
          .select((db) => db.fn.countAll<number>().as("total"))
          .executeTakeFirst()
      : undefined;
  return { rows, total: counted?.total };
}
