import type { PractitionerRole } from "@medplum/fhirtypes";
import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { impliedToken } from "../search/parameters.ts";
import type { SearchedType } from "../search/searched-type.ts";
import { type RowOf, source } from "../search/source.ts";
import { coded, codeSystems, filled, metaOf, referTo } from "./resource.ts";

const selectPractitioners = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("practitioners")
    .innerJoin("users", (join) =>
      join.on("users.clinicId", "=", clinic.id).onRef("users.id", "=", "practitioners.userId"),
    )
    .select([
      "practitioners.id",
      "practitioners.clinicId",
      "practitioners.userId",
      "practitioners.specialization",
      sql<boolean>`practitioners.is_practising and users.is_active`.as("isActive"),
      sql<string>`greatest(practitioners.updated_at, users.updated_at)`.as("updatedAt"),
    ])
    .where("practitioners.clinicId", "=", clinic.id);

type PractitionerRow = RowOf<typeof selectPractitioners>;

/** What each doctor is in the clinic: who left, or practises no more, is not active. */
const asPractitionerRole = (row: PractitionerRow): PractitionerRole =>
  filled<PractitionerRole>({
    resourceType: "PractitionerRole",
    id: String(row.id),
    meta: metaOf(row.updatedAt),
    active: row.isActive,
    practitioner: referTo("Practitioner", row.userId),
    organization: referTo("Organization", row.clinicId),
    code: [coded(codeSystems.practitionerRole, "doctor", "Doctor")],
    specialty: row.specialization ? [{ text: row.specialization }] : [],
  });

const roles = source({
  select: selectPractitioners,
  id: "practitioners.id",
  patient: null,
  asResources: (row) => [asPractitionerRole(row)],
});

export const practitionerRoles: SearchedType = {
  type: "PractitionerRole",
  sources: [roles],
  isOfPatients: false,
  isShort: true,
  parameters: [impliedToken<PractitionerRole>("active", "boolean", ({ active }) => active, "true or false.")],
};
