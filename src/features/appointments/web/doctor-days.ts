import type { Appointment } from "#features/appointments/contract.ts";
import type { DoctorHours } from "#features/appointments/hours-contract.ts";
import type { Place } from "#features/places/contract.ts";
import type { DayOff } from "#shared/calendar/closed-days.ts";
import type { Interval, OpenHours } from "#shared/calendar/hours.ts";
import { isTakenOff } from "#shared/clinical/visit-states.ts";
import { weekdayOf } from "#shared/formats/dates.ts";
import { clockAt, dayOf, type FreeTime, freeOn, placesOn, type SeatPlace } from "./calendar-days.ts";
import type { CalendarDay, Mark } from "./WeekGrid.tsx";

export type Doctor = { id: number; userId: number; name: string; letter: string };

/** "Chong Hua, Rm. 512". */
export const placeWords = ({ name, room }: Pick<Place, "name" | "room">) =>
  [name, room].filter(Boolean).join(", ");

/** The places with the hours of one doctor; rooms and machines have none of a doctor. */
export function seatsOf(
  practitionerId: number,
  places: readonly Place[],
  hours: readonly DoctorHours[],
): SeatPlace[] {
  const own = hours.find((each) => each.practitionerId === practitionerId);
  return places
    .filter(({ kind }) => kind === undefined)
    .map((place) => ({
      ...place,
      practitionerId,
      hours: [
        ...(own?.places.find(({ placeId }) => placeId === place.id)?.hours ?? []),
        ...(own?.extra ?? []).flatMap(({ placeId, day, from, to }): OpenHours[] =>
          placeId === place.id ? [{ weekday: weekdayOf(day), day, from, to }] : [],
        ),
      ],
    }));
}

/** "8:00 to 11:30": the gutter beside it has the half of the day. */
export const shortTimes = ({ from, to }: Interval, day: string) =>
  [from, to].map((minute) => clockAt(day, minute).replace(/ [AP]M$/, "")).join(" to ");

type Known = {
  places: readonly Place[];
  hours: readonly DoctorHours[];
  appointments: readonly Appointment[];
  daysOff: readonly DayOff[];
  now: Date;
  /** The one place that is shown. */
  placeId?: number | undefined;
};

/** One doctor's day at the shown places, and where the doctor is meanwhile. */
export function dayOfDoctor(
  { id }: Pick<Doctor, "id">,
  day: string,
  { places, hours, appointments, daysOff, now, placeId }: Known,
): CalendarDay {
  const seats = seatsOf(id, places, hours);
  const isSeat = (appointment: Appointment) => seats.some((seat) => seat.id === appointment.placeId);
  const own = appointments.filter((each) => each.practitionerId === id && isSeat(each));
  const isShown = (seat: { id: number }) => placeId === undefined || seat.id === placeId;
  const shown = seats.filter(isShown);
  const ofDay = own.filter((each) => dayOf(each) === day && each.state !== "cancelled");
  const elsewhere = placesOn(
    day,
    seats.filter((seat) => !isShown(seat)),
    daysOff,
  ).flatMap(({ place, open }) =>
    open.map((times): Mark => {
      const there = ofDay.filter((each) => each.placeId === place.id && !isTakenOff(each)).length;
      return {
        kind: "elsewhere",
        ...times,
        title: placeWords(place),
        detail: `${clockAt(day, times.from)} to ${clockAt(day, times.to)}, ${there} booked there. Cannot be booked here.`,
      };
    }),
  );
  const extra = (hours.find((each) => each.practitionerId === id)?.extra ?? [])
    .filter((each) => each.day === day && isShown({ id: each.placeId }))
    .map(
      ({ from, to }): Mark => ({
        kind: "extra",
        from: minutes(from),
        to: minutes(to),
        title: "Extra hours",
        detail: "this date only",
      }),
    );
  return {
    day,
    places: placesOn(day, shown, daysOff),
    appointments: ofDay.filter((each) => isShown({ id: each.placeId })),
    free: freeOn(day, shown, { appointments: own, daysOff, now }),
    marks: [...elsewhere, ...extra],
  };
}

const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** The day of a room or machine, or of doctors who are no longer here: what is booked. */
export const dayOfOthers = (
  day: string,
  places: readonly SeatPlace[],
  { appointments, daysOff, now }: Pick<Known, "appointments" | "daysOff" | "now">,
): CalendarDay => ({
  day,
  places: placesOn(day, places, daysOff),
  appointments: appointments.filter((each) => dayOf(each) === day && each.state !== "cancelled"),
  free: freeOn(day, places, { appointments, daysOff, now }),
});

/** Free times that follow each other, as one: "Free, 60 minutes". */
export function joined(free: readonly FreeTime[]): FreeTime[] {
  const runs: FreeTime[] = [];
  for (const next of free) {
    const last = runs.at(-1);
    const isSame =
      last?.place.id === next.place.id && last.place.practitionerId === next.place.practitionerId;
    if (last && isSame && last.to === next.from) runs[runs.length - 1] = { ...last, to: next.to };
    else runs.push(next);
  }
  return runs;
}
