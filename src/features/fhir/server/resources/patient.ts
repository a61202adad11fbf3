import type { HumanName, Identifier, Patient, PatientContact } from "@medplum/fhirtypes";
import { sql } from "kysely";
import { guardianOf } from "#features/households/server/read-household.ts";
import { type FhirPatientField, fieldsWhere } from "#features/patients/patient-fields.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { extensionOfToldAge } from "#shared/fhir-told-age.ts";
import { givenNames, nameParts } from "#shared/formats/name-parts.ts";
import { laterChange } from "../search/later-changes.ts";
import type { RowOf } from "../search/source.ts";
import {
  addressOf,
  coded,
  codeSystems,
  filled,
  identifierSystems,
  metaOf,
  reachedBy,
  referTo,
} from "./resource.ts";

const elements = fieldsWhere<FhirPatientField>(({ fhir }) => fhir === "patient").map(
  (name) => `patients.${name}` as const,
);

export const selectPatients = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("patients")
    // A lateral join per patient of a page: a plain join may read all families of the clinic.
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom("patientFamilies as f")
          .leftJoin("patients as g", (join) =>
            join.onRef("g.id", "=", "f.guardianPatientId").on("g.clinicId", "=", clinic.id),
          )
          .selectAll("f")
          .select([
            "g.patientName as linkedName",
            "g.contactNumber as linkedPhone",
            "g.updatedAt as linkedUpdatedAt",
          ])
          .where("f.clinicId", "=", clinic.id)
          .whereRef("f.patientId", "=", "patients.id")
          .limit(sql.lit(1))
          .as("family"),
      (join) => join.onTrue(),
    )
    .select([
      "patients.id",
      "patients.clinicId",
      "patients.updatedAt",
      "family.updatedAt as familyUpdatedAt",
      laterChange(clinic, { patient: "patients.id" }),
      "patients.globalPatientId",
      ageTold(),
      ...elements,
      "family.kinName",
      "family.kinRelation",
      "family.kinPhone",
      "family.guardianName",
      "family.guardianRelation",
      "family.guardianPhone",
      "family.guardianPatientId",
      "family.linkedName",
      "family.linkedPhone",
      "family.linkedUpdatedAt",
      // The records that were merged into this one.
      sql<{ id: number; admissionNo: string }[]>`coalesce(
        (select jsonb_agg(jsonb_build_object('id', m.other_id, 'admissionNo', m.other_admission_no) order by m.id)
         from merges m
         where m.clinic_id = ${clinic.id} and m.survivor_id = patients.id and m.undone_at is null), '[]')`.as(
        "merged",
      ),
    ])
    .where("patients.clinicId", "=", clinic.id);

type PatientRow = RowOf<typeof selectPatients>;

const genderOf = (sex: string | null): "male" | "female" | "unknown" =>
  sex === "M" ? "male" : sex === "F" ? "female" : "unknown";

/**
 * The surname is before the comma. Without one, or with only Jr. behind it, the name is not split, since where a surname
 * begins would be a guess.
 */
export function nameOf(typed: string): HumanName {
  const text = typed.trim();
  const { surname, given, suffixes } = nameParts(text);
  if (surname.length === 0 || given.length === 0) return { text };
  return filled<HumanName>({
    text,
    family: surname.join(" "),
    given: givenNames(given),
    suffix: suffixes,
  });
}

type Person = { name: string | null; relation: string | null; phone: string | null };

const contact = (code: "N" | "GUARD", person: Person | null): PatientContact[] =>
  person?.name || person?.phone
    ? [
        filled<PatientContact>({
          relationship: [
            filled({
              ...(code === "N" && coded(codeSystems.contactRelationship, "N", "Next-of-Kin")),
              text: person.relation ?? (code === "N" ? "Next of kin" : "Guardian"),
            }),
          ],
          name: person.name ? nameOf(person.name) : null,
          telecom: reachedBy("phone", person.phone),
        }),
      ]
    : [];

const identifier = (system: string, value: string | null, type?: string): Identifier[] =>
  value
    ? [filled<Identifier>({ system, value, type: type ? coded(codeSystems.identifierType, type) : null })]
    : [];

export function asPatient(row: PatientRow): Patient {
  return filled<Patient>({
    resourceType: "Patient",
    id: String(row.id),
    meta: metaOf(row.updatedAt, row.familyUpdatedAt, row.linkedUpdatedAt, row.laterAt),
    extension: row.ageTold && [extensionOfToldAge(row.ageTold)],
    identifier: [
      ...identifier(identifierSystems.patientNumber, row.admissionNo, "MR"),
      ...row.merged.flatMap(({ admissionNo }) =>
        identifier(identifierSystems.patientNumber, admissionNo, "MR").map((one) => ({
          ...one,
          use: "old" as const,
        })),
      ),
      ...identifier(identifierSystems.philHealth, row.philhealthNumber),
      ...identifier(identifierSystems.uri, `urn:uuid:${row.globalPatientId}`),
    ],
    active: !row.isArchived,
    name: [nameOf(row.patientName)],
    telecom: [...reachedBy("phone", row.contactNumber), ...reachedBy("email", row.email)],
    gender: genderOf(row.sex),
    birthDate: row.birthday,
    address: addressOf(row.address),
    contact: [
      ...contact("N", { name: row.kinName, relation: row.kinRelation, phone: row.kinPhone }),
      ...contact("GUARD", guardianOf(row)),
    ],
    managingOrganization: referTo("Organization", row.clinicId),
    link: row.merged.map(({ id }) => ({ type: "replaces" as const, other: referTo("Patient", id) })),
  });
}

/** Of a record that was merged into another: only the link to it. */
export const asMergedPatient = (id: number, survivor: number, mergedAt: string): Patient => ({
  resourceType: "Patient",
  id: String(id),
  meta: metaOf(mergedAt),
  active: false,
  link: [{ type: "replaced-by", other: referTo("Patient", survivor) }],
});
