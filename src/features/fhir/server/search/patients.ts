import type { Patient } from "@medplum/fhirtypes";
import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { survivorByNumber } from "#server/database/merged-patients.ts";
import { parsePhilHealthNumber } from "#shared/clinical/philhealth-number.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { nameKey } from "#shared/formats/name-parts.ts";
import { fold } from "#shared/formats/name-search.ts";
import { parsePhone } from "#shared/formats/phone.ts";
import { asPatient } from "../resources/patient.ts";
import { identifierSystems } from "../resources/resource.ts";
import { startsWords } from "./members.ts";
import { date, readDate, token, valuesOf } from "./parameters.ts";
import { selectPatients } from "./patient-rows.ts";
import { byGivenNames, bySurname } from "./patients-by-name.ts";
import type { Anchor, SearchedType } from "./searched-type.ts";
import { type Source, source } from "./source.ts";

type Query = ReturnType<typeof selectPatients>;

const patientsWhere = (
  narrowed: (query: Query, clinic: ClinicScope) => Query,
  more: { newest?: { column: string; type: "date"; isIndexed: "alone" } } = {},
): Source =>
  source({
    select: (clinic) => narrowed(selectPatients(clinic), clinic),
    id: "patients.id",
    patient: "patients.id",
    asResources: (row) => [asPatient(row)],
    ...more,
  });

const everybody = patientsWhere((query) => query);

/** The number of a merged record finds its survivor. */
function byNumber(number: string): Source {
  const held = patientsWhere((query) => query.where("patients.admissionNo", "=", number));
  return {
    ...held,
    async read(clinic, wanted, now) {
      const read = await held.read(clinic, wanted, now);
      if (read.found.length > 0 || wanted.after) return read;
      const led = await survivorByNumber(clinic, number);
      return led === null ? read : everybody.read(clinic, { ...wanted, ids: [led] }, now);
    },
  };
}

const uuid = /^(?:urn:uuid:)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** Numbers have at most 50 characters. */
function byIdentifier(value: string): Source[] {
  const [system, code] = value.includes("|")
    ? [value.slice(0, value.indexOf("|")), value.slice(value.indexOf("|") + 1)]
    : [null, value];
  if (code === "" || code.length > 60) return [];
  const isOf = (one: string) => system === null || system === one;
  const philHealth = parsePhilHealthNumber(code);
  const person = uuid.exec(code)?.[1];
  return [
    ...(isOf(identifierSystems.patientNumber) ? [byNumber(code)] : []),
    ...(isOf(identifierSystems.philHealth) && philHealth
      ? [patientsWhere((query) => query.where("patients.philhealthNumber", "=", philHealth))]
      : []),
    ...(isOf(identifierSystems.uri) && person
      ? [patientsWhere((query) => query.where("patients.globalPatientId", "=", person.toLowerCase()))]
      : []),
  ];
}

const numberOf = (value: string) => {
  const typed = value.replace(/^(phone|sms)\|/, "");
  return parsePhone(typed) ?? typed;
};

const phoneAnchor = (name: string): Anchor => ({
  name,
  type: "token",
  documentation: "The whole number, as it is dialed or with +63.",
  sourcesOf: (value) => [
    patientsWhere((query) => query.where("patients.contactNumber", "=", numberOf(value))),
  ],
  matcher: (text) => {
    const numbers = valuesOf(text).map(numberOf);
    return (resource) =>
      ((resource as Patient).telecom ?? []).some(
        ({ system, value }) => system === "phone" && numbers.includes(value ?? ""),
      );
  },
});

const birthdate = date<Patient>(
  "birthdate",
  ({ birthDate }) => birthDate,
  "With eq, gt, ge, lt or le before it.",
);

function byBirthday(value: string): Source[] {
  const { compared, from, to } = readDate("birthdate", value);
  const [first, last] = [from, to - 1].map((at) => manilaDay(new Date(at)));
  return [
    patientsWhere(
      (query) => {
        const birthday = sql.ref("patients.birthday");
        if (compared === "eq")
          return query.where(sql<boolean>`${birthday} between ${first}::date and ${last}::date`);
        const than = sql.raw({ gt: ">", ge: ">=", lt: "<", le: "<=" }[compared]);
        const bound = compared === "gt" || compared === "le" ? last : first;
        return query.where(sql<boolean>`${birthday} ${than} ${bound}::date`);
      },
      { newest: { column: "patients.birthday", type: "date", isIndexed: "alone" } },
    ),
  ];
}

const surnameOf = ({ name }: Patient) => nameKey(name?.[0]?.text ?? "").split(" ")[0] ?? "";
const givenOf = ({ name }: Patient) => name?.[0]?.given?.join(" ") ?? name?.[0]?.text ?? "";
const joined = (value: string) => value.split(/\s+/u).map(fold).join("");

/** In order of preference as the index to use. */
const anchors: readonly Anchor[] = [
  {
    ...token<Patient>(
      "identifier",
      ({ identifier }) => (identifier ?? []).map(({ system, value }) => ({ system, code: value })),
      "The clinic's number of the patient, the PhilHealth number, or the urn:uuid of the person; with its system or without.",
    ),
    type: "token",
    sourcesOf: byIdentifier,
    matcher: (text) => {
      const codes = valuesOf(text).map((value) => value.slice(value.indexOf("|") + 1));
      const wanted = new Set(
        codes.flatMap((code) => [
          code,
          parsePhilHealthNumber(code),
          `urn:uuid:${uuid.exec(code)?.[1]?.toLowerCase()}`,
        ]),
      );
      return (resource) =>
        ((resource as Patient).identifier ?? []).some(({ value }) => wanted.has(value ?? ""));
    },
  },
  phoneAnchor("phone"),
  phoneAnchor("telecom"),
  { ...birthdate, type: "date", sourcesOf: byBirthday },
  {
    name: "family",
    type: "string",
    documentation: "The beginning of the surname, whatever its accents.",
    sourcesOf: (value) => bySurname(joined(value)),
    matcher: (text) => {
      const begins = valuesOf(text).map(joined);
      return (resource) => begins.some((begin) => surnameOf(resource as Patient).startsWith(begin));
    },
  },
  {
    name: "name",
    type: "string",
    documentation: "The beginning of each word of the name, in any order.",
    sourcesOf: byGivenNames,
    matcher: startsWords<Patient>(({ name }) => name?.[0]?.text ?? ""),
  },
  {
    name: "given",
    type: "string",
    documentation: "The beginning of each given name.",
    sourcesOf: byGivenNames,
    matcher: startsWords<Patient>(givenOf),
  },
];

export const patients: SearchedType = {
  type: "Patient",
  sources: [everybody],
  isOfPatients: false,
  anchors,
  parameters: [
    token<Patient>("gender", ({ gender }) => [gender], "male, female or unknown, beside another parameter."),
    token<Patient>("active", ({ active }) => [String(active)], "false: archived. Beside another parameter."),
  ],
};
