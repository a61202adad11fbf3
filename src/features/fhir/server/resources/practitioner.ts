import type { Practitioner } from "@medplum/fhirtypes";
import { givenNames } from "#shared/formats/name-parts.ts";
import { coded, codeSystems, filled, identifierSystems, metaOf } from "./resource.ts";

type PractitionerRow = {
  id: number;
  updatedAt: string;
  firstName: string;
  lastName: string;
  credentials: string | null;
  specialization: string | null;
  licenseNumber: string | null;
  email: string;
  phone: string | null;
  isActive: boolean;
};

/** Every user of the clinic who writes in records: the doctor, and staff without a license. */
export const asPractitioner = (row: PractitionerRow): Practitioner =>
  filled<Practitioner>({
    resourceType: "Practitioner",
    id: String(row.id),
    meta: metaOf(row.updatedAt),
    identifier: row.licenseNumber
      ? [
          {
            system: identifierSystems.prcLicense,
            value: row.licenseNumber,
            type: coded(codeSystems.identifierType, "MD"),
          },
        ]
      : [],
    active: row.isActive,
    name: [
      filled({
        text: [row.firstName, row.lastName].filter(Boolean).join(" "),
        family: row.lastName,
        given: givenNames(row.firstName.split(/\s+/u).filter(Boolean)),
        suffix: row.credentials ? [row.credentials] : [],
      }),
    ],
    telecom: [
      { system: "email", value: row.email },
      ...(row.phone ? [{ system: "phone" as const, value: row.phone }] : []),
    ],
    qualification: row.specialization ? [{ code: { text: row.specialization } }] : [],
  });
