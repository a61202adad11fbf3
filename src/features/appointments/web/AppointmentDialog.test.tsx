import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import {
  type Appointment,
  changeAppointment,
  freeTimes,
  listAppointments,
  listDaysOff,
} from "#features/appointments/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import { renderScreen, reply } from "#web/testing.tsx";
import { aListedPatient } from "#web/testing-records.ts";
import { AppointmentDialog } from "./AppointmentDialog.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  return () => vi.useRealTimers();
});

const place = (id: number, name: string) => ({
  id,
  clinicId: 1,
  name,
  address: null,
  room: null,
  isActive: true,
  hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: "08:00", to: "17:00" })),
  slotMinutes: 30,
});

const other = (changed: Partial<Appointment>): Appointment => ({
  id: 7,
  clinicId: 1,
  placeId: 5,
  patientId: null,
  visitId: null,
  personName: "Abella, Teresa",
  contactNumber: null,
  startsAt: "2026-11-24T01:00:00Z",
  minutes: 30,
  reason: null,
  note: null,
  state: "booked",
  number: null,
  overlaps: 0,
  closed: null,
  birthday: null,
  age: null,
  sex: null,
  admissionNo: null,
  ...changed,
});

const show = (appointments: Appointment[] = []) =>
  renderScreen(
    <AppointmentDialog
      booking={{ patient: aListedPatient(), at: { startsAt: "2026-11-24T01:00:00Z", placeId: 5 } }}
      onClose={vi.fn()}
    />,
    {
      answers: [
        reply(listPlaces, [place(5, "Main clinic"), place(6, "Mactan Wellness")]),
        reply(listDaysOff, []),
        reply(freeTimes, []),
        reply(listAppointments, appointments),
      ],
    },
  );

test("tells of bookings at that time at any place, and at which other one", async () => {
  show([
    other({}),
    other({ id: 8, placeId: 6, personName: "Reyes, Ana", startsAt: "2026-11-24T00:45:00Z" }),
    other({ id: 9, placeId: 6, startsAt: "2026-11-24T01:30:00Z" }),
    other({ id: 10, placeId: 6, state: "cancelled" }),
  ]);
  expect(
    await screen.findByText(
      "Booked at that time: Abella, Teresa (9:00 AM); Reyes, Ana (8:45 AM, Mactan Wellness).",
    ),
  ).toBeTruthy();
});

test("tells of a booking that runs over midnight", async () => {
  const late = other({ placeId: 6, startsAt: "2026-11-23T15:30:00Z", minutes: 120 });
  const { sent } = renderScreen(
    <AppointmentDialog
      booking={{ patient: aListedPatient(), at: { startsAt: "2026-11-23T17:00:00Z", placeId: 5 } }}
      onClose={vi.fn()}
    />,
    {
      answers: [
        reply(listPlaces, [place(5, "Main clinic"), place(6, "Mactan Wellness")]),
        reply(listDaysOff, []),
        reply(freeTimes, []),
        reply(listAppointments, ({ query }) => (String(query.from) <= "2026-11-23" ? [late] : [])),
      ],
    },
  );
  expect(
    await screen.findByText("Booked at that time: Abella, Teresa (11:30 PM, Mactan Wellness)."),
  ).toBeTruthy();
  expect(sent(listAppointments)[0]?.query).toEqual({ from: "2026-11-23", to: "2026-11-25" });
});

test("says that a day is past, and not that none was chosen", async () => {
  const { hand } = show();
  const day = await screen.findByLabelText(/^Day/);
  await hand.clear(day);
  await hand.type(day, "11/19/2026");
  await hand.click(screen.getByRole("button", { name: "Book" }));
  expect(await screen.findByText("This day is past. Choose today or later.")).toBeTruthy();
  expect(screen.queryByText("Choose a day")).toBeNull();
});

test("shows the place of an appointment although it is no longer used, and says so", async () => {
  renderScreen(<AppointmentDialog appointment={other({ placeId: 6 })} onClose={vi.fn()} />, {
    answers: [
      reply(listPlaces, [place(5, "Main clinic"), { ...place(6, "Annex"), isActive: false }]),
      reply(listDaysOff, []),
      reply(listAppointments, []),
    ],
  });
  const chosen = await screen.findByLabelText<HTMLSelectElement>("Place");
  expect(chosen.selectedOptions[0]?.textContent).toBe("Annex is no longer used");
  expect(await screen.findByText("Annex is no longer used.")).toBeTruthy();
});

test("sends only what was changed, so that a time that was moved meanwhile stays", async () => {
  const { hand, sent } = renderScreen(<AppointmentDialog appointment={other({})} onClose={vi.fn()} />, {
    answers: [
      reply(listPlaces, [place(5, "Main clinic"), place(6, "Mactan Wellness")]),
      reply(listDaysOff, []),
      reply(freeTimes, []),
      reply(listAppointments, []),
      reply(changeAppointment, other({ note: "Call first" })),
    ],
  });
  await hand.type(await screen.findByRole("textbox", { name: /^Note/ }), "Call first");
  await hand.click(screen.getByRole("button", { name: "Save Appointment" }));
  await waitFor(() => expect(sent(changeAppointment)).toHaveLength(1));
  expect(sent(changeAppointment)[0]?.body).toEqual({ note: "Call first" });
});

test("a press on an interval selects its day at once, and a time that is typed while the free times load stays", async () => {
  const slow = Promise.withResolvers<{ startsAt: string; minutes: number; placeId: number }[]>();
  const { hand } = renderScreen(
    <AppointmentDialog booking={{ patient: aListedPatient() }} onClose={vi.fn()} />,
    {
      answers: [
        reply(listPlaces, [place(5, "Main clinic")]),
        reply(listDaysOff, []),
        reply(freeTimes, ({ query }) => (query.from === "2026-11-27" ? slow.promise : [])),
        reply(listAppointments, []),
      ],
    },
  );
  await hand.click(await screen.findByRole("button", { name: "In 1 week" }));
  expect(screen.getByLabelText<HTMLInputElement>(/^Day/).value).toBe("11/27/2026");
  const time = screen.getByLabelText<HTMLInputElement>(/^Time/);
  await hand.type(time, "09:00");
  slow.resolve([{ startsAt: "2026-11-27T00:00:00Z", minutes: 30, placeId: 5 }]);
  await screen.findByRole("button", { name: /8:00 AM/ });
  expect(time.value).toBe("09:00");
  await hand.click(screen.getByRole("button", { name: /8:00 AM/ }));
  expect(time.value).toBe("08:00");
});
