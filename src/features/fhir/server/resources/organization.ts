import type { Organization } from "@medplum/fhirtypes";
import type { ClinicScope } from "#server/database/db.ts";
import { byName } from "../search/parameters.ts";
import type { SearchedType } from "../search/searched-type.ts";
import { type RowOf, source } from "../search/source.ts";
import { addressOf, coded, codeSystems, filled, metaOf, reachedBy } from "./resource.ts";

const selectClinics = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("clinics")
    .select([
      "clinics.id",
      "clinics.updatedAt",
      "clinics.name",
      "clinics.address",
      "clinics.phone",
      "clinics.email",
      "clinics.isActive",
    ])
    .where("clinics.id", "=", clinic.id);

type OrganizationRow = RowOf<typeof selectClinics>;

/** The clinic. */
const asOrganization = (row: OrganizationRow): Organization =>
  filled<Organization>({
    resourceType: "Organization",
    id: String(row.id),
    meta: metaOf(row.updatedAt),
    active: row.isActive,
    type: [coded(codeSystems.organizationType, "prov", "Healthcare Provider")],
    name: row.name,
    telecom: [...reachedBy("phone", row.phone), ...reachedBy("email", row.email)],
    address: addressOf(row.address),
  });

const clinics = source({
  select: selectClinics,
  id: "clinics.id",
  patient: null,
  asResources: (row) => [asOrganization(row)],
});

export const organizations: SearchedType = {
  type: "Organization",
  sources: [clinics],
  isOfPatients: false,
  isShort: true,
  parameters: [byName<Organization>((one) => one.name ?? "")],
};
