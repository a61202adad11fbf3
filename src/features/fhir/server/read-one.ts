import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { survivorOf } from "#server/database/merged-patients.ts";
import { Failure, notFound } from "#shared/errors.ts";
import type { FhirResourceType } from "#shared/fhir-resource-types.ts";
import { asMergedPatient } from "./resources/patient.ts";
import { type Resource, withVersion } from "./resources/resource.ts";
import { searchedTypes } from "./resources/searched-types.ts";
import { readPage } from "./search/read-page.ts";

type Read = { resource: Resource; patientId: number | null };

/** @throws Failure not_found, or gone for a patient who was deleted */
export async function readOne(
  clinic: ClinicScope,
  type: FhirResourceType,
  id: string,
  now: Date,
): Promise<Read> {
  const { sources } = searchedTypes[type];
  const { entries } = await readPage(clinic, { sources, ids: [id], filters: [], count: 1 }, now);
  const [found] = entries;
  if (found) return found;
  if (type === "Patient" && /^[1-9]\d{0,14}$/.test(id)) return readFormer(clinic, Number(id));
  throw notFound(type);
}

/** A merged record refers to its survivor; a deleted one is gone. */
async function readFormer(clinic: ClinicScope, id: number): Promise<Read> {
  const survivor = await survivorOf(clinic, id);
  if (survivor !== null) {
    const merge = await clinic.db
      .selectFrom("merges")
      .select("mergedAt")
      .where("clinicId", "=", clinic.id)
      .where("otherId", "=", id)
      .where("undoneAt", "is", null)
      .executeTakeFirstOrThrow();
    return {
      resource: withVersion(asMergedPatient(id, survivor, merge.mergedAt) as Resource),
      patientId: survivor,
    };
  }
  const noted = await clinic.db
    .selectFrom("recordHistory")
    .select("event")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", id)
    .where(
      "event",
      "in",
      ["patient.delete", "patient.destroy"].map((event) => sql.lit(event)),
    )
    .orderBy("id", "desc")
    .limit(sql.lit(1))
    .executeTakeFirst();
  if (noted) throw new Failure("gone", "This patient's record was deleted.");
  throw notFound("Patient");
}
