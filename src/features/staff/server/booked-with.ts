import { sql } from "kysely";
import type * as z from "zod/mini";
import type { bookedWithDoctor } from "#features/staff/doctors-contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { notFound } from "#shared/errors.ts";

const mostNamed = 20;

/** Who is booked with the doctor from now on: how many, and the next of them. */
export async function bookedWith(
  clinic: ClinicScope,
  practitionerId: number,
  now: Date,
): Promise<z.output<typeof bookedWithDoctor.response>> {
  await clinic.db
    .selectFrom("practitioners")
    .select("id")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", practitionerId)
    .executeTakeFirstOrThrow(() => notFound("Doctor"));
  const booked = await clinic.db
    .selectFrom("appointments")
    .innerJoin("places", (join) =>
      join
        .onRef("places.clinicId", "=", "appointments.clinicId")
        .onRef("places.id", "=", "appointments.placeId"),
    )
    .leftJoin("visits", (join) =>
      join
        .onRef("visits.clinicId", "=", "appointments.clinicId")
        .onRef("visits.id", "=", "appointments.visitId"),
    )
    .leftJoin("patients", (join) =>
      join
        .onRef("patients.clinicId", "=", "appointments.clinicId")
        .onRef("patients.id", "=", "appointments.patientId"),
    )
    .select([
      "appointments.id",
      "appointments.startsAt",
      sql<string>`coalesce(patients.patient_name, appointments.person_name)`.as("personName"),
      "places.name as placeName",
      sql<number>`(count(*) over ())::integer`.as("count"),
    ])
    .where("appointments.clinicId", "=", clinic.id)
    .where("appointments.practitionerId", "=", practitionerId)
    .where("appointments.startsAt", ">", now.toISOString())
    .where(sql`coalesce(visits.state, appointments.state)`, "=", "booked")
    .orderBy("appointments.startsAt")
    .orderBy("appointments.id")
    .limit(mostNamed)
    .execute();
  return { count: booked[0]?.count ?? 0, next: booked };
}
