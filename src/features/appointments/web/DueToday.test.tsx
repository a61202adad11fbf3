import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { listRecalls, type Recall } from "#features/appointments/contract.ts";
import { renderScreen, reply, staffWith } from "#web/testing.tsx";
import { DueToday } from "./DueToday.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  return () => vi.useRealTimers();
});

const recall = (changed: Partial<Recall>): Recall => ({
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
  ...changed,
});

test("a patient who is due today can be viewed and put in the queue", async () => {
  const [onView, onQueue] = [vi.fn(), vi.fn()];
  const { hand } = renderScreen(<DueToday onView={onView} onQueue={onQueue} />, {
    answers: [
      reply(listRecalls, [
        recall({}),
        recall({ patientId: 5, patientName: "Due Tomorrow", dueDay: "2026-11-21" }),
        recall({ patientId: 6, patientName: "Missed", kind: "missed" }),
      ]),
    ],
  });
  await hand.click(await screen.findByRole("button", { name: "Add to Queue Abella, Teresa" }));
  expect(screen.getByText("about 61 / F · Hypertension · +63 936 199 7023")).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "View Abella, Teresa" }));
  expect(onQueue).toHaveBeenCalledExactlyOnceWith(4);
  expect(onView).toHaveBeenCalledExactlyOnceWith(4);
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
});

test("shows nobody to staff who may not view patients", async () => {
  const { sent } = renderScreen(<DueToday onView={vi.fn()} onQueue={undefined} />, {
    user: staffWith("add_patients"),
    answers: [reply(listRecalls, [recall({})])],
  });
  expect(screen.queryByText("Follow-ups due today")).toBeNull();
  expect(sent(listRecalls)).toHaveLength(0);
});
