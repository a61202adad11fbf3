import { bookAppointment, changeAppointment } from "#features/appointments/contract.ts";
import { addPlace, listPlaces, setPlaceHours } from "#features/places/contract.ts";
import { closedBecause } from "#shared/calendar/closed-days.ts";
import { type OpenHours, openOn } from "#shared/calendar/hours.ts";
import { addDays, manilaInstant, manilaMinute } from "#shared/formats/dates.ts";
import type { Calls } from "./calls.ts";
import { aPerson } from "./people.ts";
import type { Random } from "./random.ts";

const mornings = (weekdays: readonly number[]) =>
  weekdays.map((weekday): OpenHours => ({ weekday, from: "08:30", to: "12:00" }));
const afternoons = (weekdays: readonly number[], from: string, to: string) =>
  weekdays.map((weekday): OpenHours => ({ weekday, from, to }));

const mainHours = [...mornings([1, 2, 3, 4, 5, 6]), ...afternoons([1, 3, 5], "13:00", "17:00")];
const otherHours = afternoons([2, 4], "14:00", "18:00");
const reasons = ["BP check", "Follow-up, laboratory results", "Pre-employment", "ECG", "Cough", "Refill"];

/** Hours at two places, and appointments of the next ten days with gaps between them. */
export async function fillCalendar(
  calls: Calls,
  random: Random,
  { today, patients }: { today: string; patients: readonly number[] },
): Promise<void> {
  await calls.send(addPlace, {
    body: { name: "Mactan Wellness Clinic", address: "M.L. Quezon Highway, Lapu-Lapu City" },
  });
  const [main, other] = (await calls.send(listPlaces, {})) as unknown as { id: number }[];
  if (!main || !other) throw new Error("The demo needs two places.");
  const open = [
    { placeId: main.id, hours: mainHours, slotMinutes: 30 },
    { placeId: other.id, hours: otherHours, slotMinutes: 30 },
  ];
  for (const { placeId, ...body } of open) await calls.send(setPlaceHours, { params: { id: placeId }, body });
  const left = [...patients];
  for (let ahead = 0; ahead < 10; ahead += 1) {
    const day = addDays(today, ahead);
    for (const { placeId, hours, slotMinutes } of open) {
      if (closedBecause(day, { placeId }, []) !== null) continue;
      for (const { from, to } of openOn(hours, day))
        for (let at = from; at + slotMinutes <= to; at += slotMinutes) {
          if (!random.happens(0.55) || (ahead === 0 && at <= manilaMinute(calls.now))) continue;
          const patientId = left.shift();
          const who = random.happens(0.1)
            ? { personName: aPerson(random, today).patientName, contactNumber: "0917 555 0100" }
            : { patientId };
          const made = await calls.send(bookAppointment, {
            body: {
              ...who,
              placeId,
              startsAt: manilaInstant(day, at).toISOString(),
              reason: random.one(reasons),
            },
          });
          if (random.happens(0.05))
            await calls.send(changeAppointment, {
              params: { id: Number(made.id) },
              body: { state: "cancelled" },
            });
        }
    }
  }
}
