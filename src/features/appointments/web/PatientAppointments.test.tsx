import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { type PatientAppointment, patientAppointments } from "#features/appointments/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import { patientReminders } from "#features/reminders/contract.ts";
import { renderScreen, reply } from "#web/testing.tsx";
import { PatientAppointments } from "./PatientAppointments.tsx";

const appointment = (id: number, startsAt: string, state: PatientAppointment["state"] = "booked") =>
  ({
    id,
    clinicId: 1,
    placeId: 1,
    patientId: 1201,
    visitId: id,
    startsAt,
    minutes: 15,
    reason: null,
    note: null,
    personName: "Nuñez, Althea",
    contactNumber: null,
    state,
    number: null,
    birthday: null,
    age: null,
    sex: null,
    admissionNo: null,
    closed: null,
  }) as PatientAppointment;

it("names one appointment the next, and does not say of a day that nobody closed that the patient stayed away", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  renderScreen(<PatientAppointments patientId={1201} consents={null} onBook={vi.fn()} />, {
    answers: [
      reply(patientAppointments, [
        appointment(4, "2026-12-20T01:00:00Z"),
        appointment(3, "2026-11-25T01:00:00Z"),
        appointment(2, "2026-11-10T01:00:00Z"),
        appointment(1, "2026-11-03T01:00:00Z", "no_show"),
      ]),
      reply(patientReminders, { consents: [], reminders: [] }),
      reply(listPlaces, []),
    ],
  });
  const rows = await screen.findAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent?.replace(/ · 15 minutes.*/, ""))).toEqual([
    "Dec 20, 2026, 9:00 AMBooked",
    "Nov 25, 2026, 9:00 AMNext",
    "Nov 10, 2026, 9:00 AMNo arrival recorded",
    "Nov 3, 2026, 9:00 AMNo-show",
  ]);
  vi.useRealTimers();
});
