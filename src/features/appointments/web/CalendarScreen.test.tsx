import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { listAppointments, listDaysOff, listRecalls } from "#features/appointments/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import { loseConnection, renderScreen, reply } from "#web/testing.tsx";
import { CalendarScreen } from "./CalendarScreen.tsx";

test.each([
  ["no answer", loseConnection(listAppointments), null],
  ["an empty week", reply(listAppointments, []), "0 booked this week"],
])("after %s the number of booked appointments is as known", async (_, appointments, booked) => {
  renderScreen(<CalendarScreen head={(note) => <p data-testid="note">{note}</p>} onOpenPatient={vi.fn()} />, {
    answers: [appointments, reply(listDaysOff, []), reply(listRecalls, []), reply(listPlaces, [])],
  });
  if (booked) expect(await screen.findByText(booked)).toBeTruthy();
  else {
    await screen.findByText("Failed to load the calendar");
    expect(screen.getByTestId("note").textContent).toBe("");
  }
});
