import { listCustomFields } from "#features/clinics/server/custom-fields.ts";
import type { ClinicScope } from "#server/database/db.ts";
import {
  customFieldOf,
  customTarget,
  dayFields,
  fieldOf,
  headerKey,
  type ImportKind,
  isImportTarget,
  joinedTargets,
  targetOfHeader,
} from "#shared/import-targets.ts";
import type { ImportColumn, ImportMapping } from "../contract.ts";
import type { ColumnProfile } from "./reading/profile-columns.ts";
import { readSex, sexWord } from "./values/list-values.ts";

/** The stored column; its guessed field is in the mapping. */
export type StoredColumn = { header: string; profile: ColumnProfile };

/** Guesses each column: as the clinic mapped it before, else by its header and content. */
export async function guessTargets(
  clinic: ClinicScope,
  columns: readonly StoredColumn[],
  kind: ImportKind,
): Promise<(string | null)[]> {
  const keys = columns.map(({ header }) => headerKey(header)).filter(Boolean);
  const remembered = await clinic.db
    .selectFrom("importHeaders")
    .select(["header", "target"])
    .where("clinicId", "=", clinic.id)
    .where("kind", "=", kind)
    .where("header", "in", keys.length > 0 ? keys : [""])
    .execute();
  const customFields = kind === "patients" ? await listCustomFields(clinic) : [];
  const known = new Map(remembered.map(({ header, target }) => [header, target]));
  const own = new Map(
    customFields.filter(({ isActive }) => isActive).map(({ fieldName }) => [headerKey(fieldName), fieldName]),
  );
  const taken = new Set<string>();
  return columns.map(({ header, profile }) => {
    if (profile.filled === 0) return null;
    const key = headerKey(header);
    const ownField = own.get(key);
    const said = known.get(key);
    const isStillThere = !said || isImportTarget(said, kind) || own.has(headerKey(customFieldOf(said) ?? ""));
    const guessed =
      known.has(key) && isStillThere
        ? (said ?? null)
        : ownField !== undefined
          ? customTarget(ownField)
          : targetOfHeader(header, kind);
    const target = guessed && refined(guessed, profile);
    if (target === null) return null;
    if (taken.has(fieldOf(target)) && !joinedTargets.includes(target)) return null;
    taken.add(fieldOf(target));
    return target;
  });
}

/** Orders of names and dates are guessed from the column, not from earlier lists. */
function refined(target: string, { commas, filled, dates }: ColumnProfile): string {
  if (target === "name.comma" || target === "name.first")
    return commas * 2 >= filled ? "name.comma" : target === "name.comma" ? "name.first" : target;
  const field = fieldOf(target);
  if (!dayFields.includes(field)) return target;
  if (dates.either === 0) return field;
  if (dates.monthFirst > 0 && dates.dayFirst === 0) return `${field}.month`;
  if (dates.dayFirst > 0 && dates.monthFirst === 0) return `${field}.day`;
  // Asked again, even if the previous list was answered.
  return field;
}

/** What must be answered for a column that is imported as `target`. */
export function questionsOf(
  { profile }: StoredColumn,
  target: string | null,
  mapping: Pick<ImportMapping, "shortYears" | "sexWords">,
): { asks: ImportColumn["asks"]; unknownWords: string[] } {
  const asks: ImportColumn["asks"] = [];
  const isDay = target !== null && dayFields.includes(fieldOf(target));
  if (isDay && target === fieldOf(target) && profile.dates.either > 0) asks.push("date-order");
  if (isDay && profile.dates.shortYears > 0 && !mapping.shortYears) asks.push("short-years");
  const words = target === "sex" ? Object.keys(profile.words).filter((word) => readSex(word) === null) : [];
  // A single unknown word is an error of its row; one in many rows is the list's own code.
  const codes = words.filter(
    (word) => word !== "" && (/^\d$/.test(word) || (profile.words[word] ?? 0) * 20 >= profile.filled),
  );
  if (codes.some((word) => !Object.hasOwn(mapping.sexWords, sexWord(word)))) asks.push("sex-words");
  return { asks, unknownWords: codes };
}

/** Remembers it for the clinic's next list. */
export async function rememberHeaders(
  clinic: ClinicScope,
  columns: readonly StoredColumn[],
  { kind, targets }: Pick<ImportMapping, "kind" | "targets">,
): Promise<void> {
  const rows = new Map<string, string | null>();
  for (const [index, { header, profile }] of columns.entries()) {
    const key = headerKey(header);
    if (key !== "" && profile.filled > 0 && !/^column[a-z]{1,2}$/.test(key))
      rows.set(key, targets[index] ?? null);
  }
  if (rows.size === 0) return;
  await clinic.db
    .insertInto("importHeaders")
    .values([...rows].map(([header, target]) => ({ clinicId: clinic.id, kind, header, target })))
    .onConflict((conflict) =>
      conflict
        .columns(["clinicId", "kind", "header"])
        .doUpdateSet({ target: (db) => db.ref("excluded.target") }),
    )
    .execute();
}
