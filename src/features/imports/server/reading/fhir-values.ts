/** Resources of other systems: their shape must not be trusted. */
export type Json = Record<string, unknown>;

export const asObject = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** Accepts a single value where the standard has a list. */
export const asList = (value: unknown): Json[] =>
  (Array.isArray(value) ? value : [value]).map(asObject).filter((one) => Object.keys(one).length > 0);

/** Texts and numbers; "" for everything else. */
export const asText = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";

export const asTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(asText).filter(Boolean);

/** The text of a CodeableConcept. */
export function conceptText(value: unknown): string {
  const concept = asObject(value);
  const codings = asList(concept.coding);
  return asText(concept.text) || firstText(codings, "display") || firstText(codings, "code");
}

export const firstText = (of: readonly Json[], field: string): string =>
  of.map((one) => asText(one[field])).find(Boolean) ?? "";

/** Whether a CodeableConcept, or the plain code that older versions of FHIR have instead, is one of the codes. */
export const hasCode = (value: unknown, ...codes: string[]): boolean =>
  [asText(value), ...asList(asObject(value).coding).map(({ code }) => asText(code))].some((code) =>
    codes.includes(code.toLowerCase()),
  );

/** Uses of names and addresses that are another one than the current one. */
const OTHER_USES = ["maiden", "nickname", "anonymous", "temp", "billing"];

/** Whether it is of `use` old, or has expired. */
export const isFormer = ({ use, period }: Json, today: string): boolean => {
  const end = asText(asObject(period).end);
  return asText(use) === "old" || (end !== "" && end.slice(0, 10) < today.slice(0, end.length));
};

/** Current ones: preferred first, then those without a use, and names and addresses for other purposes last. */
export function inUse(value: unknown, preferred: readonly string[], today: string): Json[] {
  const place = ({ use }: Json) => {
    const at = preferred.indexOf(asText(use));
    if (at >= 0) return at;
    return preferred.length + (OTHER_USES.includes(asText(use)) ? 1 : 0);
  };
  return asList(value)
    .filter((one) => !isFormer(one, today))
    .toSorted((one, other) => place(one) - place(other));
}

/** "us-core-birthsex" and "patient-mothersMaidenName" as a label: "Birthsex", "Mothers maiden name". */
function labelOf(url: unknown): string {
  const words = (asText(url).split(/[/#:]/).at(-1) ?? "")
    .replace(/^(?:us-core|ph-core|patient)-/, "")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/[-_.]+/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueText(extension: Json, depth: number): string {
  const [, value] = Object.entries(extension).find(([key]) => key.startsWith("value")) ?? [];
  if (typeof value === "boolean") return value ? "yes" : "no";
  const plain = asText(value);
  if (plain) return plain;
  const of = asObject(value);
  const direct =
    conceptText(of) ||
    asText(of.display) ||
    ["value", "unit"]
      .map((key) => asText(of[key]))
      .filter(Boolean)
      .join(" ") ||
    ["line", "city", "district", "state", "country"].flatMap((key) => asTexts(of[key])).join(", ");
  if (direct || depth === 0) return direct;
  const parts = asList(extension.extension);
  const text = parts.find(({ url }) => asText(url) === "text");
  return text
    ? valueText(text, 0)
    : parts
        .map((part) => valueText(part, depth - 1))
        .filter(Boolean)
        .join(", ");
}

/** What extensions say, a line each: "Mothers maiden name: Santos". */
export const extensionLines = (value: unknown): string[] =>
  asList(value).flatMap((extension) => {
    const [label, text] = [labelOf(extension.url), valueText(extension, 2)];
    return label && text ? [`${label}: ${text}`] : [];
  });
