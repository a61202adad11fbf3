import type { Service, ServiceChanges, ServiceDraft } from "#features/billing/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";

const columns = ["id", "clinicId", "name", "amount", "isActive"] as const;
const mostServices = 500;

export const listServices = (clinic: ClinicScope): Promise<Service[]> =>
  clinic.db
    .selectFrom("services")
    .select(columns)
    .where("clinicId", "=", clinic.id)
    .orderBy("isActive", "desc")
    .orderBy((db) => db.fn("lower", ["name"]))
    .orderBy("id")
    .execute();

export function insertService(clinic: ClinicScope, draft: ServiceDraft, now: Date): Promise<Service> {
  return clinic.transaction(async (joined) => {
    const services = await listServices(joined);
    if (services.length >= mostServices)
      throw new Failure("unusable", `A price list has at most ${mostServices} services.`);
    requireFreeName(services, draft.name);
    const at = now.toISOString();
    return joined.db
      .insertInto("services")
      .values({ ...draft, clinicId: joined.id, createdAt: at, updatedAt: at })
      .returning(columns)
      .executeTakeFirstOrThrow();
  });
}

export function updateService(
  clinic: ClinicScope,
  id: number,
  changes: ServiceChanges,
  now: Date,
): Promise<Service> {
  return clinic.transaction(async (joined) => {
    const services = await listServices(joined);
    const service = services.find((each) => each.id === id);
    if (!service) throw notFound("Service");
    const becomes = { ...service, ...withoutUndefined(changes) };
    if (becomes.isActive) requireFreeName(services, becomes.name, id);
    return joined.db
      .updateTable("services")
      .set({ ...withoutUndefined(changes), updatedAt: now.toISOString() })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .returning(columns)
      .executeTakeFirstOrThrow();
  });
}

function requireFreeName(services: readonly Service[], name: string, except?: number): void {
  const isSame = (other: Service) =>
    other.isActive && other.id !== except && other.name.toLowerCase() === name.toLowerCase();
  if (services.some(isSame)) throw invalidField("name", "Another service has this name");
}
