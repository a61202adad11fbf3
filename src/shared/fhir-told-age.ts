import type { ToldAge } from "./clinical/age.ts";

const url = "urn:klinika:age-told";

/**
 * A patient without a birthday has an age that was told on a day. R4 has no element for it, and a birthDate made from it would
 * be a guess: it is an extension of Klinika's own.
 */
export const extensionOfToldAge = ({ years, on }: ToldAge) => ({
  url,
  extension: [
    { url: "age", valueAge: { value: years, unit: "years", system: "http://unitsofmeasure.org", code: "a" } },
    { url: "on", valueDate: on },
  ],
});

export const isToldAge = (extension: { url?: unknown }): boolean => extension.url === url;
