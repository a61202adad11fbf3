import { sql } from "kysely";
import { type FhirPatientField, fieldsWhere } from "#features/patients/patient-fields.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { PatientRow } from "../resources/patient.ts";
import { laterChange } from "./later-changes.ts";

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
          .selectAll()
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
      ...elements,
      "family.kinName",
      "family.kinRelation",
      "family.kinPhone",
      "family.guardianName",
      "family.guardianRelation",
      "family.guardianPhone",
      sql<PatientRow["merged"]>`coalesce(
        (select jsonb_agg(jsonb_build_object('id', m.other_id, 'admissionNo', m.other_admission_no) order by m.id)
         from merges m
         where m.clinic_id = ${clinic.id} and m.survivor_id = patients.id and m.undone_at is null), '[]')`.as(
        "merged",
      ),
    ])
    .where("patients.clinicId", "=", clinic.id);
