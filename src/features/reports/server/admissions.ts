import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import { comparedWith, conditionsOf } from "#features/patients/server/search/patient-filter.ts";
import type { Admission, AdmissionFilter, AdmissionSort, AdmissionView } from "#features/reports/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { Database } from "#server/database/db.types.ts";
import { fromCursor } from "#server/http/cursor.ts";
import { everyRow, idsAsArray, idsAsText, idsInText } from "#server/http/every-row.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { type AgeSource, yearsAt } from "#shared/clinical/age.ts";
import { invalidField } from "#shared/errors.ts";
import { addDays, manilaDayRange } from "#shared/formats/dates.ts";

/** Whether the stays are filtered or ordered by, and so read first. */
const isByStay = (selection: AdmissionSelection): boolean =>
  selection.show === "recent" || orderOf(selection).column.startsWith("stay.");

/** Characters of a diagnosis in a list or on paper. */
const LISTED_LETTERS = 500;

/** Days of Recently Discharged, including today. */
const RECENT_DAYS = 7;

export type AdmissionSelection = { show: AdmissionView; search?: string | undefined; sort: AdmissionSort };
export type AdmissionPage = { limit: number; cursor?: string | undefined };

/** @throws Failure invalid with fields.sort for an order that the view does not have. */
export function admissionSelection({
  show = "admitted",
  sort = "newest",
  search,
}: AdmissionFilter): AdmissionSelection {
  if ((sort === "longest" || sort === "shortest") && show !== "admitted")
    throw invalidField("sort", "Only the currently admitted can be ordered by their stay");
  return { show, sort, search };
}

type Order = { by: string; column: string; type: "timestamptz" | "text" | "date"; direction: "asc" | "desc" };

/** The sort columns before the patient's id, which has the same direction. */
function orderOf({ show, sort }: AdmissionSelection): Order {
  switch (sort) {
    case "newest":
      if (show === "all")
        return { by: "createdAt", column: "patients.created_at", type: "timestamptz", direction: "desc" };
      return show === "recent"
        ? { by: "dischargedAt", column: "stay.discharged_at", type: "timestamptz", direction: "desc" }
        : { by: "admittedOn", column: "stay.admitted_at", type: "date", direction: "desc" };
    case "hospital-asc":
    case "hospital-desc":
      return {
        by: "hospital",
        column: "patients.hospital",
        type: "text",
        direction: sort === "hospital-asc" ? "asc" : "desc",
      };
    case "longest":
    case "shortest":
      return {
        by: "admittedOn",
        column: "stay.admitted_at",
        type: "date",
        direction: sort === "longest" ? "asc" : "desc",
      };
  }
}

type Row = Omit<Admission, "sex" | "admissionStatus" | "age"> & {
  ageTold: AgeSource["ageTold"];
  sex: string | null;
  admissionStatus: string;
  createdAt: string;
};
type AdmissionRow = Admission & { createdAt: string };

/** The keyset columns of a page. */
export const admissionKeys =
  (selection: AdmissionSelection) =>
  (row: AdmissionRow): (string | number)[] => [
    String(row[orderOf(selection).by as "createdAt" | "dischargedAt" | "hospital" | "admittedOn"]),
    row.id,
  ];

/** One page, with one row more than the limit when there is another; the ids first, from an index in their order. */
export async function listAdmissions(
  clinic: ClinicScope,
  selection: AdmissionSelection,
  { limit, cursor }: AdmissionPage,
  today: string,
): Promise<AdmissionRow[]> {
  const { column, type, direction } = orderOf(selection);
  let ids = found(clinic, selection, today)
    .select("patients.id")
    .orderBy(sql.raw(column), direction)
    .orderBy("patients.id", direction)
    .limit(sql.lit(readSize(limit) + 1));
  if (cursor !== undefined) {
    const after = fromCursor(cursor, ["string", "number"]);
    ids = ids.where(
      sql<boolean>`(${sql.raw(column)}, patients.id) ${sql.raw(direction === "asc" ? ">" : "<")}
                   (${after[0]}::${sql.raw(type)}, ${after[1]}::bigint)`,
    );
  }
  const rows = await admissionRows(clinic, ids, today)
    .orderBy(sql.raw(column), direction)
    .orderBy("patients.id", direction)
    .execute();
  return rows.slice(0, limit + 1).map((row) => asAdmission(row, today));
}

/** The patients of the ids with their last stay. */
const admissionRows = (
  clinic: ClinicScope,
  ids: Expression<{ id: number }>,
  today: string,
  diagnosisLetters = LISTED_LETTERS,
) =>
  clinic.db
    .with("onThePage", () => ids)
    .selectFrom("onThePage")
    .innerJoin("patients", "patients.id", "onThePage.id")
    .leftJoinLateral(
      (db) =>
        db
          .selectFrom("admissions")
          .select(["admittedAt", "dischargedAt"])
          .where("admissions.clinicId", "=", clinic.id)
          .whereRef("admissions.patientId", "=", "patients.id")
          .orderBy("admissions.id", "desc")
          .limit(sql.lit(1))
          .as("stay"),
      (join) => join.onTrue(),
    )
    .select([
      "patients.id",
      "admissionNo",
      "patientName",
      ageTold(),
      "sex",
      "birthday",
      "hospital",
      "roomNumber",
      "admissionStatus",
      "createdAt",
      "stay.dischargedAt",
      sql<string>`coalesce(stay.admitted_at, patients.record_day)`.as("admittedOn"),
      sql<number>`greatest(0, coalesce(manila_day(stay.discharged_at), ${today}::date)
                               - coalesce(stay.admitted_at, patients.record_day))`.as("days"),
      sql<
        string | null
      >`left(coalesce(patients.postop_diagnosis, patients.preop_diagnosis), ${diagnosisLetters}::integer)`.as(
        "diagnosis",
      ),
      "physicianInCharge as attending",
    ])
    .where("patients.clinicId", "=", clinic.id);

/** Unordered. */
export async function admissionsOfIds(
  clinic: ClinicScope,
  ids: readonly number[],
  today: string,
  diagnosisLetters?: number,
): Promise<AdmissionRow[]> {
  const ofIds = clinic.db
    .selectFrom("patients")
    .select("patients.id")
    .where("patients.clinicId", "=", clinic.id)
    .where(sql<boolean>`patients.id = any (${idsAsArray(ids)}::bigint[])`);
  const rows = await admissionRows(clinic, ofIds, today, diagnosisLetters).execute();
  return rows.map((row) => asAdmission(row, today));
}

/** All admissions of the selection, in the list's order. */
export async function everyAdmissionId(
  clinic: ClinicScope,
  selection: AdmissionSelection,
  today: string,
): Promise<number[]> {
  const { column, direction } = orderOf(selection);
  const ids = found(clinic, selection, today).select(["patients.id", sql.raw(column).as("key")]);
  const order = sql.raw(`key ${direction}, id ${direction}`);
  const { ids: text } = await clinic.db
    .selectFrom(ids.as("found"))
    .select(idsAsText(order).as("ids"))
    .executeTakeFirstOrThrow();
  return idsInText(text);
}

/** The number of admissions in the selection. */
export async function countAdmissions(
  clinic: ClinicScope,
  selection: AdmissionSelection,
  today: string,
): Promise<number> {
  const { total } = await found(clinic, selection, today, selection.show === "recent")
    .select((db) => db.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** Every row of the selection, in chunks; without those that were deleted meanwhile. */
export async function* everyAdmission(
  clinic: ClinicScope,
  selection: AdmissionSelection,
  today: string,
): AsyncGenerator<AdmissionRow[]> {
  const ids = await everyAdmissionId(clinic, selection, today);
  const read = (one: ClinicScope, some: readonly number[]) => admissionsOfIds(one, some, today);
  for await (const rows of everyRow(clinic, ids, read)) yield rows.filter((row) => row !== null);
}

/**
 * Archived records are excluded, as in every figure. The conditions of partial indexes are literals, since a prepared
 * statement uses such an index only when it sees its condition; so is the size of a page.
 */
function found(
  clinic: ClinicScope,
  selection: AdmissionSelection,
  today: string,
  byStay = isByStay(selection),
) {
  const { show } = selection;
  const ofClinic = clinic.db
    .selectFrom("patients")
    .where("patients.clinicId", "=", clinic.id)
    .where(sql<boolean>`not patients.is_archived`)
    .where(statusCondition[show])
    .where((db) => db.and(searched(db, selection)));
  if (!byStay) return ofClinic;
  // Reads admissions in index order and each patient by key: the offset prevents PostgreSQL from reading all patients
  // of the clinic for a range of unknown length.
  return clinic.db
    .selectFrom("admissions as stay")
    .where("stay.clinicId", "=", clinic.id)
    .where(
      show === "recent"
        ? sql<boolean>`stay.discharged_at >= ${recentSince(today)}::timestamptz`
        : sql<boolean>`stay.discharged_at is null`,
    )
    .innerJoinLateral(
      ofClinic
        .select(["patients.id", "patients.hospital", "patients.createdAt"])
        .where("patients.id", "=", sql.ref<number>("stay.patient_id"))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("admissions as later")
                .where("later.clinicId", "=", clinic.id)
                .whereRef("later.patientId", "=", "patients.id")
                .where("later.id", ">", sql.ref<number>("stay.id")),
            ),
          ),
        )
        .offset(sql.lit(0))
        .as("patients"),
      (join) => join.onTrue(),
    );
}

const statusCondition = {
  admitted: sql<boolean>`patients.admission_status = 'Admitted'`,
  recent: sql<boolean>`patients.admission_status = 'Discharged'`,
  all: sql<boolean>`patients.admission_status in ('Admitted', 'Discharged')`,
} as const satisfies Record<AdmissionView, Expression<SqlBool>>;

const searched = (db: ExpressionBuilder<Database, "patients">, { search }: AdmissionSelection) =>
  conditionsOf(db, comparedWith({ search, archived: "without" }), "newest");

/** The start of the first of the recent days. */
const recentSince = (today: string) => manilaDayRange(addDays(today, 1 - RECENT_DAYS)).start.toISOString();

/** Few sizes, because each is a separate statement. */
const readSizes = [25, 50, 100, 250, 500, 1000, 2500, 10_000];
const readSize = (limit: number) => readSizes.find((size) => size >= limit) ?? limit;

/** Check constraints and the conditions above restrict both columns to the contract's values. */
const asAdmission = ({ ageTold: told, ...row }: Row, today: string): AdmissionRow =>
  ({ ...row, age: yearsAt({ birthday: row.birthday, ageTold: told }, today) }) as AdmissionRow;
