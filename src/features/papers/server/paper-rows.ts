import { type RawBuilder, sql } from "kysely";
import type { ClinicPaper, RequestedItem } from "#features/papers/contract.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import { confidentialityOf } from "#server/database/confidential.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { newestFirst, type PageOfRows } from "#server/http/newest-first.ts";
import type { Kit } from "#server/kit.ts";
import { namedDoctorOf, withNamedDoctor } from "#server/paper-doctor.ts";
import { requirePatient } from "#server/patient/require-patient.ts";
import { notFound } from "#shared/errors.ts";
import { manilaDayRange } from "#shared/formats/dates.ts";
import { codeOf } from "./paper-code.ts";

/** The tests of each specimen of a patient that have a result: read once for all requests. */
const withFound = (clinic: ClinicScope, patientId: number) =>
  clinic.db.with(
    (cte) => cte("found").materialized(),
    (db) =>
      db
        .selectFrom("results as r")
        .select([
          "r.id",
          "r.panel",
          "r.collectedAt",
          "r.createdAt",
          sql<string[]>`array(select v.value ->> 'analyte' from jsonb_array_elements(r.result_values) v
                                where v.value ->> 'flag' is distinct from 'X')`.as("analytes"),
        ])
        .where("r.clinicId", "=", clinic.id)
        .where("r.patientId", "=", patientId)
        .where("r.resultState", "<>", sql.lit("entered_in_error")),
  );

/**
 * Whether results `t` answer item `i` of paper `p`: of one of its panels, with one of its tests, collected on the paper's
 * day or later. One that was recorded when the request was written is the reason for repeating a test, and no answer to
 * it; unless the request has the date of an earlier day.
 */
const answersItem = sql<boolean>`t.panel = any (i.panels) and t.analytes && coalesce(i.analytes, t.analytes)
    and t.collected_at >= (p.day::timestamp at time zone 'Asia/Manila')
    and (t.created_at >= p.created_at or p.created_at >= ((p.day + 1)::timestamp at time zone 'Asia/Manila'))`;

const isAnswered = sql<boolean>`exists (select from found t where ${answersItem})`;

/** Of an item: its state, if `answered` says whether a result answers it. */
const stateOf = (answered: RawBuilder<boolean>) =>
  sql<
    RequestedItem["state"]
  >`case when i.state <> 'open' then i.state when ${answered} then 'answered' else 'out' end`;

const selectPapers = (clinic: ClinicScope, patientId: number) =>
  withFound(clinic, patientId)
    .selectFrom("clinicPapers as p")
    .select([
      "p.id",
      "p.clinicId",
      "p.patientId",
      "p.number",
      sql<ClinicPaper["kind"]>`p.kind`.as("kind"),
      "p.title",
      "p.day",
      sql<ClinicPaper["state"]>`p.state`.as("state"),
      "p.codeSeed",
      sql<ClinicPaper["sheet"]>`p.sheet`.as("sheet"),
      sql<RequestedItem[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', i.id, 'label', i.label, 'state', ${stateOf(isAnswered)}) order by i.id)
        from requested_items i where i.clinic_id = p.clinic_id and i.paper_id = p.id), '[]')`.as("items"),
      "p.preparedById",
      nameOfUser(clinic, "p.preparedById").as("preparedByName"),
      namedDoctorOf(clinic, { practitioner: "p.practitionerId" }).as("practitioner"),
      "p.releasedAt",
      nameOfUser(clinic, "p.withdrawnById").as("withdrawnByName"),
      "p.withdrawnAt",
      "p.withdrawReason",
      "p.createdAt",
      ...confidentialityOf(clinic, "p", "prepared_by_id"),
    ])
    .where("p.clinicId", "=", clinic.id)
    .where("p.patientId", "=", patientId);

type Row = Awaited<ReturnType<ReturnType<typeof selectPapers>["executeTakeFirstOrThrow"]>>;
export type PaperRow = Omit<Row, "codeSeed">;
type Key = Pick<Kit, "signingKey">;

const listRows = (clinic: ClinicScope, patientId: number, page: PageOfRows): Promise<Row[]> =>
  newestFirst(selectPapers(clinic, patientId), { instant: "p.createdAt", id: "p.id" }, page).execute();

const withCode = ({ codeSeed, ...paper }: Row, key: Key): ClinicPaper => ({
  ...withNamedDoctor(paper),
  code: codeOf(key, paper.clinicId, codeSeed),
});

/** A patient's papers without their codes, newest first. */
export async function listPapers(
  clinic: ClinicScope,
  patientId: number,
  page: PageOfRows = {},
): Promise<PaperRow[]> {
  const rows = await listRows(clinic, patientId, page);
  return rows.map((row) => {
    const { codeSeed: _, ...paper } = row;
    return paper;
  });
}

export async function listWithCodes(
  clinic: ClinicScope,
  patientId: number,
  page: PageOfRows,
  key: Key,
): Promise<ClinicPaper[]> {
  const rows = await listRows(clinic, patientId, page);
  if (rows.length === 0) await requirePatient(clinic, patientId);
  return rows.map((row) => withCode(row, key));
}

export async function findPaper(
  clinic: ClinicScope,
  patientId: number,
  id: number,
  key: Key,
): Promise<ClinicPaper> {
  const row = await selectPapers(clinic, patientId)
    .where("p.id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Paper"));
  return withCode(row, key);
}

/** A paper of a visit; `items` with the first result that answers each. */
export type PaperOfDay = Pick<
  ClinicPaper,
  "id" | "kind" | "title" | "number" | "state" | "createdAt" | "isConfidential"
> & { items: (Pick<RequestedItem, "label" | "state"> & { resultId: number | null })[] };

/**
 * The patient's papers of Manila days (inclusive), and every released request: a result belongs to the one that it
 * answers, whenever that was written. In the order of writing.
 */
export const listPapersOfVisits = (
  clinic: ClinicScope,
  patientId: number,
  { from, to }: { from: string; to: string },
): Promise<PaperOfDay[]> =>
  withFound(clinic, patientId)
    .selectFrom("clinicPapers as p")
    .leftJoinLateral(
      sql<{ items: PaperOfDay["items"] | null }>`(
        select jsonb_agg(jsonb_build_object('label', i.label, 'state', ${stateOf(sql`answer.id is not null`)},
                                            'resultId', answer.id) order by i.id) as items
        from requested_items i
          left join lateral (
            select t.id from found t where ${answersItem} order by t.collected_at, t.id limit 1
          ) answer on true
        where i.clinic_id = p.clinic_id and i.paper_id = p.id)`.as("asked"),
      (join) => join.onTrue(),
    )
    .select([
      "p.id",
      sql<ClinicPaper["kind"]>`p.kind`.as("kind"),
      "p.title",
      "p.number",
      sql<ClinicPaper["state"]>`p.state`.as("state"),
      "p.createdAt",
      sql<boolean>`p.confidential_to_id is not null`.as("isConfidential"),
      sql<PaperOfDay["items"]>`coalesce(asked.items, '[]')`.as("items"),
    ])
    .where("p.clinicId", "=", clinic.id)
    .where("p.patientId", "=", patientId)
    .where((is) =>
      is.or([
        is.and([
          is("p.createdAt", ">=", manilaDayRange(from).start.toISOString()),
          is("p.createdAt", "<", manilaDayRange(to).end.toISOString()),
        ]),
        is.and([is("p.state", "=", sql.lit("final")), is(sql`asked.items`, "is not", null)]),
      ]),
    )
    .orderBy("p.createdAt")
    .orderBy("p.id")
    .execute();

/** The limit of requests whose items are listed. */
const MOST_OPEN = 20;

type OpenRequest = { paperId: number; title: string; since: string; labels: string[] };

/** Released requests with open items, newest first. */
export const listOpenRequests = (clinic: ClinicScope, patientId: number): Promise<OpenRequest[]> =>
  withFound(clinic, patientId)
    .selectFrom("requestedItems as i")
    .innerJoin("clinicPapers as p", (join) =>
      join.onRef("p.clinicId", "=", "i.clinicId").onRef("p.id", "=", "i.paperId"),
    )
    .select([
      "p.id as paperId",
      "p.title",
      "p.createdAt as since",
      sql<string[]>`jsonb_agg(i.label order by i.id)`.as("labels"),
    ])
    .where("i.clinicId", "=", clinic.id)
    .where("i.patientId", "=", patientId)
    .where("i.state", "=", sql.lit("open"))
    .where("p.clinicId", "=", clinic.id)
    .where("p.state", "=", sql.lit("final"))
    .where(sql<boolean>`not ${isAnswered}`)
    .groupBy(["p.id", "p.title", "p.createdAt"])
    .orderBy("p.createdAt", "desc")
    .limit(sql.lit(MOST_OPEN))
    .execute();

/** The limit of a request's listed items. */
const NAMED = 3;

/** "CBC with platelet count, Urinalysis and 2 more". */
export function openInWords({ labels }: OpenRequest): string {
  const named = labels.slice(0, NAMED).map((label) => (label.length > 60 ? `${label.slice(0, 59)}…` : label));
  const more = labels.length - named.length;
  return more > 0 ? `${named.join(", ")} and ${more} more` : named.join(", ");
}
