import type { Organization, Practitioner } from "@medplum/fhirtypes";
import { fold } from "#shared/formats/name-search.ts";
import { asOrganization } from "../resources/organization.ts";
import { asPractitioner } from "../resources/practitioner.ts";
import { impliedToken, type Parameter, token, valuesOf } from "./parameters.ts";
import type { SearchedType } from "./searched-type.ts";
import { source } from "./source.ts";

const users = source({
  select: (clinic) =>
    clinic.db
      .selectFrom("users")
      .select([
        "users.id",
        "users.updatedAt",
        "users.firstName",
        "users.lastName",
        "users.credentials",
        "users.specialization",
        "users.licenseNumber",
        "users.email",
        "users.phone",
        "users.isActive",
      ])
      .where("users.clinicId", "=", clinic.id),
  id: "users.id",
  patient: null,
  asResources: (row) => [asPractitioner(row)],
});

const clinics = source({
  select: (clinic) =>
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
      .where("clinics.id", "=", clinic.id),
  id: "clinics.id",
  patient: null,
  asResources: (row) => [asOrganization(row)],
});

/** Each value must be the beginning of a word, ignoring accents. */
export const startsWords =
  <R>(wordsOf: (resource: R) => string) =>
  (text: string) => {
    const begins = valuesOf(text).map((value) => value.split(/\s+/u).map(fold).filter(Boolean));
    return (resource: unknown) => {
      const words = wordsOf(resource as R)
        .split(/[\s,]+/u)
        .map(fold);
      return begins.some((wanted) => wanted.every((begin) => words.some((word) => word.startsWith(begin))));
    };
  };

const name = <R extends Practitioner | Organization>(wordsOf: (resource: R) => string): Parameter => ({
  name: "name",
  type: "string",
  documentation: "The beginning of each word.",
  matcher: startsWords(wordsOf),
});

export const practitioners: SearchedType = {
  type: "Practitioner",
  sources: [users],
  isOfPatients: false,
  isShort: true,
  parameters: [
    name<Practitioner>((one) => one.name?.[0]?.text ?? ""),
    token<Practitioner>(
      "identifier",
      (one) => (one.identifier ?? []).map(({ system, value }) => ({ system, code: value })),
      "The PRC license.",
    ),
    impliedToken<Practitioner>("active", "boolean", ({ active }) => active, "true or false."),
  ],
};

export const organizations: SearchedType = {
  type: "Organization",
  sources: [clinics],
  isOfPatients: false,
  isShort: true,
  parameters: [name<Organization>((one) => one.name ?? "")],
};
