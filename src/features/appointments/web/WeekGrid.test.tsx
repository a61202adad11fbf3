import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Appointment } from "#features/appointments/contract.ts";
import type { Place } from "#features/places/contract.ts";
import { weekOf } from "#shared/formats/dates.ts";
import { renderScreen } from "#web/testing.tsx";
import { WeekGrid } from "./WeekGrid.tsx";

const day = "2026-12-01";
const place = (id: number, name: string) => ({
  place: { id, name, hours: [], slotMinutes: 30 } as unknown as Place,
  open: [{ from: 8 * 60, to: 17 * 60 }],
  closed: null,
});
const booked = (id: number, personName: string, placeId: number) =>
  ({
    id,
    placeId,
    personName,
    startsAt: `${day}T01:00:00Z`,
    minutes: 30,
    state: "booked",
    overlaps: 1,
  }) as Appointment;

const names = ["Abella, Teresa", "Dela Cruz, Juan", "Macaraeg, Maria", "Reyes, Ana"];
const show = (count: number) => {
  const acts = { onOpen: vi.fn(), onDay: vi.fn() };
  const appointments = names.slice(0, count).map((name, index) => booked(index, name, 5 + (index % 2)));
  const { hand } = renderScreen(
    <WeekGrid
      days={[{ day, places: [place(5, "Main clinic"), place(6, "Mactan Wellness")], appointments, free: [] }]}
      now={new Date("2026-11-27T02:00:00Z")}
      onBook={undefined}
      {...acts}
    />,
  );
  return { hand, ...acts };
};

test("each day has the name of its own weekday", async () => {
  const days = weekOf("2026-12-01").map((each) => ({ day: each, places: [], appointments: [], free: [] }));
  renderScreen(
    <WeekGrid
      days={days}
      now={new Date(`${day}T02:00:00Z`)}
      onBook={undefined}
      onOpen={vi.fn()}
      onDay={vi.fn()}
    />,
  );
  // December 1, 2026 is a Tuesday.
  for (const head of ["Sun 29", "Mon 30", "Tue 1", "Wed 2", "Thu 3", "Fri 4", "Sat 5"])
    expect(await screen.findByText(head)).toBeTruthy();
});

test("two at one time have their names, and places for a screen reader and the pointer", async () => {
  show(2);
  const [first, second] = await screen.findAllByRole("button");
  expect(first?.textContent).toBe("9:00 2× at this time Abella, Main clinic");
  expect(first?.title).toBe("9:00 AM, Abella, Teresa, Main clinic, 2 at this time");
  expect(second?.textContent).toBe("9:00 2× at this time Dela Cruz, Mactan Wellness");
  // The room is for the name.
  expect(screen.getAllByText("9:00").map(({ className }) => className)).toEqual([
    expect.stringContaining("sr-only"),
    expect.stringContaining("sr-only"),
  ]);
});

test("of four at one time one is shown, and the day opens with the others", async () => {
  const { hand, onDay } = show(4);
  expect(await screen.findByRole("button", { name: /Abella/ })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Reyes/ })).toBeNull();
  await hand.click(screen.getByRole("button", { name: "3 more from 9:00 AM on Dec 1, 2026" }));
  expect(onDay).toHaveBeenCalledExactlyOnceWith(day);
});
