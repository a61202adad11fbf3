import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import type { Database } from "#server/database/db.types.ts";
import { shapedQuery } from "#server/database/shaped-query.ts";
import { searchWords } from "#shared/formats/names.ts";
import { patientListColumns } from "./patient-columns.ts";
import type { PatientSelection } from "./patient-filter.ts";
import { type Archived, hits, type Selected, waysToFind } from "./patient-hits.ts";

/** Patterns of the search text, which begins with surname and given names (`patient_search_text`). */
export type RankPatterns = { numbers: string[]; names: string[]; surnames: string[]; givenNames: string[] };

/**
 * What makes a patient a better match, best first: the patient number; surname and first name, in either order; the
 * surname; the first name. Whoever was found by something else comes last.
 */
export function rankPatterns(search: string): RankPatterns {
  const words = searchWords(search);
  const all = words.join("");
  const names = words.slice(1).flatMap((_, cut) => {
    const front = words.slice(0, cut + 1).join("");
    const back = words.slice(cut + 1).join("");
    return [`${front}%;${back}%`, `${back}%;${front}%`];
  });
  return {
    numbers: [`%#${all}|%`],
    names: [`${all}%`, ...names],
    surnames: words.map((word) => `${word}%`),
    givenNames: words.map((word) => `%;${word}%`),
  };
}

const BORN = 1;
const OTHERS = 4;

const rankOf = ({ numbers, names, surnames, givenNames }: RankPatterns) => sql<number>`
  case when ${isLike(numbers)} then 0 when ${isLike(names)} then 1 when ${isLike(surnames)} then 2
       when ${isLike(givenNames)} then 3 else ${sql.lit(OTHERS)} end`;

const isLike = (patterns: string[]) =>
  sql.join(
    patterns.map((pattern) => sql<SqlBool>`patients.search_text like ${pattern}`),
    sql` or `,
  );

/** Those of one rank by name, the others newest first. */
const keyOf = (rank: RawBuilder<number>, text: RawBuilder<unknown>) =>
  sql<string>`case when ${rank} < ${sql.lit(OTHERS)} then ${text} else '' end collate "C"`;

type BestValues = Selected & RankPatterns & { afterId?: number | undefined };
type Found = { archived: Archived };

/** The ids of what a search found, best first, with the total before `afterId`, behind which they begin. */
function bestIds(
  db: Kysely<Database>,
  { afterId, numbers, names, surnames, givenNames, ...selected }: BestValues,
  { archived }: Found,
) {
  const rank = rankOf({ numbers, names, surnames, givenNames });
  const [byText, byBirthday] = waysToFind(selected).map((by) =>
    hits(db, selected, { sort: "best", archived, by }).select([
      "patients.id",
      "patients.createdAt",
      "patients.searchText",
      (by === "text" ? rank : sql<number>`${sql.lit(BORN)}`).as("rank"),
    ]),
  );
  if (!byText) throw new Error("A search compares the text at least.");
  // A patient may be found by both the text and the birthday, and is listed once.
  const found = byBirthday
    ? db
        .selectFrom(byText.unionAll(byBirthday).as("either"))
        .select(["id", "createdAt", "searchText", (either) => either.fn.min<number>("rank").as("rank")])
        .groupBy(["id", "createdAt", "searchText"])
    : byText;
  const ranked = db
    .selectFrom(found.as("found"))
    .select(["id", "createdAt", "rank", keyOf(sql.ref("rank"), sql.ref("searchText")).as("key")]);
  const inOrder = db
    .selectFrom(ranked.as("ranked"))
    .select(["ranked.id", "ranked.createdAt", "ranked.rank", "ranked.key"])
    .select((one) => one.fn.countAll<number>().over().as("total"))
    .orderBy("ranked.rank")
    .orderBy("ranked.key")
    .orderBy("ranked.createdAt", "desc")
    .orderBy("ranked.id", "desc");
  if (afterId === undefined) return inOrder;
  const { bornFrom, bornTo } = selected;
  const lastRank =
    bornFrom === undefined
      ? rank
      : sql<number>`least(${rank}, case when patients.birthday between ${bornFrom} and ${bornTo} then ${sql.lit(BORN)} end)`;
  const last = db
    .selectFrom("patients")
    .where("clinicId", "=", selected.clinicId)
    .where("id", "=", afterId)
    .select([
      "id as lastId",
      "createdAt as lastCreatedAt",
      lastRank.as("lastRank"),
      keyOf(lastRank, sql.ref("searchText")).as("lastKey"),
    ]);
  return inOrder
    .innerJoin(last.as("last"), (join) => join.onTrue())
    .where(
      sql<SqlBool>`((ranked.rank, ranked.key) > (last_rank, last_key)
                  or (ranked.rank, ranked.key) = (last_rank, last_key)
                     and (ranked.created_at, ranked.id) < (last_created_at, last_id))`,
    );
}

const bestPage = shapedQuery((db, values: BestValues, form: Found & { rowsToRead: number }) =>
  db
    .with("onThePage", () => bestIds(db, values, form).limit(sql.lit(form.rowsToRead)))
    .selectFrom("onThePage")
    .innerJoin("patients", "patients.id", "onThePage.id")
    .select(patientListColumns)
    .select("onThePage.total")
    .where("patients.clinicId", "=", values.clinicId)
    .orderBy("onThePage.rank")
    .orderBy("onThePage.key")
    .orderBy("onThePage.createdAt", "desc")
    .orderBy("onThePage.id", "desc"),
);

const allBest = shapedQuery((db, values: BestValues, form: Found) =>
  db.selectFrom(bestIds(db, values, form).as("best")).select("best.id"),
);

/**
 * What a search found, best first. All of it has to be compared, so the index that covers the search is read to its
 * end; the total comes with it.
 */
export async function pageOfBestMatches(
  clinic: ClinicScope,
  { archived, search = "" }: PatientSelection,
  values: Selected & { afterId: number | undefined },
  { rowsToRead }: { rowsToRead: number },
) {
  const found = await bestPage(clinic, { ...values, ...rankPatterns(search) }, { archived, rowsToRead });
  const total = values.afterId === undefined ? (found[0]?.total ?? 0) : undefined;
  return { rows: found.map(({ total: _, ...row }) => row), total };
}

export async function everyBestMatch(
  clinic: ClinicScope,
  { archived, search = "" }: PatientSelection,
  values: Selected,
): Promise<number[]> {
  const found = await allBest(clinic, { ...values, ...rankPatterns(search) }, { archived });
  return found.map(({ id }) => id);
}
