import type * as z from "zod/mini";
import type { PatientAppointment } from "#features/appointments/contract.ts";
import type { moveToDoctor } from "#features/appointments/moves-contract.ts";
import { userName } from "#server/auth/user-name.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import { lockPatients } from "#server/patient/lock-patients.ts";
import { practitionerFor } from "#server/practitioners.ts";
import { notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { bookedWith, whyNotFree } from "./appointment-rows.ts";
import { updateAppointment } from "./book.ts";

/** Also of a doctor who left. */
export async function listBookedWith(
  clinic: ClinicScope,
  id: number,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Promise<{ name: string; appointments: PatientAppointment[] }> {
  const today = manilaDay(now);
  const [doctor, appointments] = await Promise.all([
    clinic.db
      .selectFrom("practitioners")
      .innerJoin("users", (join) =>
        join.on("users.clinicId", "=", clinic.id).onRef("users.id", "=", "practitioners.userId"),
      )
      .select(userName("users").as("name"))
      .where("practitioners.clinicId", "=", clinic.id)
      .where("practitioners.id", "=", id)
      .executeTakeFirst(),
    bookedWith(clinic, id, { from: from && from > today ? from : today, to }),
  ]);
  if (!doctor) throw notFound("Doctor");
  return { name: doctor.name ?? "", appointments };
}

type Moved = z.output<(typeof moveToDoctor)["response"]>;

/** Each at its place and time; one that does not fit stays. */
export function giveToDoctor(
  clinic: ClinicScope,
  id: number,
  { practitionerId, appointmentIds }: z.output<(typeof moveToDoctor)["body"]>,
  now: Date,
): Promise<Moved> {
  return clinic.transaction(async (joined) => {
    // Patients first, in the order of all bookings; then nobody books meanwhile.
    const booked = await listBookedWith(joined, id, {}, now);
    await practitionerFor(joined, practitionerId);
    await lockPatients(
      joined,
      booked.appointments.flatMap(({ id: each, patientId }) =>
        patientId !== null && appointmentIds.includes(each) ? [patientId] : [],
      ),
    );
    await lockInTransaction(joined, "appointments");
    const { appointments } = await listBookedWith(joined, id, {}, now);
    const wanted = appointments.filter((each) => appointmentIds.includes(each.id));
    const answer: Moved = {
      moved: [],
      left: appointmentIds
        .filter((asked) => !wanted.some((each) => each.id === asked))
        .map((asked) => ({ id: asked, why: "It is not booked with this doctor any more." })),
    };
    for (const appointment of wanted) {
      const why = await whyNotFree(joined, appointment, practitionerId);
      if (why === null) await updateAppointment(joined, appointment.id, { practitionerId }, now);
      if (why === null) answer.moved.push(appointment.id);
      else answer.left.push({ id: appointment.id, why });
    }
    return answer;
  });
}
