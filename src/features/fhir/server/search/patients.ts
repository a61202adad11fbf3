import type { Patient } from "@medplum/fhirtypes";
import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { survivorByNumber } from "#server/database/merged-patients.ts";
import { parsePhilHealthNumber } from "#shared/clinical/philhealth-number.ts";
import { invalidField } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { nameKey } from "#shared/formats/name-parts.ts";
import { fold } from "#shared/formats/name-search.ts";
import { parsePhone } from "#shared/formats/phone.ts";
import { asPatient } from "../resources/patient.ts";
import { identifierSystems } from "../resources/resource.ts";
import { startsWords } from "./members.ts";
import { anyOf, date, impliedToken, readDate, readToken, valuesOf } from "./parameters.ts";
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

const knownSystems = new Set<string | null>([
  identifierSystems.patientNumber,
  identifierSystems.philHealth,
  identifierSystems.uri,
]);

/** Numbers have at most 50 characters. */
function byIdentifier(value: string): Source[] {
  const { system, code } = readToken(value);
  // All that have a number of the system: the matcher says who.
  if (code === "") return knownSystems.has(system) ? [everybody] : [];
  if (code.length > 60) return [];
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

function numberOf(name: string, value: string): string {
  const typed = value.replace(/^(phone|sms)\|/, "");
  if (/[|@]/.test(typed))
    throw invalidField(
      name,
      "Send a phone number, like 0917 555 0148 or phone|+639175550148. Others are not found.",
    );
  return parsePhone(typed) ?? typed;
}

const phoneAnchor = (name: string): Anchor => ({
  name,
  type: "token",
  documentation: "The whole number, as it is dialed or with +63.",
  sourcesOf: (value) => [
    patientsWhere((query) => query.where("patients.contactNumber", "=", numberOf(name, value))),
  ],
  matcher: (text) => {
    const numbers = valuesOf(text).map((value) => numberOf(name, value));
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
  // The days that the range touches; the matcher compares with its instants.
  const day = (at: number) => manilaDay(new Date(at));
  return [
    patientsWhere(
      (query) => {
        const birthday = sql.ref("patients.birthday");
        if (compared === "eq")
          return query.where(sql<boolean>`${birthday} between ${day(from)}::date and ${day(to - 1)}::date`);
        if (compared === "gt" || compared === "ge")
          return query.where(sql<boolean>`${birthday} >= ${day(compared === "gt" ? to : from)}::date`);
        return query.where(sql<boolean>`${birthday} <= ${day((compared === "lt" ? from : to) - 1)}::date`);
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
    name: "identifier",
    type: "token",
    documentation:
      "The clinic's number of the patient, the PhilHealth number, or the urn:uuid of the person; with its system or without.",
    sourcesOf: byIdentifier,
    matcher: anyOf(
      (value) => {
        const { system, code } = readToken(value);
        const person = uuid.exec(code)?.[1]?.toLowerCase();
        return {
          system,
          values: code === "" ? null : [code, parsePhilHealthNumber(code), `urn:uuid:${person}`],
        };
      },
      ({ system, values }, resource) =>
        ((resource as Patient).identifier ?? []).some(
          (one) =>
            (system === null || one.system === system) &&
            (values === null || values.includes(one.value ?? "")),
        ),
    ),
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
    impliedToken<Patient>(
      "gender",
      "gender",
      ({ gender }) => gender,
      "male, female or unknown, beside another parameter.",
    ),
    impliedToken<Patient>(
      "active",
      "boolean",
      ({ active }) => active,
      "false: archived. Beside another parameter.",
    ),
  ],
};
