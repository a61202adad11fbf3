import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addPlace, listPlaces } from "#features/places/contract.ts";
import { type OpenHours, openOn } from "#shared/calendar/hours.ts";
import { addDays, manilaDay, manilaInstant, manilaMinute } from "#shared/formats/dates.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aDoctor } from "#test/data/factories.ts";
import {
  type Appointment,
  bookAppointment,
  changeAppointment,
  freeTimes,
  listAppointments,
} from "../contract.ts";
import { addExtraHours, type DoctorHours, listDoctorHours, setDoctorHours } from "../hours-contract.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** A Monday without a holiday in its week. */
const monday = "2027-01-11";
const clock = (half: number) => `${String(Math.floor(half / 2)).padStart(2, "0")}:${half % 2 ? "30" : "00"}`;

const seat = { doctor: fc.nat(1), place: fc.nat(1), day: fc.nat(1) };
const times = { from: fc.integer({ min: 14, max: 22 }), long: fc.integer({ min: 1, max: 8 }) };
const action = fc.oneof(
  fc.record({ kind: fc.constant("hours" as const), ...seat, ...times }),
  fc.record({ kind: fc.constant("extra" as const), ...seat, ...times }),
  fc.record({ kind: fc.constant("book" as const), ...seat, ...times }),
  fc.record({ kind: fc.constant("move" as const), ...seat, ...times, which: fc.nat(9) }),
);

/** Times in which a doctor has hours at a place on a day. */
const openAt = ({ places, extra }: DoctorHours, placeId: number, day: string) => {
  const weekly: OpenHours[] = places.find((each) => each.placeId === placeId)?.hours ?? [];
  const once = extra.filter((each) => each.placeId === placeId).map((each) => ({ ...each, weekday: 0 }));
  return openOn([...weekly, ...once], day);
};

it("whatever is set, booked and moved, nobody is at two places, and free times are within the hours", async () => {
  test.setNow(new Date("2027-01-08T01:00:00Z"));
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 24 }), async (actions) => {
      const clinic = await aClinic(test);
      const { token } = clinic.owner;
      await aDoctor(test, clinic);
      await test.call(addPlace, token, { body: { name: "Annex" } });
      const places: number[] = (await test.call(listPlaces, token))
        .json()
        .map(({ id }: { id: number }) => id);
      const read = async (): Promise<DoctorHours[]> =>
        (await test.call(listDoctorHours, token, { query: { from: monday } })).json();
      const doctors = (await read()).map(({ practitionerId }) => practitionerId);
      for (const placeId of places)
        await test.call(setDoctorHours, token, {
          params: { id: doctors[0] as number },
          body: { placeId, hours: [] },
        });
      const ids: number[] = [];
      // Two at a time: each waits for the other.
      for (let index = 0; index < actions.length; index += 2)
        await Promise.all(
          actions.slice(index, index + 2).map(async (each) => {
            const id = doctors[each.doctor] as number;
            const placeId = places[each.place] as number;
            const day = addDays(monday, each.day);
            const hours = { from: clock(each.from), to: clock(each.from + each.long) };
            const startsAt = manilaInstant(day, each.from * 30).toISOString();
            const at = { practitionerId: id, placeId, startsAt, minutes: Math.min(each.long, 4) * 30 };
            const answer =
              each.kind === "hours"
                ? await test.call(setDoctorHours, token, {
                    params: { id },
                    body: {
                      placeId,
                      hours: [{ weekday: each.day + 1, ...hours }],
                      weekdays: [each.day + 1],
                    },
                  })
                : each.kind === "extra"
                  ? await test.call(addExtraHours, token, {
                      params: { id },
                      body: { placeId, day, ...hours },
                    })
                  : each.kind === "book"
                    ? await test.call(bookAppointment, token, { body: { personName: "Reyes, Ana", ...at } })
                    : ids.length > 0
                      ? await test.call(changeAppointment, token, {
                          params: { id: ids[each.which % ids.length] as number },
                          body: at,
                        })
                      : null;
            if (answer === null) return;
            expect([200, 409], answer.body).toContain(answer.statusCode);
            if (each.kind === "book" && answer.statusCode === 200) ids.push(answer.json().id);
          }),
        );
      const hours = await read();
      const query = { from: monday, to: addDays(monday, 1) };
      const booked: Appointment[] = (await test.call(listAppointments, token, { query })).json();
      const endOf = ({ startsAt, minutes }: Appointment) => Date.parse(startsAt) + minutes * 60_000;
      for (const one of booked) {
        const day = manilaDay(new Date(one.startsAt));
        const from = manilaMinute(new Date(one.startsAt));
        for (const other of booked)
          if (other.practitionerId === one.practitionerId && other.placeId !== one.placeId)
            expect(
              endOf(one) <= Date.parse(other.startsAt) || endOf(other) <= Date.parse(one.startsAt),
              "booked at two places at one time",
            ).toBe(true);
        const own = hours.find((each) => each.practitionerId === one.practitionerId) as DoctorHours;
        const isHere = openAt(own, one.placeId, day).some(
          (open) => open.from <= from && from + one.minutes <= open.to,
        );
        for (const there of openAt(own, places.find((id) => id !== one.placeId) as number, day))
          expect(there.to <= from || from + one.minutes <= there.from, "booked while elsewhere").toBe(true);
        expect(one.closed).toBe(isHere ? null : "Outside clinic hours");
      }
      for (const own of hours) {
        const [first, second] = places as [number, number];
        for (const day of [monday, addDays(monday, 1)])
          for (const here of openAt(own, first, day))
            for (const there of openAt(own, second, day))
              expect(here.to <= there.from || there.to <= here.from, "hours at two places").toBe(true);
        const free = await test.call(freeTimes, token, {
          query: { from: monday, practitionerId: String(own.practitionerId) },
        });
        for (const slot of free.json()) {
          const day = manilaDay(new Date(slot.startsAt));
          const from = manilaMinute(new Date(slot.startsAt));
          expect(
            openAt(own, slot.placeId, day).some(
              (open) => open.from <= from && from + slot.minutes <= open.to,
            ),
          ).toBe(true);
          const { practitionerId, placeId, startsAt, minutes } = slot;
          const isTaken = booked.some(
            (each) =>
              each.practitionerId === practitionerId &&
              Date.parse(each.startsAt) < Date.parse(startsAt) + minutes * 60_000 &&
              Date.parse(startsAt) < endOf(each),
          );
          expect(isTaken, `${placeId}`).toBe(false);
        }
      }
    }),
    { numRuns: 12 },
  );
}, 60_000);
