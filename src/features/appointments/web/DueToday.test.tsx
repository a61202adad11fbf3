import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Recall } from "#features/appointments/contract.ts";
import { renderScreen } from "#web/testing.tsx";
import { DueToday } from "./DueToday.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  return () => vi.useRealTimers();
});

const recall: Recall = {
  patientId: 4,
  patientName: "Abella, Teresa",
  admissionNo: "20261101-001",
  birthday: null,
  age: 61,
  sex: "F",
  contactNumber: "+639361997023",
  dueDay: "2026-11-20",
  kind: "follow_up",
  diagnosis: "Hypertension",
  tries: 0,
  lastOutcome: null,
  lastNote: null,
  lastTriedAt: null,
};

test("a patient who is due today can be viewed and put in the queue", async () => {
  const [onView, onQueue] = [vi.fn(), vi.fn()];
  const { hand } = renderScreen(<DueToday due={[recall]} onView={onView} onQueue={onQueue} />);
  await hand.click(await screen.findByRole("button", { name: "Add to Queue Abella, Teresa" }));
  expect(screen.getByText("about 61 / F · Hypertension · +63 936 199 7023")).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "View Abella, Teresa" }));
  expect(onQueue).toHaveBeenCalledExactlyOnceWith(4);
  expect(onView).toHaveBeenCalledExactlyOnceWith(4);
});
