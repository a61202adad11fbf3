import { storedName } from "../values/list-names.ts";
import {
  asList,
  asObject,
  asText,
  asTexts,
  conceptText,
  firstText,
  hasCode,
  inUse,
  type Json,
} from "./fhir-values.ts";

/** The columns for a Patient resource, by names that the mapping knows. */
export const fhirHeaders = [
  "Last name",
  "First name",
  "Suffix",
  "Birthday",
  "Sex",
  "Phone",
  "Email",
  "Address",
  "Patient number",
  "PhilHealth number",
  "Allergies",
  "Record status",
  "Remarks",
] as const;

/** One Patient as the cells of a row. `today` is a day in Manila, by which expired names and phones are dropped. */
export function patientCells(patient: Json, allergies: readonly string[], today: string): string[] {
  const name = nameOf(patient, today);
  const identifiers = inUse(patient.identifier, ["official", "usual"], today).filter(
    ({ value }) => asText(value) !== "",
  );
  const number =
    identifiers.find(({ type }) => hasCode(type, "mr", "pi")) ??
    identifiers.find(({ type, system }) => !type && !isPhilHealth(system) && !isNational(system));
  const philHealth = identifiers.find(({ system }) => isPhilHealth(system));
  // A URI names the record in the other system and says nothing about the patient.
  const others = identifiers.filter(
    (one) => one !== number && one !== philHealth && !/^urn:(?:uuid|oid):/i.test(asText(one.value)),
  );
  const gender = asText(patient.gender).toLowerCase();
  return [
    name.last,
    name.first,
    name.suffix,
    asText(patient.birthDate),
    isSex(gender) || gender === "unknown" ? gender : "",
    telecomOf(patient, ["phone", "sms"], today).join(" / "),
    telecomOf(patient, ["email"], today)[0] ?? "",
    addressOf(patient, today),
    asText(number?.value),
    asText(philHealth?.value),
    allergies.join(", "),
    isClosed(patient) ? "archived" : "",
    remarksOf(patient, others, today).join("\n"),
  ];
}

function nameOf(patient: Json, today: string): { last: string; first: string; suffix: string } {
  const [name = {}] = inUse(patient.name, ["official", "usual"], today);
  const last = asText(name.family);
  const first = asTexts(name.given).join(" ");
  const suffix = asTexts(name.suffix).join(" ");
  if (last || first) return { last, first, suffix };
  // Only a full name: the last word and its particles are the surname, unless there is a comma.
  const [surname = "", ...given] = storedName(asText(name.text), "comma").split(", ");
  return { last: surname, first: given.join(", "), suffix };
}

/** Other codes go to the remarks, and "unknown" is a sex that nobody recorded. */
const isSex = (gender: string) => gender === "male" || gender === "female";
const isPhilHealth = (system: unknown) => /philhealth/i.test(asText(system));
const isNational = (system: unknown) => /philsys/i.test(asText(system));

const telecomOf = (patient: Json, systems: readonly string[], today: string): string[] => [
  ...new Set(
    inUse(patient.telecom, ["mobile", "home"], today)
      .filter(({ system }) => systems.includes(asText(system)))
      .map(({ value }) => asText(value).replace(/^tel:/i, ""))
      .filter(Boolean),
  ),
];

function addressOf(patient: Json, today: string): string {
  const [address = {}] = inUse(patient.address, ["home"], today);
  // The draft PH Core has barangay, city, province and region as extensions.
  const places = asList(address.extension).map(({ url, valueCoding, valueString }) => ({
    kind: /(barangay|city-municipality|province|region)$/.exec(asText(url))?.[1] ?? "",
    name: asText(asObject(valueCoding).display) || asText(valueString),
  }));
  const place = (kind: string) => places.find((one) => one.kind === kind)?.name ?? "";
  const parts = [
    ...asTexts(address.line),
    place("barangay"),
    asText(address.district),
    asText(address.city) || place("city-municipality"),
    asText(address.state) || place("province"),
    asText(address.postalCode),
    asText(address.country) === "PH" ? "" : asText(address.country),
  ].filter(Boolean);
  return parts.length > 0 ? [...new Set(parts)].join(", ") : asText(address.text);
}

/** The other system no longer uses the record, or the patient has died. */
const isClosed = (patient: Json): boolean =>
  patient.active === false || patient.deceasedBoolean === true || asText(patient.deceasedDateTime) !== "";

/** Lines for what is not a field of the patient. */
function remarksOf(patient: Json, identifiers: readonly Json[], today: string): string[] {
  const died = asText(patient.deceasedDateTime);
  const gender = asText(patient.gender).toLowerCase();
  const status = conceptText(patient.maritalStatus);
  return [
    ...(gender === "" || gender === "unknown" || isSex(gender) ? [] : [`Gender: ${gender}`]),
    ...(died || patient.deceasedBoolean === true ? [`Deceased${died && `: ${died.slice(0, 10)}`}`] : []),
    ...identifiers.map(
      ({ type, system, value }) =>
        `${conceptText(type) || asText(system).split("/").at(-1) || "Number"}: ${asText(value)}`,
    ),
    ...(status ? [`Marital status: ${status}`] : []),
    ...asList(patient.contact).flatMap((contact) => {
      const { last, first, suffix } = nameOf({ name: contact.name }, today);
      const name = [first, last, suffix].filter(Boolean).join(" ");
      const said = [name, firstText(asList(contact.telecom), "value")].filter(Boolean).join(", ");
      const relation = asList(contact.relationship).map(conceptText).find(Boolean) ?? "Contact";
      return said ? [`${relation}: ${said}`] : [];
    }),
  ];
}
