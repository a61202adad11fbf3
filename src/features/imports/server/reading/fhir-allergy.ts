import { asList, asText, conceptText, hasCode, type Json } from "./fhir-values.ts";

/** What one AllergyIntolerance adds to the patient's row: words among the allergies, and lines of the remarks. */
export type AllergyEntry = { allergies: string[]; remarks: string[] };

/** Whether it says something of the patient: nobody has taken it back. */
export const isOfPatient = ({ resourceType, verificationStatus }: Json): boolean =>
  resourceType === "AllergyIntolerance" && !hasCode(verificationStatus, "refuted", "entered-in-error");

/** What Klinika exports where only the severity is known. */
const NOT_RECORDED = "not recorded";

/** "Penicillin (rash, severe)", as the record says it, with what else a person would have to know before prescribing. */
function inWords(substance: string, allergy: Json): string {
  const reactions = asList(allergy.reaction).flatMap(({ manifestation, description, severity }) => [
    ...asList(manifestation).map(conceptText),
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
  const causes = asList(allergy.reaction).map(({ substance }) => conceptText(substance));
  const substance = conceptText(allergy.code) || (causes.find(Boolean) ?? "");
  if (substance === "") return null;
  const words = inWords(substance, allergy);
  const notes = notesOf(substance, allergy);
  const isResolved = hasCode(allergy.clinicalStatus, "resolved");
  if (isResolved || hasCode(allergy.clinicalStatus, "inactive"))
    return {
      allergies: [],
      remarks: [`${isResolved ? "Resolved" : "Inactive"} allergy: ${words}`, ...notes],
    };
  return { allergies: [words], remarks: notes };
}
