import type { Practitioner } from "@medplum/fhirtypes";
import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { givenNames } from "#shared/formats/name-parts.ts";
import { byName, impliedToken, token } from "../search/parameters.ts";
import type { SearchedType } from "../search/searched-type.ts";
import { type RowOf, source } from "../search/source.ts";
import { coded, codeSystems, filled, identifierSystems, metaOf, reachedBy } from "./resource.ts";

/** The account of the doctor whom a row names, which is the Practitioner. */
export const userOfPractitioner = (table: string) =>
  sql<number>`(select p.user_id from practitioners p where p.clinic_id = ${sql.ref(`${table}.clinic_id`)}
               and p.id = ${sql.ref(`${table}.practitioner_id`)})`.as("doctorId");

const selectUsers = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("users")
    .leftJoin("practitioners as practitioner", (join) =>
      join.on("practitioner.clinicId", "=", clinic.id).onRef("practitioner.userId", "=", "users.id"),
    )
    .select([
      "users.id",
      sql<string>`greatest(users.updated_at, practitioner.updated_at)`.as("updatedAt"),
      "users.firstName",
      "users.lastName",
      "practitioner.credentials",
      "practitioner.specialization",
      "practitioner.licenseNumber",
      "users.email",
      "users.phone",
      "users.isActive",
    ])
    .where("users.clinicId", "=", clinic.id);

type PractitionerRow = RowOf<typeof selectUsers>;

/** Every user of the clinic who writes in records: the doctor, and staff without a license. */
const asPractitioner = (row: PractitionerRow): Practitioner =>
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
    telecom: [...reachedBy("email", row.email), ...reachedBy("phone", row.phone)],
    qualification: row.specialization ? [{ code: { text: row.specialization } }] : [],
  });

const users = source({
  select: selectUsers,
  id: "users.id",
  patient: null,
  asResources: (row) => [asPractitioner(row)],
});

export const practitioners: SearchedType = {
  type: "Practitioner",
  sources: [users],
  isOfPatients: false,
  isShort: true,
  parameters: [
    byName<Practitioner>((one) => one.name?.[0]?.text ?? ""),
    token<Practitioner>(
      "identifier",
      (one) => (one.identifier ?? []).map(({ system, value }) => ({ system, code: value })),
      "The PRC license.",
    ),
    impliedToken<Practitioner>("active", "boolean", ({ active }) => active, "true or false."),
  ],
};
