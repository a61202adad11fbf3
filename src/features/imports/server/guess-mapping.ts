import { listCustomFields } from "#features/clinics/server/custom-fields.ts";
import {
  customFieldOf,
  customTarget,
  dayFields,
  fieldOf,
  type ImportKind,
  isImportTarget,
  joinedTargets,
} from "#features/imports/import-fields.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { ImportColumn, ImportMapping } from "../contract.ts";
import {
  headerKey,
  isOwnColumn,
  isOwnConsultations,
  isOwnExport,
  namedByHeader,
  ownConsultationTarget,
} from "./header-targets.ts";
import type { ColumnProfile } from "./reading/profile-columns.ts";
import { isUnknownSex, readArchived, readSex, sexWord } from "./values/list-values.ts";

/** The stored column; its guessed field is in the mapping. */
export type StoredColumn = { header: string; profile: ColumnProfile };

/** Guesses each column: as the clinic mapped it before, else by its header and content. */
export async function guessTargets(
  clinic: ClinicScope,
  columns: readonly StoredColumn[],
  kind: ImportKind,
): Promise<(string | null)[]> {
  const keys = columns.map(({ header }) => headerKey(header)).filter(Boolean);
  const stored = await clinic.db
    .selectFrom("importHeaders")
    .select(["header", "target"])
    .where("clinicId", "=", clinic.id)
    .where("kind", "=", kind)
    .where("header", "in", keys.length > 0 ? keys : [""])
    .execute();
  const customFields = kind === "patients" ? await listCustomFields(clinic) : [];
  const known = new Map(stored.map(({ header, target }) => [header, target]));
  const own = new Map(
    customFields.filter(({ isActive }) => isActive).map(({ fieldName }) => [headerKey(fieldName), fieldName]),
  );
  const headers = columns.map(({ header }) => header);
  const isOwn = isOwnExport(headers) || isOwnConsultations(headers);
  const guesses = columns.map(({ header, profile }, index): Guess | null => {
    const named = namedByHeader(header, kind);
    // "None" counts as nothing in other lists, except as a name.
    const isFilled = profile.filled > 0 || (isNamePart(named?.target) && profile.samples.some(Boolean));
    if ((!isFilled && !isOwn) || isOwnColumn(headers, index)) return null;
    const written = kind === "consultations" ? ownConsultationTarget(headers, index) : undefined;
    if (written) return { target: written, place: -3 };
    const key = headerKey(header);
    const ownField = own.get(key);
    const remembered = known.get(key);
    const isStillThere =
      !remembered || isImportTarget(remembered, kind) || own.has(headerKey(customFieldOf(remembered) ?? ""));
    if (known.has(key) && isStillThere) return { target: remembered ?? null, place: -2 };
    if (ownField !== undefined) return { target: customTarget(ownField), place: -1 };
    if (kind === "patients" && STATUSES.has(key) && isOfStatuses(profile))
      return { target: "recordStatus", place: 0 };
    return named && couldBe(named.target, profile) ? { ...named } : null;
  });
  // "Apelyido, Pangalan": beside the surname, the name is the first name.
  const isGuessed = (target: string) => guesses.some((guess) => guess?.target === target);
  if (isGuessed("lastName") && !isGuessed("firstName"))
    for (const guess of guesses)
      if (guess && guess.place >= 0 && guess.target === "name.comma") guess.target = "firstName";
  const taken = new Set<string>();
  const targets: (string | null | undefined)[] = columns.map(() => undefined);
  const take = (index: number, target: string) => {
    const column = columns[index];
    const refinedTarget = column ? refined(target, column.profile) : target;
    if (taken.has(fieldOf(refinedTarget)) && !joinedTargets.includes(refinedTarget)) return;
    taken.add(fieldOf(refinedTarget));
    targets[index] = refinedTarget;
  };
  // Where several columns could be a field, the one that names it most clearly is.
  const inOrder = [...guesses.entries()].toSorted(
    ([one, left], [other, right]) => (left?.place ?? 0) - (right?.place ?? 0) || one - other,
  );
  for (const [index, guess] of inOrder)
    if (guess?.target === null) targets[index] = null;
    else if (guess) take(index, guess.target);
  for (const [index, { header, profile }] of columns.entries()) {
    if (targets[index] !== undefined || isCounted(profile)) continue;
    const target = lookOf(profile, kind);
    // Words for male and female alone say enough under any header.
    if (!isBare(header) && target !== "sex") continue;
    if (target !== null && !taken.has(fieldOf(target))) take(index, target);
  }
  // Nothing of a patient is left out: what is no field goes to the remarks.
  return columns.map(({ header, profile }, index) => {
    const target = targets[index];
    if (target !== undefined) return target;
    if (profile.filled === 0 || isOwnColumn(headers, index)) return null;
    if (
      isBare(header)
        ? isCounted(profile)
        : COUNTERS.has(headerKey(header)) && profile.counted * 2 > profile.filled
    )
      return null;
    // With a birthday the age belongs to the day on which the list was typed; an exported one is computed.
    if (isOwn && headerKey(header) === "age") return null;
    return kind === "patients" ? "remarks" : "notes";
  });
}

const isNamePart = (target: string | undefined) => target === "lastName" || target === "firstName";

type Guess = { target: string | null; place: number };

/** Columns without a header of their own. */
const isBare = (header: string) => /^Column [A-Z]{1,2}$/.test(header);

/** Headers of columns that only count the rows. */
const COUNTERS = new Set([
  "no",
  "nos",
  "number",
  "num",
  "seq",
  "seqno",
  "item",
  "itemno",
  "row",
  "rowno",
  "line",
  "lineno",
  "ctr",
  "count",
  "sn",
  "srno",
  "slno",
  "bilang",
  "",
]);

/** Headers of columns that may say who is no longer a patient; also of other states, such as "Single". */
const STATUSES = new Set(["status", "patientstatus", "vitalstatus", "lifestatus", "livingstatus", "active"]);

const isOfStatuses = ({ words }: ColumnProfile): boolean => {
  const all = Object.keys(words);
  return all.length > 0 && all.every((word) => readArchived(word) !== null);
};

const isCounted = ({ filled, counted }: ColumnProfile) => filled > 0 && counted === filled;

/** A column of one letter that could be something else, by its cells: "T" of tooth, "PR" of priority. */
function couldBe(target: string, { filled, looks }: ColumnProfile): boolean {
  if (filled === 0) return true;
  const seen = Math.min(filled, 200);
  // A header of a birthday over names, a name over numbers: a shifted report.
  if (fieldOf(target) === "birthday" && (looks.name * 2 > seen || looks.number === seen)) return false;
  if (fieldOf(target) === "name" && (looks.day * 2 > seen || looks.phone * 2 > seen)) return false;
  return true;
}

/** What a column without a header is, by its cells. */
function lookOf({ filled, commas, words, looks }: ColumnProfile, kind: ImportKind): string | null {
  const most = Math.min(filled, 200) * 0.8;
  const all = Object.keys(words);
  if (kind === "patients" && all.length > 0 && all.every((word) => readSex(word) !== null)) return "sex";
  if (looks.email >= most) return "email";
  if (looks.phone >= most) return kind === "patients" ? "contactNumber" : null;
  if (looks.day >= most) return "birthday";
  if (kind === "patients" && looks.ageSex >= most) return "ageSex";
  if (kind === "patients" && looks.age >= most) return "age";
  if (looks.name >= most || commas >= most) return "name.comma";
  return null;
}

/** Orders of names and dates are guessed from the column, not from earlier lists. */
function refined(target: string, { commas, surnamesFirst = 0, filled, dates }: ColumnProfile): string {
  // One in fifty has such a surname, and in a list of given names first nobody.
  const isLastFirst = surnamesFirst * 50 >= filled && surnamesFirst > 0;
  if (target === "name.comma" || target === "name.first")
    return commas * 2 >= filled ? "name.comma" : isLastFirst ? "name.last" : "name.first";
  const field = fieldOf(target);
  if (!dayFields.includes(field)) return target;
  if (dates.either === 0) return field;
  if (dates.monthFirst > 0 && dates.dayFirst === 0) return `${field}.month`;
  if (dates.dayFirst > 0 && dates.monthFirst === 0) return `${field}.day`;
  // The user is asked again, even if the order of the previous list was chosen.
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
  const words =
    target === "sex"
      ? Object.keys(profile.words).filter((word) => readSex(word) === null && !isUnknownSex(word))
      : [];
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
