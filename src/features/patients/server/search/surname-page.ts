import { type SqlBool, sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { shapedQuery } from "#server/database/shaped-query.ts";
import { searchWords } from "#shared/formats/name-search.ts";
import { patientListColumns } from "../patient-columns.ts";
import type { PatientSelection } from "./patient-filter.ts";
import { type Archived, ofClinic } from "./patient-hits.ts";

type Surnames = { clinicId: number; from: string; to: string; afterId?: number | undefined };

const surnamePage = shapedQuery(
  (db, { afterId, ...values }: Surnames, form: { archived: Archived } & { rowsToRead: number }) => {
    const text = sql<string>`patients.search_text collate "C"`;
    // The end of the range is compared on the page's rows: for a range between two parameters PostgreSQL expects
    // fewer rows than a page has, and may then sort all of them instead of stopping early in the index.
    const named = ofClinic(db, values.clinicId, form.archived)
      .where(text, ">=", values.from)
      .select(["patients.id", "patients.createdAt", text.as("key")]);
    const last = named.where("patients.id", "=", afterId ?? 0).where(text, "<", values.to);
    const page = (
      afterId === undefined
        ? named
        : named.where(text, ">=", sql<string>`(select key from (${last}) as last)`).where(
            sql<SqlBool>`not exists (select from (${last}) as last
                where key = patients.search_text and (patients.created_at, patients.id) >= (last.created_at, last.id))`,
          )
    )
      .orderBy(text)
      .orderBy("patients.createdAt", "desc")
      .orderBy("patients.id", "desc")
      .limit(sql.lit(form.rowsToRead));
    return db
      .with("onThePage", () => page)
      .selectFrom("onThePage")
      .innerJoin("patients", "patients.id", "onThePage.id")
      .select(patientListColumns)
      .where("patients.clinicId", "=", values.clinicId)
      .where("onThePage.key", "<", values.to)
      .orderBy("onThePage.key")
      .orderBy("onThePage.createdAt", "desc")
      .orderBy("onThePage.id", "desc");
  },
);

/** Sorts after every letter. */
const END = "\u{10ffff}";

/**
 * The word of a search that is a single word of letters, such as the first letters of a surname: then surnames are
 * the best matches, and a page full of them is read from the index by name. Patient numbers have digits.
 */
export function surnameAlone({ search = "", archived, ...filters }: PatientSelection): string | undefined {
  const [word, ...others] = searchWords(search);
  const isAlone = others.length === 0 && archived !== "with" && !Object.values(filters).some(Boolean);
  return isAlone && word && !/\p{N}/u.test(word) ? word : undefined;
}

/** By name, in the index's order. None when `afterId` matches by something else than the surname. */
export const pageOfSurname = (
  clinic: ClinicScope,
  surname: string,
  { clinicId, afterId }: { clinicId: number; afterId: number | undefined },
  form: { archived: Archived; rowsToRead: number },
) => surnamePage(clinic, { clinicId, from: surname, to: surname + END, afterId }, form);
