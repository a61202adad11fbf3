import { invalidField } from "#shared/errors.ts";
import { isCalendarDay, manilaDay, manilaDayRange, manilaInstant } from "#shared/formats/dates.ts";
import { fold } from "#shared/formats/name-search.ts";
import { impliedSystems, type Resource } from "../resources/resource.ts";
import type { Span } from "./source.ts";

type Coded = {
  system?: string | undefined;
  code?: string | undefined;
  /** The element does not name its system. */
  isImplied?: true;
};
type Concept = { coding?: Coded[] | undefined; text?: string | undefined } | undefined;

/**
 * One search parameter of a type. Values separated by commas are alternatives; a repeated parameter must match each
 * time.
 */
export type Parameter = {
  name: string;
  type: "token" | "date" | "reference" | "string";
  documentation: string;
  /**
   * Whether a resource matches one of the values.
   * @throws Failure for an invalid value
   */
  matcher: (value: string) => (resource: Resource) => boolean;
};

/** FHIR escapes commas within a value. */
export const valuesOf = (text: string): string[] =>
  text
    .split(/(?<!\\),/)
    .map((value) => value.replaceAll(/\\([,$|\\])/g, "$1").trim())
    .filter(Boolean);

export const anyOf =
  <Value>(read: (value: string) => Value, matches: (value: Value, resource: Resource) => boolean) =>
  (text: string) => {
    const values = valuesOf(text).map(read);
    return (resource: Resource) => values.some((value) => matches(value, resource));
  };

/** `code`, `system|code`, `system|` and `|code`. */
export function readToken(value: string): { system: string | null; code: string } {
  const bar = value.indexOf("|");
  return bar < 0
    ? { system: null, code: value }
    : { system: value.slice(0, bar), code: value.slice(bar + 1) };
}

const isToken = ({ system, code }: ReturnType<typeof readToken>, coded: Coded) =>
  coded.code !== undefined &&
  (code === "" || coded.code === code) &&
  (system === null || (coded.system ?? "") === system || (system === "" && coded.isImplied === true));

export const token = <R extends Resource>(
  name: string,
  codesOf: (resource: R) => Coded[],
  documentation: string,
): Parameter => ({
  name,
  type: "token",
  documentation,
  matcher: anyOf(readToken, (wanted, resource) => codesOf(resource as R).some((one) => isToken(wanted, one))),
});

/** Of an element that is a bare code or a boolean; its system may be sent with it. */
export const impliedToken = <R extends Resource>(
  name: string,
  system: keyof typeof impliedSystems,
  codeOf: (resource: R) => string | boolean | undefined,
  documentation: string,
): Parameter =>
  token<R>(
    name,
    (resource) => {
      const code = codeOf(resource);
      return code === undefined
        ? []
        : [{ system: impliedSystems[system], code: String(code), isImplied: true }];
    },
    documentation,
  );

export const codings = (...concepts: Concept[]): Coded[] =>
  concepts.flatMap((concept) => concept?.coding ?? []);

/** Each value must be the beginning of a word, ignoring accents. */
export const startsWords =
  <R>(wordsOf: (resource: R) => string) =>
  (text: string) => {
    const begins = valuesOf(text).map((value) => value.split(/\s+/u).map(fold).filter(Boolean));
    return (resource: unknown) => {
      const words = wordsOf(resource as R)
        .split(/[\s,]+/u)
        .map(fold);
      return begins.some((wanted) => wanted.every((begin) => words.some((word) => word.startsWith(begin))));
    };
  };

/** The parameter `name`. */
export const byName = <R extends Resource>(wordsOf: (resource: R) => string): Parameter => ({
  name: "name",
  type: "string",
  documentation: "The beginning of each word.",
  matcher: startsWords(wordsOf),
});

export type Compared = "eq" | "gt" | "ge" | "lt" | "le";

const pad = (count: number) => String(count).padStart(2, "0");

/** The first and last instant of a day, month or year in Manila; the precision of an instant is that of its text. */
function spanOf(text: string): { from: number; to: number } | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? [];
  if (year) {
    const first = `${year}-${month ?? "01"}-${day ?? "01"}`;
    if (!isCalendarDay(first)) return null;
    const after = new Date(`${first}T00:00:00Z`);
    if (day) after.setUTCDate(after.getUTCDate() + 1);
    else if (month) after.setUTCMonth(after.getUTCMonth() + 1);
    else after.setUTCFullYear(after.getUTCFullYear() + 1);
    const end = `${after.getUTCFullYear()}-${pad(after.getUTCMonth() + 1)}-${pad(after.getUTCDate())}`;
    return { from: manilaInstant(first, 0).getTime(), to: manilaInstant(end, 0).getTime() };
  }
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.test(text)) return null;
  const from = Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}+08:00`);
  if (Number.isNaN(from)) return null;
  const length = /T\d\d:\d\d(Z|[+-]|$)/.test(text) ? 60_000 : text.includes(".") ? 1 : 1000;
  return { from, to: from + length };
}

export function readDate(name: string, value: string): { compared: Compared; from: number; to: number } {
  const [, prefix = "eq", rest = ""] = /^([a-z]{2})?(.*)$/.exec(value) ?? [];
  const span = spanOf(rest);
  if (!span || !["eq", "gt", "ge", "lt", "le"].includes(prefix))
    throw invalidField(
      name,
      "Send a date like 2026-11-20 or an instant with its zone, with eq, gt, ge, lt or le before it.",
    );
  return { compared: prefix as Compared, ...span };
}

type ReadDate = ReturnType<typeof readDate>;

type Times = { from: number; to: number };

/**
 * R4 compares what a date may be: a result known by its day alone may be later than any instant of that day but the
 * last, and earlier than any but the first.
 */
const isAt = ({ compared, from, to }: ReadDate, known: Times): boolean =>
  ({
    eq: known.from >= from && known.to <= to,
    gt: known.to > to,
    ge: known.to > from,
    lt: known.from < from,
    le: known.from < to,
  })[compared];

export const date = <R extends Resource>(
  name: string,
  dateOf: (resource: R) => string | undefined,
  documentation: string,
): Parameter => ({
  name,
  type: "date",
  documentation,
  matcher: anyOf(
    (value) => readDate(name, value),
    (wanted, resource) => {
      const span = spanOf(dateOf(resource as R) ?? "");
      return span !== null && isAt(wanted, span);
    },
  ),
});

/** The first instant of the Manila day of an instant, and of the next day unless it is the first itself. */
const dayStart = (at: number) => manilaDayRange(manilaDay(new Date(at))).start.getTime();
const dayEnd = (at: number) =>
  dayStart(at) === at ? at : manilaDayRange(manilaDay(new Date(at))).end.getTime();

/**
 * The index condition, by whole days, since what is known by its day is stored with any instant of it. With several
 * values of one parameter there is none.
 */
export function spanOfValues(name: string, texts: readonly string[]): Span {
  let from = Number.NEGATIVE_INFINITY;
  let to = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    const values = valuesOf(text);
    const [only] = values;
    if (values.length !== 1 || only === undefined) continue;
    const read = readDate(name, only);
    const { compared } = read;
    if (compared === "eq" || compared === "ge") from = Math.max(from, dayStart(read.from));
    if (compared === "gt") from = Math.max(from, dayStart(read.to));
    if (compared === "eq" || compared === "le") to = Math.min(to, dayEnd(read.to));
    if (compared === "lt") to = Math.min(to, dayEnd(read.from));
  }
  const iso = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : undefined);
  return { from: iso(from), to: iso(to) };
}

/** Whether a resource was changed at an instant or later. */
export function changedSince(name: string, text: string): (resource: Resource) => boolean {
  const span = /T/.test(text) ? spanOf(text) : null;
  if (!span) throw invalidField(name, "Send an instant with its zone: 2026-11-20T08:00:00+08:00.");
  return ({ meta }) => Date.parse(meta?.lastUpdated ?? "") >= span.from;
}

export const lastUpdated = date<Resource>(
  "_lastUpdated",
  ({ meta }) => meta?.lastUpdated,
  "When it was changed last.",
);

/** `12`, `Patient/12` and the URL of one; null for anything else. */
export function readPatient(value: string): number | null {
  const [, id] = /^(?:(?:https?:\/\/\S+\/)?Patient\/)?([1-9]\d{0,14})$/.exec(value.trim()) ?? [];
  return id === undefined ? null : Number(id);
}
