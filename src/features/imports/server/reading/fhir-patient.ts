import { dateShape } from "../values/list-dates.ts";
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

type Known = {
  patient: Json;
  allergies: readonly string[];
  today: string;
  name: ReturnType<typeof nameOf>;
  identifiers: ReturnType<typeof identifiersOf>;
};

/** The cells of a Patient resource, by headers that the mapping knows. */
const columns: Record<string, (known: Known) => string> = {
  "Last name": ({ name }) => name.last,
  "First name": ({ name }) => name.first,
  Suffix: ({ name }) => name.suffix,
  Birthday: ({ patient }) => asText(patient.birthDate),
  Sex: ({ patient }) => {
    const gender = genderOf(patient);
    return isSex(gender) || gender === "unknown" ? gender : "";
  },
  Phone: ({ patient, today }) => telecomOf(patient, ["phone", "sms"], today).join(" / "),
  Email: ({ patient, today }) => telecomOf(patient, ["email"], today)[0] ?? "",
  Address: ({ patient, today }) => addressOf(patient, today),
  "Patient number": ({ identifiers }) => asText(identifiers.number?.value),
  "PhilHealth number": ({ identifiers }) => asText(identifiers.philHealth?.value),
  Allergies: ({ allergies }) => allergies.join(", "),
  "Record status": ({ patient }) => (isClosed(patient) ? "archived" : ""),
  Remarks: ({ patient, identifiers, today }) => remarksOf(patient, identifiers.others, today).join("\n"),
};

export const fhirHeaders = Object.keys(columns);

/** One Patient as the cells of a row. `today` is a day in Manila, by which expired names and phones are dropped. */
export function patientCells(patient: Json, allergies: readonly string[], today: string): string[] {
  const [name, identifiers] = [nameOf(patient, today), identifiersOf(patient, today)];
  return Object.values(columns).map((cellOf) => cellOf({ patient, allergies, today, name, identifiers }));
}

function identifiersOf(patient: Json, today: string) {
  const all = inUse(patient.identifier, ["official", "usual"], today).filter(
    ({ value }) => asText(value) !== "",
  );
  const number =
    all.find(({ type }) => hasCode(type, "mr", "pi")) ??
    all.find(({ type, system }) => !type && !isPhilHealth(system) && !isNational(system));
  const philHealth = all.find(({ system }) => isPhilHealth(system));
  // A URI names the record in the other system and says nothing about the patient.
  const others = all.filter(
    (one) => one !== number && one !== philHealth && !/^urn:(?:uuid|oid):/i.test(asText(one.value)),
  );
  return { number, philHealth, others };
}

const genderOf = (patient: Json): string => asText(patient.gender).toLowerCase();

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

/** As precise as it is known; of an instant the day in Manila. Empty without one. */
function diedOn(patient: Json): string {
  const typed = asText(patient.deceasedDateTime);
  const shape = dateShape(typed);
  return shape.kind === "day" ? shape.day : typed;
}

/** Lines for what is not a field of the patient. */
function remarksOf(patient: Json, identifiers: readonly Json[], today: string): string[] {
  const died = diedOn(patient);
  const gender = genderOf(patient);
  const status = conceptText(patient.maritalStatus);
  return [
    ...(gender === "" || gender === "unknown" || isSex(gender) ? [] : [`Gender: ${gender}`]),
    ...(died || patient.deceasedBoolean === true ? [`Deceased${died && `: ${died}`}`] : []),
    ...identifiers.map(
      ({ type, system, value }) =>
        `${conceptText(type) || asText(system).split("/").at(-1) || "Number"}: ${asText(value)}`,
    ),
    ...(status ? [`Marital status: ${status}`] : []),
    ...asList(patient.contact).flatMap((contact) => {
      const { last, first, suffix } = nameOf({ name: contact.name }, today);
      const name = [first, last, suffix].filter(Boolean).join(" ");
      const person = [name, firstText(asList(contact.telecom), "value")].filter(Boolean).join(", ");
      const relation = asList(contact.relationship).map(conceptText).find(Boolean) ?? "Contact";
      return person ? [`${relation}: ${person}`] : [];
    }),
  ];
}
