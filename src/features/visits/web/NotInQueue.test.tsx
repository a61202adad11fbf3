import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  completeConsultation,
  reopenConsultation,
  type TodayItem,
  todaysConsultations,
} from "#features/consultations/contract.ts";
import { refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { aListedPatient } from "#web/testing-records.ts";
import { NotInQueue } from "./NotInQueue.tsx";

// 10:42 in Manila.
const now = new Date("2026-11-20T02:42:00Z");
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  return () => vi.useRealTimers();
});

const item = (changed: Partial<TodayItem>): TodayItem => ({
  ...aListedPatient(),
  consultationCreatedAt: null,
  visitAt: "2026-11-20T03:00:00Z",
  consultedAt: null,
  queue: null,
  ...changed,
});
const early = item({
  id: 1,
  patientName: "Dela Cruz, Juan Miguel Santos",
  birthday: null,
  age: 54,
  sex: "M",
  chiefComplaint: "Blood sugar review",
  visitAt: "2026-11-20T01:30:00Z",
  consultationCreatedAt: "2026-11-20T00:41:59Z",
});
const fresh = item({
  id: 2,
  patientName: "Ybañez, Marilou Sarmiento",
  birthday: null,
  age: 33,
  visitAt: "2026-11-20T02:30:00Z",
  consultationCreatedAt: "2026-11-20T00:43:00Z",
});
const later = item({ id: 3, visitAt: "2026-11-20T03:00:00Z" });
const day = [early, fresh, later];

const show = (answers: Parameters<typeof renderScreen>[1]) => {
  const acts = { onOpen: vi.fn(), onEdit: vi.fn() };
  return { ...acts, ...renderScreen(<NotInQueue {...acts} queued={new Set()} />, answers) };
};
const rows = async () => {
  await screen.findByText(early.patientName);
  return screen.getAllByRole("listitem");
};
const rowOf = async ({ patientName }: TodayItem) =>
  within((await screen.findByText(patientName)).closest("li") as HTMLElement);

it("shows an empty state on a quiet day", async () => {
  show({ answers: [reply(todaysConsultations, [])] });
  expect(await screen.findByRole("heading", { name: "No patients waiting" })).toBeTruthy();
});

it("says below the queue that nobody else is here", async () => {
  renderScreen(<NotInQueue queued={new Set([1])} onOpen={vi.fn()} onEdit={vi.fn()} />, {
    answers: [reply(todaysConsultations, [early])],
  });
  expect(await screen.findByRole("heading", { name: "Everyone is listed above" })).toBeTruthy();
});

it("shows an error when it fails to load, and retries", async () => {
  const { hand, answer } = show({
    answers: [refuse(todaysConsultations, "internal", "", { reference: "AB12" })],
  });
  expect((await screen.findByRole("alert")).textContent).toContain("reference AB12");
  answer(reply(todaysConsultations, day));
  await hand.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText(fresh.patientName)).toBeTruthy();
});

describe("the day", () => {
  it("is sorted by time, with a line at now", async () => {
    show({ answers: [reply(todaysConsultations, day)] });
    const texts = (await rows()).map((row) => row.textContent ?? "");
    expect(texts.map((text) => text.slice(0, 7).trim())).toEqual([
      "9:30 AM",
      "10:30 A",
      "10:42 A",
      "11:00 A",
    ]);
    expect(screen.getByLabelText("Now, 10:42 AM")).toBeTruthy();
    expect(screen.getByText("Updated 10:42 AM")).toBeTruthy();
  });

  it("renders hundreds of rows in parts, and all of them on paper", async () => {
    const hundred = Array.from({ length: 120 }, (_, index) =>
      item({ id: index + 1, patientName: `No. ${index}` }),
    );
    const { hand } = show({ answers: [reply(todaysConsultations, hundred)] });
    await screen.findByText("No. 49");
    expect(screen.queryByText("No. 50")).toBeNull();
    await hand.click(screen.getByRole("button", { name: "Show 50 more" }));
    expect(screen.getByText("No. 99")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Show 20 more" })).toBeTruthy();
    act(() => void window.dispatchEvent(new Event("beforeprint")));
    expect(screen.getByText("No. 119")).toBeTruthy();
    act(() => void window.dispatchEvent(new Event("afterprint")));
  });

  it("shows each waiting time, and none before an appointment", async () => {
    show({ answers: [reply(todaysConsultations, day)] });
    expect((await rowOf(early)).getByText("Not in the queue, 1h 12m")).toBeTruthy();
    expect((await rowOf(later)).queryByText(/Not in the queue/)).toBeNull();
    expect((await rowOf(later)).getByText("8 / F")).toBeTruthy();
  });

  it("shows when the doctor saw a patient, instead of a waiting time", async () => {
    const seen = item({ ...early, consultedAt: "2026-11-20T01:50:00Z" });
    show({ answers: [reply(todaysConsultations, [seen, later])] });
    const row = await rowOf(seen);
    expect(row.getByText(/Consulted 9:50 AM/)).toBeTruthy();
    expect(row.queryByText(/Not in the queue/)).toBeNull();
  });

  it("flags as NEW what was opened less than 120 minutes ago", async () => {
    show({ answers: [reply(todaysConsultations, day)] });
    expect((await rowOf(fresh)).getByText("NEW")).toBeTruthy();
    expect((await rowOf(early)).queryByText("NEW")).toBeNull();
    expect((await rowOf(later)).queryByText("NEW")).toBeNull();
  });

  it("opens and edits the patient of the row", async () => {
    const { hand, onOpen, onEdit } = show({ answers: [reply(todaysConsultations, day)] });
    await hand.click(await screen.findByRole("button", { name: fresh.patientName }));
    await hand.click(screen.getByRole("button", { name: `View ${fresh.patientName}` }));
    await hand.click(screen.getByRole("button", { name: `Edit ${later.patientName}` }));
    expect(onOpen.mock.calls).toEqual([[2], [2]]);
    expect(onEdit).toHaveBeenCalledExactlyOnceWith(3);
  });

  it("shows users who may only view neither Edit nor Done", async () => {
    show({ user: staffWith("view_patients"), answers: [reply(todaysConsultations, day)] });
    const row = await rowOf(early);
    expect(row.getAllByRole("button").map((button) => button.textContent)).toEqual([
      early.patientName,
      "View",
    ]);
  });

  it("the button refetches, and keeps the list when that fails", async () => {
    const { hand, sent, answer } = show({ answers: [reply(todaysConsultations, day)] });
    await rows();
    answer(refuse(todaysConsultations, "internal", ""));
    await hand.click(screen.getByRole("button", { name: "Refresh" }));
    await waitFor(() => expect(sent(todaysConsultations)).toHaveLength(2));
    expect(screen.getByText(early.patientName)).toBeTruthy();
  });
});

describe("Done", () => {
  const completed = { ...aListedPatient(), id: 1, consultationStatus: "completed" };
  const press = async (hand: { click: (element: Element) => Promise<void> }) =>
    hand.click((await rowOf(early)).getByRole("button", { name: /^Done/ }));

  it("removes the row before the server responds, shows a toast, and focuses the next row", async () => {
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { hand, sent, answer } = show({
      answers: [
        reply(todaysConsultations, day),
        reply(completeConsultation, () => held.then(() => completed)),
      ],
    });
    await press(hand);
    await waitFor(() => expect(screen.queryByText(early.patientName)).toBeNull());
    expect(document.activeElement?.getAttribute("aria-label")).toBe(`Done ${fresh.patientName}`);
    expect(sent(completeConsultation)).toMatchObject([{ params: { id: "1" } }]);
    answer(reply(todaysConsultations, [fresh, later]));
    finish();
    const toast = await screen.findByText("Consultation Completed");
    expect(toast.parentElement?.textContent).toContain("Patient has been moved to the patient list");
  });

  it("is reverted by Undo", async () => {
    const { hand, sent, answer } = show({
      answers: [
        reply(todaysConsultations, day),
        reply(completeConsultation, completed),
        reply(reopenConsultation, aListedPatient({ id: 1 })),
      ],
    });
    await rows();
    answer(reply(todaysConsultations, [fresh, later]));
    await press(hand);
    await waitFor(() => expect(screen.queryByText(early.patientName)).toBeNull());
    answer(reply(todaysConsultations, day));
    await hand.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByText(early.patientName)).toBeTruthy();
    expect(sent(reopenConsultation)).toMatchObject([{ params: { id: "1" } }]);
  });

  it("restores the row when the server refuses, with its message", async () => {
    const { hand } = show({
      answers: [
        reply(todaysConsultations, day),
        refuse(completeConsultation, "forbidden", "You do not have permission to do this."),
      ],
    });
    await press(hand);
    expect(await screen.findByText("You do not have permission to do this.")).toBeTruthy();
    expect(await screen.findByText(early.patientName)).toBeTruthy();
  });

  it("shows the specification's message for a server error", async () => {
    const { hand } = show({
      answers: [reply(todaysConsultations, day), refuse(completeConsultation, "internal", "")],
    });
    await press(hand);
    expect(await screen.findByText("Failed to complete consultation")).toBeTruthy();
  });
});
