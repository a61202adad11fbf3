import { sql } from "kysely";
import type { ExpectedBirth } from "#features/pregnancies/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { fromCursor, pageIsGone } from "#server/http/cursor.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { yearsAt } from "#shared/clinical/age.ts";
import { LONGEST_DAYS, TERM_DAYS } from "#shared/clinical/pregnancy.ts";
import { addDays, isCalendarDay, manilaDay } from "#shared/formats/dates.ts";

const WEEKS = 4;
export const BIRTHS_PER_PAGE = 50;
/** The largest limit. Two sizes are read, so that two statements are prepared. */
const MOST = 500;

/** First due first, from four weeks overdue on; one more than the limit when there is another page. */
export async function listExpectedBirths(
  clinic: ClinicScope,
  {
    weeks = WEEKS,
    limit,
    cursor,
  }: { weeks?: number | undefined; limit: number; cursor?: string | undefined },
  now: Date,
): Promise<ExpectedBirth[]> {
  const today = manilaDay(now);
  let page = clinic.db
    .selectFrom("pregnancies")
    .innerJoin("patients", (join) =>
      join.on("patients.clinicId", "=", clinic.id).onRef("patients.id", "=", "pregnancies.patientId"),
    )
    .select([
      "pregnancies.id",
      "pregnancies.patientId",
      "patients.patientName",
      "patients.admissionNo",
      "patients.birthday",
      ageTold(),
      "patients.sex",
      "patients.contactNumber",
      sql<string>`pregnancies.due_on`.as("dueOn"),
      sql<ExpectedBirth["datedBy"]>`case when pregnancies.edc is null then 'lmp' else 'ultrasound' end`.as(
        "datedBy",
      ),
    ])
    .where("pregnancies.clinicId", "=", clinic.id)
    .where("pregnancies.state", "=", sql.lit("open"))
    .where("pregnancies.dueOn", ">=", addDays(today, TERM_DAYS - LONGEST_DAYS))
    .where("pregnancies.dueOn", "<=", addDays(today, weeks * 7))
    .where("patients.isArchived", "=", sql.lit(false))
    .orderBy("pregnancies.dueOn")
    .orderBy("pregnancies.id")
    .limit(sql.lit((limit > BIRTHS_PER_PAGE ? MOST : BIRTHS_PER_PAGE) + 1));
  if (cursor !== undefined) {
    const [day, id] = fromCursor(cursor, ["string", "number"]);
    if (!isCalendarDay(day)) throw pageIsGone();
    page = page.where(sql<boolean>`(pregnancies.due_on, pregnancies.id) > (${day}::date, ${id}::bigint)`);
  }
  const rows = await page.execute();
  return rows.slice(0, limit + 1).map(({ birthday, ageTold: told, sex, ...row }) => ({
    ...row,
    birthday,
    age: yearsAt({ birthday, ageTold: told }, today),
    sex: sex as ExpectedBirth["sex"],
  }));
}
