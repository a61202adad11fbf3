import type { Organization } from "@medplum/fhirtypes";
import { coded, codeSystems, filled, metaOf } from "./resource.ts";

type OrganizationRow = {
  id: number;
  updatedAt: string;
  name: string;
  address: string | null;
  phone: string | null;
  email: string | null;
  isActive: boolean;
};

/** The clinic. */
export const asOrganization = (row: OrganizationRow): Organization =>
  filled<Organization>({
    resourceType: "Organization",
    id: String(row.id),
    meta: metaOf(row.updatedAt),
    active: row.isActive,
    type: [coded(codeSystems.organizationType, "prov", "Healthcare Provider")],
    name: row.name,
    telecom: [
      ...(row.phone ? [{ system: "phone" as const, value: row.phone }] : []),
      ...(row.email ? [{ system: "email" as const, value: row.email }] : []),
    ],
    address: row.address ? [{ text: row.address, country: "PH" }] : [],
  });
