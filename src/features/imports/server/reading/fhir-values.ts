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

/** Whether a CodeableConcept has one of the codes. */
export const hasCode = (value: unknown, ...codes: string[]): boolean =>
  asList(asObject(value).coding).some(({ code }) => codes.includes(asText(code).toLowerCase()));

/** Current ones, preferred first. Expired ones, and those of `use` old, are dropped. */
export function inUse(value: unknown, preferred: readonly string[], today: string): Json[] {
  const place = ({ use }: Json) => {
    const at = preferred.indexOf(asText(use));
    return at < 0 ? preferred.length : at;
  };
  return asList(value)
    .filter(({ use, period }) => {
      const end = asText(asObject(period).end);
      return asText(use) !== "old" && (end === "" || end.slice(0, 10) >= today.slice(0, end.length));
    })
    .toSorted((one, other) => place(one) - place(other));
}
