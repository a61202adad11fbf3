import { asList, asText, conceptText, hasCode, type Json } from "./fhir-values.ts";

/** What one AllergyIntolerance adds to the patient's row: words among the allergies, and lines of the remarks. */
export type AllergyEntry = { allergies: string[]; remarks: string[] };

/** Whether it says something of the patient: nobody has taken it back. */
export const isOfPatient = ({ resourceType, verificationStatus }: Json): boolean =>
  resourceType === "AllergyIntolerance" && !hasCode(verificationStatus, "refuted", "entered-in-error");

/** What Klinika exports where only the severity is known. */
const NOT_RECORDED = "not recorded";

/** A kind of allergy, such as SNOMED CT's "Propensity to adverse reactions to drug": neither a substance nor a reaction. */
const KIND =
  /^(?:(?:drug|medication|medicine|food|environmental|substance)s? (?:allergy|intolerance|hypersensitivity)|(?:allergy|intolerance|hypersensitivity)(?: to (?:drug|medication|medicine|food|substance)s?)?|propensity to (?:adverse|allergic) reactions?(?: to (?:drug|medication|medicine|food|substance)s?)?)$/i;

/** SNOMED CT's full names end so: "No known drug allergy (situation)". */
const TAG = / \((?:disorder|finding|situation|substance|product|medicinal product|organism)\)$/i;
const nameOf = (concept: unknown) => conceptText(concept).replace(TAG, "");

/** What it is an allergy to, and what caused a reaction where that is another name. A kind alone is better than nothing. */
function substancesOf({ code, reaction }: Json): string[] {
  const [named, ...causes] = [code, ...asList(reaction).map(({ substance }) => substance)].map(nameOf);
  const substances: string[] = [];
  for (const one of [KIND.test(named ?? "") ? "" : named, ...causes]) {
    const words = wordsIn(one ?? "");
    if (words.length > 0 && !substances.some((other) => wordsIn(other).some((word) => words.includes(word))))
      substances.push(one ?? "");
  }
  return substances.length > 0 || !named ? substances : [named];
}

/** "Cashew nuts" and "cashew nut allergenic extract" are of one substance. */
const wordsIn = (text: string): readonly string[] =>
  text.toLowerCase().match(/\p{L}{3,}|\p{L}\d+|\d+/gu) ?? [];

/** "Penicillin (rash, severe)", as the record says it, with what else a person would have to know before prescribing. */
function inWords(substance: string, allergy: Json): string {
  const reactions = asList(allergy.reaction).flatMap(({ manifestation, description, severity }) => [
    ...asList(manifestation)
      .map(nameOf)
      .filter((words) => !KIND.test(words)),
    asText(description),
    asText(severity),
  ]);
  const criticality = asText(allergy.criticality);
  const known = [
    ...reactions,
    ...(hasCode(allergy.type, "intolerance") ? ["intolerance"] : []),
    ...(criticality === "high" || criticality === "low" ? [`${criticality} risk`] : []),
    ...(hasCode(allergy.verificationStatus, "unconfirmed", "presumed") ? ["unconfirmed"] : []),
  ].filter((words) => words !== "" && words.toLowerCase() !== NOT_RECORDED);
  return known.length === 0 ? substance : `${substance} (${[...new Set(known)].join(", ")})`;
}

/** Notes and times are long, and may name other medicines, so they are no part of the allergies. */
function notesOf(substance: string, allergy: Json): string[] {
  const of = (value: unknown) => asList(value).map(({ text }) => asText(text));
  const [since, last] = [
    asText(allergy.onsetDateTime) || asText(allergy.onsetString),
    asText(allergy.lastOccurrence),
  ];
  const details = [
    since && `since ${since}`,
    last && `last ${last}`,
    ...of(allergy.note),
    ...asList(allergy.reaction).flatMap(({ note }) => of(note)),
  ].filter(Boolean);
  return details.length === 0 ? [] : [`Allergy to ${substance}: ${details.join("; ")}`];
}

/** Null for one without a substance. */
export function readAllergy(allergy: Json): AllergyEntry | null {
  const substances = substancesOf(allergy);
  if (substances.length === 0) return null;
  const words = substances.map((substance) => inWords(substance, allergy));
  const notes = notesOf(substances.join(", "), allergy);
  const isResolved = hasCode(allergy.clinicalStatus, "resolved");
  if (isResolved || hasCode(allergy.clinicalStatus, "inactive"))
    return {
      allergies: [],
      remarks: [`${isResolved ? "Resolved" : "Inactive"} allergy: ${words.join("; ")}`, ...notes],
    };
  return { allergies: words, remarks: notes };
}
