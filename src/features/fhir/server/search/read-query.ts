import { FHIR_PAGE } from "#features/fhir/contract.ts";
import { Failure, invalidField } from "#shared/errors.ts";
import type { Resource } from "../resources/resource.ts";
import { lastUpdated, readDate, readPatient, spanOfValues, valuesOf } from "./parameters.ts";
import type { SearchRequest } from "./read-page.ts";
import type { Anchor, SearchedType } from "./searched-type.ts";

export type Query = Readonly<Record<string, string | readonly string[]>>;

/** Parameters of every search besides those of its type. */
const ofEverySearch = [
  "_id",
  "_count",
  "_lastUpdated",
  "_page",
  "_summary",
  "_elements",
  "_total",
  "_format",
  "_pretty",
] as const;

export const repeated = (value: string | readonly string[]): readonly string[] =>
  typeof value === "string" ? [value] : value;

/** Many ids at once are as expensive as many searches. */
const MOST_VALUES = 200;

/** 0 asks for the number of matches alone. */
export function countOf(query: Query): number {
  const [value] = repeated(query._count ?? String(FHIR_PAGE.usual));
  const count = /^\d{1,15}$/.test(value ?? "") ? Number(value) : Number.NaN;
  if (Number.isNaN(count))
    throw invalidField("_count", `Send a whole number; a page has at most ${FHIR_PAGE.most}.`);
  return Math.min(count, FHIR_PAGE.most);
}

export function requireJson(query: Query): void {
  const [format] = repeated(query._format ?? "json");
  // A plus in an address is read as a space.
  if (!/^(?:json|(?:application|text)\/(?:fhir[+ ])?json)(?:;|$)/.test(format ?? ""))
    throw new Failure("not_acceptable", "Only JSON is served: application/fhir+json.", {
      fields: { _format: "Use json." },
    });
}

/** @throws Failure with an issue for each unknown parameter */
export function refuseUnknown(query: Query, known: readonly string[]): void {
  const unknown = Object.keys(query).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const words = `Not known here. Known are ${known.join(", ")}. With "Prefer: handling=lenient" it is ignored.`;
  throw new Failure("invalid", `Unknown parameters: ${unknown.slice(0, 10).join(", ")}.`, {
    fields: Object.fromEntries(unknown.slice(0, 10).map((name) => [name.slice(0, 100), words])),
  });
}

export const parametersOf = (searched: SearchedType): string[] => [
  ...ofEverySearch,
  ...(searched.isOfPatients ? ["patient"] : []),
  ...(searched.anchors ?? []).map(({ name }) => name),
  ...searched.parameters.map(({ name }) => name),
];

/** Without unknown parameters, for `handling=lenient`. */
export const knownPart = (query: Query, known: readonly string[]): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => known.includes(name)));

function onePatient(value: string | readonly string[]): number {
  const [only, ...others] = repeated(value);
  const id = only === undefined || others.length > 0 ? null : readPatient(only);
  if (id === null) throw invalidField("patient", "Send the id of one patient: 12 or Patient/12.");
  return id;
}

function idsOf(value: string | readonly string[]): string[] {
  const [only, ...others] = repeated(value).map(valuesOf);
  const ids = only ?? [];
  const both = ids.filter((id) => others.every((more) => more.includes(id)));
  if (both.length > MOST_VALUES) throw invalidField("_id", `Send at most ${MOST_VALUES} ids.`);
  return both;
}

/** Of the indexed parameters, the one that reads the fewest rows: they are listed in this order. */
function anchorOf(anchors: readonly Anchor[], query: Query): { anchor: Anchor; value: string } | null {
  const given = anchors.flatMap((anchor) => {
    const [value] = repeated(query[anchor.name] ?? []);
    return value?.trim() ? [{ anchor, value }] : [];
  });
  const [first, second] = given;
  // A range of birthdays may match every patient.
  const isWide =
    first?.anchor.type === "date" &&
    readDate(first.anchor.name, valuesOf(first.value)[0] ?? "").compared !== "eq";
  return (isWide ? second : null) ?? first ?? null;
}

/** @throws Failure where a parameter is unknown or invalid, or the search would read the whole clinic */
export function readQuery(searched: SearchedType, query: Query): SearchRequest {
  requireJson(query);
  const { parameters, anchors = [], time } = searched;
  const ids = query._id === undefined ? undefined : idsOf(query._id);
  const patientId = query.patient === undefined ? undefined : onePatient(query.patient);
  const given = [...parameters, ...anchors, lastUpdated].filter(({ name }) => query[name] !== undefined);
  const filters = given.flatMap(({ name, matcher }): ((resource: Resource) => boolean)[] =>
    repeated(query[name] ?? []).map(matcher),
  );
  const anchor = ids ? null : anchorOf(anchors, query);
  const times = time === undefined ? [] : repeated(query[time] ?? []);
  const isByTime = times.length > 0 && searched.sources.every((source) => source.isByTime);
  // What changed is looked for in all of a type, page by page.
  const isByChange = query._lastUpdated !== undefined;
  const isFound = isByChange || ids || patientId !== undefined || anchor || isByTime || searched.isShort;
  const [first] = given;
  if (first && !isFound)
    throw invalidField(first.name, `Send it beside ${waysIn(searched).join(", ")}: no index begins with it.`);
  const [cursor] = repeated(query._page ?? []);
  return {
    sources: anchor
      ? [...new Set(valuesOf(anchor.value))].flatMap(anchor.anchor.sourcesOf)
      : searched.sources,
    ids,
    patientId,
    span: time !== undefined && times.length > 0 ? spanOfValues(time, times) : undefined,
    filters,
    count: countOf(query),
    cursor,
  };
}

const waysIn = (searched: SearchedType): string[] => [
  "_id",
  ...(searched.isOfPatients ? ["patient"] : []),
  ...(searched.anchors ?? []).map(({ name }) => name),
  ...(searched.time && searched.sources.every(({ isByTime }) => isByTime) ? [searched.time] : []),
];
