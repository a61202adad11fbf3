import { sql } from "kysely";
import type { DoctorShares, SharesDraft } from "#features/billing/statements-contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import { practisingDoctors } from "#server/practitioners.ts";
import type { DoctorShare } from "#shared/billing/spread.ts";
import { invalidField, notFound } from "#shared/errors.ts";

const selectShares = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("doctorShares")
    .leftJoin("services", (join) =>
      join
        .onRef("services.clinicId", "=", "doctorShares.clinicId")
        .onRef("services.id", "=", "doctorShares.serviceId"),
    )
    .where("doctorShares.clinicId", "=", clinic.id)
    .where("doctorShares.endedAt", "is", null)
    .select([
      "doctorShares.practitionerId",
      "doctorShares.serviceId",
      "services.name as serviceName",
      "doctorShares.percent",
      "doctorShares.amount",
    ]);

/**
 * What a doctor gets of a line: that of the service with the line's words, else that of every other service, else
 * nothing.
 */
export async function sharesNow(
  clinic: ClinicScope,
): Promise<(practitionerId: number, description: string) => DoctorShare | null> {
  const stored = await selectShares(clinic).execute();
  const key = (practitionerId: number, service: string | null) =>
    `${practitionerId} ${service === null ? "" : service.trim().toLowerCase()}`;
  const shares = new Map(stored.map((share) => [key(share.practitionerId, share.serviceName), share]));
  return (practitionerId, description) =>
    shares.get(key(practitionerId, description)) ?? shares.get(key(practitionerId, null)) ?? null;
}

export async function listDoctorShares(clinic: ClinicScope): Promise<DoctorShares[]> {
  const [doctors, stored] = await Promise.all([
    practisingDoctors(clinic),
    selectShares(clinic)
      .orderBy(sql`services.name is not null`)
      .orderBy((db) => db.fn("lower", ["services.name"]))
      .execute(),
  ]);
  return doctors.map(({ id, name }) => ({
    practitionerId: id,
    doctorName: name,
    shares: stored
      .filter(({ practitionerId }) => practitionerId === id)
      .map(({ serviceId, serviceName, percent, amount }) => ({
        serviceId,
        serviceName,
        amount,
        percent: percent === null ? null : Number(percent),
      })),
  }));
}

/** Ends the shares that changed, and stores the new ones. */
export function setDoctorShares(
  clinic: ClinicScope,
  practitionerId: number,
  { shares }: SharesDraft,
  now: Date,
): Promise<DoctorShares> {
  return clinic.transaction(async (joined) => {
    await lockInTransaction(joined, "doctor shares");
    const doctor = (await practisingDoctors(joined)).find(({ id }) => id === practitionerId);
    if (!doctor) throw notFound("Doctor");
    await refuseUnknownServices(joined, shares);
    const at = now.toISOString();
    await joined.db
      .updateTable("doctorShares")
      .set({ endedAt: at })
      .where("clinicId", "=", joined.id)
      .where("practitionerId", "=", practitionerId)
      .where("endedAt", "is", null)
      .execute();
    if (shares.length > 0)
      await joined.db
        .insertInto("doctorShares")
        .values(
          shares.map(({ serviceId, percent, amount }) => ({
            clinicId: joined.id,
            practitionerId,
            serviceId,
            percent: percent == null ? null : String(percent),
            amount: amount ?? null,
            setById: joined.userId,
            setAt: at,
          })),
        )
        .execute();
    const set = (await listDoctorShares(joined)).find((each) => each.practitionerId === practitionerId);
    if (!set) throw new Error("The doctor practises.");
    return set;
  });
}

async function refuseUnknownServices(clinic: ClinicScope, shares: SharesDraft["shares"]): Promise<void> {
  const services = await clinic.db
    .selectFrom("services")
    .select("id")
    .where("clinicId", "=", clinic.id)
    .execute();
  const known = new Set(services.map(({ id }) => id));
  for (const [index, { serviceId }] of shares.entries())
    if (serviceId !== null && !known.has(serviceId))
      throw invalidField(`shares.${index}.serviceId`, "Choose a service of the price list");
}
