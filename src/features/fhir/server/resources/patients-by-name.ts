import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { searchWords } from "#shared/formats/name-search.ts";
import type { Source, Wanted } from "../search/source.ts";
import { asPatient, selectPatients } from "./patient.ts";

type Key = { id: number; key: string };

/** Keys come from an index that covers the condition, then the rows of one page. */
const byKeys = (keysOf: (clinic: ClinicScope, wanted: Wanted) => Promise<Key[]>): Source => ({
  prefix: "",
  isByTime: false,
  async read(clinic, wanted) {
    const keys = await keysOf(clinic, wanted);
    const end = keys.at(-1);
    if (!end) return { found: [], last: null };
    const rows = await selectPatients(clinic)
      .where(sql<boolean>`patients.id = any (${`{${keys.map(({ id }) => id).join()}}`}::bigint[])`)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    // A patient who was deleted between the two reads is omitted.
    const found = keys.flatMap(({ id, key }) => {
      const row = byId.get(id);
      return row ? [{ place: { key, id }, patientId: id, resources: [asPatient(row)] }] : [];
    });
    return { found, last: keys.length < wanted.limit ? null : { key: end.key, id: end.id } };
  },
});

/** Sorts after every letter. */
const END = "\u{10ffff}";
const text = sql<string>`patients.search_text collate "C"`;

/**
 * Archived ones last, since the indexes begin with that column. A literal, so that each part is one range of the
 * index.
 */
const bothParts = (part: (isArchived: boolean) => Source): Source[] => [part(false), part(true)];

/** The search text begins with the surname. The cursor contains only the id: the text also holds phone numbers. */
export const bySurname = (folded: string): Source[] =>
  folded === ""
    ? []
    : bothParts((isArchived) =>
        byKeys((clinic, { after, limit }) => {
          let query = clinic.db
            .selectFrom("patients")
            .select(["patients.id", sql<string>`''`.as("key")])
            .where("patients.clinicId", "=", clinic.id)
            .where("patients.isArchived", "=", sql.lit(isArchived))
            .where(text, ">=", folded)
            .where(text, "<", folded + END);
          if (after) {
            const last = sql<string>`(select p.search_text collate "C" from patients p
                                      where p.clinic_id = ${clinic.id} and p.id = ${after.id}::bigint)`;
            const than = sql.raw(after.isWithin ? ">=" : ">");
            query = query
              .where(text, ">=", last)
              .where(sql<boolean>`(${text} > ${last} or patients.id ${than} ${after.id}::bigint)`);
          }
          return query.orderBy(text).orderBy("patients.id").limit(sql.lit(limit)).execute();
        }),
      );

/** Newest first: no index begins with a given name, but one covers the text in this order. */
export function byGivenNames(typed: string): Source[] {
  const words = searchWords(typed);
  if (words.length === 0) return [];
  return bothParts((isArchived) =>
    byKeys((clinic, { after, limit }) => {
      let query = clinic.db
        .selectFrom("patients")
        .select(["patients.id", sql<string>`patients.created_at::text`.as("key")])
        .where("patients.clinicId", "=", clinic.id)
        .where("patients.isArchived", "=", sql.lit(isArchived));
      for (const word of words) query = query.where("patients.searchText", "like", `%${word}%`);
      if (after)
        query = query.where(
          sql<boolean>`(patients.created_at, patients.id) ${sql.raw(after.isWithin ? "<=" : "<")}
                       (${after.key}::timestamptz, ${after.id}::bigint)`,
        );
      return query
        .orderBy("patients.createdAt", "desc")
        .orderBy("patients.id", "desc")
        .limit(sql.lit(limit))
        .execute();
    }),
  );
}
