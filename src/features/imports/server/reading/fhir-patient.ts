import { fieldsWhere, patientField } from "#features/patients/patient-fields.ts";
import { isToldAge } from "#shared/fhir-told-age.ts";
import { allergiesTogether } from "../values/allergies-together.ts";
import { dateShape } from "../values/list-dates.ts";
import { storedName } from "../values/list-names.ts";
import { readSex } from "../values/list-values.ts";
import {
  asList,
  asObject,
  asText,
  asTexts,
  conceptText,
  extensionLines,
  hasCode,
  inUse,
  isFormer,
  type Json,
} from "./fhir-values.ts";

/** What other resources of the file say of a patient. */
export type Beside = {
  allergies: readonly string[];
  remarks: readonly string[];
  /** By LOINC code. */
  observed: ReadonlyMap<string, string>;
};

type Known = {
  patient: Json;
  beside: Beside;
  today: string;
  name: ReturnType<typeof nameOf>;
  identifiers: ReturnType<typeof identifiersOf>;
};

/** Fields of a patient that FHIR has as observations: the LOINC code, and the header. */
const observedFields = fieldsWhere(({ fhir }) => typeof fhir === "object").flatMap((name) => {
  const { fhir, label } = patientField(name);
  return typeof fhir === "object" ? [{ loinc: fhir.loinc, label }] : [];
});
export const observedCodes = observedFields.map(({ loinc }) => loinc);

/** The cells of a Patient resource, by headers that the mapping knows. */
const columns: Record<string, (known: Known) => string> = {
  "Last name": ({ name }) => name.last,
  "First name": ({ name }) => name.first,
  Suffix: ({ name }) => name.suffix,
  Birthday: ({ patient }) => asText(patient.birthDate),
  Age: ({ patient }) => asText(asObject(partOfToldAge(patient, "age").valueAge).value),
  [patientField("ageToldOn").label]: ({ patient }) => asText(partOfToldAge(patient, "on").valueDate),
  Sex: ({ patient }) => {
    const gender = genderOf(patient);
    return isSex(gender) || gender === "unknown" ? gender : "";
  },
  Phone: ({ patient, today }) => telecomOf(patient, ["phone", "sms"], today).join(" / "),
  Email: ({ patient, today }) => telecomOf(patient, ["email"], today)[0] ?? "",
  Address: ({ patient, today }) => addressOf(patient, today),
  "Patient number": ({ identifiers }) => asText(identifiers.number?.value),
  "PhilHealth number": ({ identifiers }) => asText(identifiers.philHealth?.value),
  Allergies: ({ beside }) => allergiesOf(beside).words ?? "",
  ...Object.fromEntries(
    observedFields.map(({ loinc, label }) => [
      label,
      ({ beside }: Known) => beside.observed.get(loinc) ?? "",
    ]),
  ),
  "Record status": ({ patient }) => (isClosed(patient) ? "archived" : ""),
  Remarks: ({ patient, beside, identifiers, today }) =>
    [
      ...new Set([
        ...remarksOf(patient, identifiers.others, today),
        ...beside.remarks,
        ...allergiesOf(beside).leftOut.map(({ words }) => words),
      ]),
    ].join("\n"),
};

/** The age that another Klinika was told, or the day of it. */
const partOfToldAge = ({ extension }: Json, part: "age" | "on"): Json =>
  asList(asList(extension).find(isToldAge)?.extension).find(({ url }) => url === part) ?? {};

const allergiesOf = ({ allergies }: Beside) =>
  allergiesTogether([...new Set(allergies)].map((words) => ({ words })));

export const fhirHeaders = Object.keys(columns);

/** One Patient as the cells of a row. `today` is a day in Manila, by which expired names and phones are dropped. */
export function patientCells(patient: Json, beside: Beside, today: string): string[] {
  const [name, identifiers] = [nameOf(patient, today), identifiersOf(patient, today)];
  return Object.values(columns).map((cellOf) => cellOf({ patient, beside, today, name, identifiers }));
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
  const former = asList(patient.identifier).filter((one) => isFormer(one, today) && asText(one.value) !== "");
  const others = [...all, ...former].filter(
    (one) => one !== number && one !== philHealth && !/^urn:(?:uuid|oid):/i.test(asText(one.value)),
  );
  return { number, philHealth, others };
}

/** As R4 writes it; other systems write M and F, and before R4 it was a concept. */
function genderOf(patient: Json): string {
  const typed = (asText(patient.gender) || conceptText(patient.gender)).toLowerCase();
  const sex = readSex(typed);
  return sex === null ? typed : sex === "M" ? "male" : "female";
}

function nameOf(patient: Json, today: string): { last: string; first: string; suffix: string } {
  const [name = {}] = inUse(patient.name, ["official", "usual"], today);
  return partsOfName(name);
}

function partsOfName(name: Json): { last: string; first: string; suffix: string } {
  // Before R4 a list.
  const last = asTexts(name.family).join(" ");
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
  return addressText(address);
}

function addressText(address: Json): string {
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

const wholeName = (name: Json): string => {
  const { last, first, suffix } = partsOfName(name);
  return [first, last, suffix].filter(Boolean).join(" ");
};

/** What uses of names and addresses are called. */
const labelsOfUses: Record<string, string> = {
  maiden: "Maiden",
  nickname: "Nick",
  temp: "Temporary",
  work: "Work",
  billing: "Billing",
  home: "Home",
};

/**
 * The names or addresses of a patient besides the first one: "Maiden name: Ana Santos", "Former address: Cebu City". What
 * says the same is left out.
 */
function besideFirst(
  value: unknown,
  preferred: readonly string[],
  { kind, textOf, today }: { kind: "name" | "address"; textOf: (one: Json) => string; today: string },
): string[] {
  const [first = {}, ...current] = inUse(value, preferred, today);
  const former = asList(value).filter((one) => isFormer(one, today));
  const listed = new Set([textOf(first).toLowerCase(), ""]);
  return [...current, ...former].flatMap((one) => {
    const text = textOf(one);
    if (listed.has(text.toLowerCase())) return [];
    listed.add(text.toLowerCase());
    const use = labelsOfUses[asText(one.use)];
    const label = isFormer(one, today) ? "Former" : (use ?? "Other");
    return [`${label}${label === "Nick" ? "" : " "}${kind}: ${text}`];
  });
}

/** Ways to reach the patient that are no phone in use and not the first email. */
function otherTelecom(patient: Json, today: string): string[] {
  const [, ...emails] = telecomOf(patient, ["email"], today);
  return [
    ...emails.map((email) => `Other email: ${email}`),
    ...asList(patient.telecom).flatMap((one) => {
      const [system, value] = [asText(one.system), asText(one.value)];
      if (value === "") return [];
      if (isFormer(one, today)) return [`Former ${system || "contact"}: ${value}`];
      return ["phone", "sms", "email"].includes(system) ? [] : [`${system || "Contact"}: ${value}`];
    }),
  ];
}

const birthOrder = (patient: Json): string[] =>
  typeof patient.multipleBirthInteger === "number"
    ? [`Multiple birth, number ${patient.multipleBirthInteger}`]
    : patient.multipleBirthBoolean === true
      ? ["Multiple birth"]
      : [];

/** Lines for what is not a field of the patient. */
function remarksOf(patient: Json, identifiers: readonly Json[], today: string): string[] {
  const died = diedOn(patient);
  const gender = genderOf(patient);
  const status = conceptText(patient.maritalStatus);
  return [
    ...(gender === "" || gender === "unknown" || isSex(gender) ? [] : [`Gender: ${gender}`]),
    ...(died || patient.deceasedBoolean === true ? [`Deceased${died && `: ${died}`}`] : []),
    ...besideFirst(patient.name, ["official", "usual"], { kind: "name", textOf: wholeName, today }),
    ...besideFirst(patient.address, ["home"], { kind: "address", textOf: addressText, today }),
    ...otherTelecom(patient, today),
    ...identifiers.map(({ type, system, value, use }) => {
      const label = conceptText(type) || (asText(system).split("/").at(-1) ?? "") || "Number";
      return `${asText(use) === "old" ? "Former " : ""}${label}: ${asText(value)}`;
    }),
    ...(status ? [`Marital status: ${status}`] : []),
    ...birthOrder(patient),
    ...asList(patient.communication).flatMap(({ language }) => {
      const spoken = conceptText(language);
      return spoken ? [`Language: ${spoken}`] : [];
    }),
    ...asList(patient.generalPractitioner).flatMap(({ display }) => {
      const doctor = asText(display);
      return doctor ? [`General practitioner: ${doctor}`] : [];
    }),
    ...extensionLines(asList(patient.extension).filter((one) => !isToldAge(one))),
    ...asList(patient.contact).flatMap((contact) => {
      const person = [
        wholeName(asObject(contact.name)),
        ...asList(contact.telecom).map(({ value }) => asText(value)),
        addressText(asObject(contact.address)),
      ].filter(Boolean);
      const relation = asList(contact.relationship).map(conceptText).find(Boolean) ?? "Contact";
      return person.length > 0 ? [`${relation}: ${person.join(", ")}`] : [];
    }),
  ];
}
