import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import type { Database } from "#server/database/db.types.ts";
import { shapedQuery } from "#server/database/shaped-query.ts";
import { namesMeant } from "#shared/formats/name-parts.ts";
import { otherWord, searchWords } from "#shared/formats/name-search.ts";
import { patientListColumns } from "../patient-columns.ts";
import type { PatientSelection } from "./patient-filter.ts";
import { type Archived, hits, type Selected, waysToFind } from "./patient-hits.ts";
import { pageOfSurname, surnameAlone } from "./surname-page.ts";

/** Patterns of the search text, which begins with surname and given names (`patient_search_text`). */
type RankPatterns = {
  numbers: string[];
  names: string[];
  surnames: string[];
  givenNames: string[];
  inSurnames: string[];
};

/**
 * The ranks of a match, best first: the patient number; surname and first name, in either order; the surname; the
 * first name; another part of the surname ("De los Santos"); anything else.
 */
function rankPatterns(search: string): RankPatterns {
  const words = searchWords(search);
  // "Santa Ana" ranks as "Sta. Ana" too.
  const others = words.map(otherWord);
  const ways = others.join() === words.join() ? [words] : [words, others];
  return {
    numbers: [`%#${words.join("")}|%`],
    names: ways
      .flatMap(namesMeant)
      .map(({ surname, given }) => (given ? `${surname}%;${given}%` : `${surname}%`)),
    surnames: [...new Set(ways.flat())].map((word) => `${word}%`),
    givenNames: [...new Set(ways.flat())].map((word) => `%;${word}%`),
    // The only space is after the surname.
    inSurnames: [...new Set(words)].map((word) => `%${word}% %`),
  };
}

const BORN = 1;
const OTHERS = 5;

const rankOf = ({ numbers, names, surnames, givenNames, inSurnames }: RankPatterns) => sql<number>`
  case when ${isLike(numbers)} then 0 when ${isLike(names)} then 1 when ${isLike(surnames)} then 2
       when ${isLike(givenNames)} then 3 when ${isLike(inSurnames)} then 4 else ${sql.lit(OTHERS)} end`;

const isLike = (patterns: string[]) =>
  sql.join(
    patterns.map((pattern) => sql<SqlBool>`patients.search_text like ${pattern}`),
    sql` or `,
  );

/** The top ranks are sorted by name, the others newest first. */
const nameWithinRank = (rank: RawBuilder<number>, text: RawBuilder<unknown>) =>
  sql<string>`case when ${rank} < ${sql.lit(OTHERS)} then ${text} else '' end collate "C"`;

type Ranked = Selected & RankPatterns;
type Found = { archived: Archived };

/** The matches of a search, each with its rank and its sort key within the rank. */
function rankedHits(
  db: Kysely<Database>,
  { numbers, names, surnames, givenNames, inSurnames, ...selected }: Ranked,
  { archived }: Found,
) {
  const rank = rankOf({ numbers, names, surnames, givenNames, inSurnames });
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
  return db
    .selectFrom(found.as("found"))
    .select(["id", "createdAt", "rank", nameWithinRank(sql.ref("rank"), sql.ref("searchText")).as("key")]);
}

/** A patient's position in that order. */
function positionOf(db: Kysely<Database>, id: number, { clinicId, bornFrom, bornTo, ...patterns }: Ranked) {
  const named = rankOf(patterns);
  const rank =
    bornFrom === undefined
      ? named
      : sql<number>`least(${named}, case when birthday between ${bornFrom} and ${bornTo} then ${sql.lit(BORN)} end)`;
  return db
    .selectFrom("patients")
    .where("clinicId", "=", clinicId)
    .where("id", "=", id)
    .select(["id", "createdAt", rank.as("rank"), nameWithinRank(rank, sql.ref("searchText")).as("key")]);
}

type PageOfBest = Ranked & { afterId?: number | undefined };

const bestPage = shapedQuery(
  (db, { afterId, ...values }: PageOfBest, form: Found & { rowsToRead: number }) => {
    const ranked = db
      .with(
        (cte) => cte("last").materialized(),
        () => positionOf(db, afterId ?? 0, values),
      )
      .selectFrom(rankedHits(db, values, form).as("ranked"));
    const isAfter = sql<boolean>`(rank, key) > (select rank, key from last)
      or (rank, key) = (select rank, key from last) and (created_at, id) < (select created_at, id from last)`;
    const page = (
      afterId === undefined ? db.selectFrom(rankedHits(db, values, form).as("ranked")) : ranked.where(isAfter)
    )
      .select(["ranked.id", "ranked.createdAt", "ranked.rank", "ranked.key"])
      .select(afterId === undefined ? sql<number>`count(*) over ()`.as("total") : sql<number>`0`.as("total"))
      .orderBy("ranked.rank")
      .orderBy("ranked.key")
      .orderBy("ranked.createdAt", "desc")
      .orderBy("ranked.id", "desc")
      .limit(sql.lit(form.rowsToRead));
    return db
      .with("onThePage", () => page)
      .selectFrom("onThePage")
      .innerJoin("patients", "patients.id", "onThePage.id")
      .select(patientListColumns)
      .select("onThePage.total")
      .where("patients.clinicId", "=", values.clinicId)
      .orderBy("onThePage.rank")
      .orderBy("onThePage.key")
      .orderBy("onThePage.createdAt", "desc")
      .orderBy("onThePage.id", "desc");
  },
);

const allBest = shapedQuery((db, values: Ranked, form: Found) =>
  db
    .selectFrom(rankedHits(db, values, form).as("ranked"))
    .select("ranked.id")
    .orderBy("ranked.rank")
    .orderBy("ranked.key")
    .orderBy("ranked.createdAt", "desc")
    .orderBy("ranked.id", "desc"),
);

/**
 * The matches of a search, best first. All of them must be ranked, so the index that covers the search is read to its
 * end, which also yields the total.
 */
export async function pageOfBestMatches(
  clinic: ClinicScope,
  { archived, search = "", ...filters }: PatientSelection,
  values: Selected & { afterId: number | undefined },
  { limit, rowsToRead }: { limit: number; rowsToRead: number },
) {
  const surname = surnameAlone({ archived, search, ...filters });
  if (surname !== undefined) {
    const rows = await pageOfSurname(clinic, surname, values, { archived, rowsToRead });
    if (rows.length > limit) return { rows };
  }
  const found = await bestPage(clinic, { ...values, ...rankPatterns(search) }, { archived, rowsToRead });
  const total = values.afterId === undefined ? (found[0]?.total ?? 0) : undefined;
  return { rows: found.map(withoutTotal), total };
}

export async function everyBestMatch(
  clinic: ClinicScope,
  { archived, search = "" }: PatientSelection,
  values: Selected,
): Promise<number[]> {
  const found = await allBest(clinic, { ...values, ...rankPatterns(search) }, { archived });
  return found.map(({ id }) => id);
}

function withoutTotal<R extends { total: number }>(row: R): Omit<R, "total"> {
  const { total: _total, ...rest } = row;
  return rest;
}
