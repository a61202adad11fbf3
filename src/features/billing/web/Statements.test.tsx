import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  type ClosedStatement,
  closedStatement,
  closedStatements,
  closeStatement,
  moneyByDoctor,
  type Statement,
  statement,
} from "#features/billing/statements-contract.ts";
import type { CurrentUser } from "#shared/current-user.ts";
import { type FakeAnswer, refuse, renderScreen, reply } from "#web/testing.tsx";
import { Statements } from "./Statements.tsx";

// A Friday.
beforeEach(() => vi.useFakeTimers({ now: new Date("2026-11-20T02:42:00Z"), toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

const doctors: CurrentUser["doctors"] = [
  { id: 11, userId: 1, name: "Rafael Peñaflor", letter: "A" },
  { id: 12, userId: 5, name: "Ma. Corazon dela Peña-Villanueva", letter: "B" },
];
const sums = {
  entries: 6,
  charged: "4000.00",
  discounts: "800.00",
  hmoDue: "1200.00",
  methods: [
    { method: "cash", payments: 2, amount: "1500.00" },
    { method: "hmo", payments: 1, amount: "500.00" },
  ] satisfies Statement["methods"],
  collected: "2000.00",
  hmoCollected: "500.00",
  share: "1200.00",
  clinic: "800.00",
};
const days: Statement["days"] = [
  {
    day: "2026-11-18",
    charged: "4000.00",
    discounts: "800.00",
    hmoDue: "1200.00",
    collected: "2000.00",
    share: "1200.00",
    clinic: "800.00",
  },
];
const open = (put: Partial<Statement> = {}): Statement => ({
  practitionerId: 12,
  doctorName: "Ma. Corazon dela Peña-Villanueva",
  from: "2026-11-01",
  to: "2026-11-20",
  ...sums,
  late: 0,
  days,
  closed: null,
  ...put,
});
const closed: ClosedStatement = {
  id: 90,
  practitionerId: 12,
  doctorName: "Ma. Corazon dela Peña-Villanueva",
  from: "2026-10-01",
  to: "2026-10-31",
  ...sums,
  closedAt: "2026-11-02T02:00:00Z",
  closedByName: "Rafael Peñaflor",
};
const all = reply(moneyByDoctor, {
  from: "2026-11-01",
  to: "2026-11-20",
  doctors: [{ practitionerId: 12, doctorName: "Ma. Corazon dela Peña-Villanueva", ...sums }],
  unnamed: "300.00",
  collected: "2300.00",
  clinic: "1100.00",
});

const show = (answers: FakeAnswer[] = [], user: Partial<CurrentUser> = {}) =>
  renderScreen(<Statements />, {
    user: { doctors, ...user },
    answers: [all, reply(closedStatements, [closed]), reply(statement, open()), ...answers],
  });
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole("row")
    .map((row) => [...row.children].map(({ textContent }) => textContent));

it("shows the owner what each doctor and the clinic have, and opens a doctor's statement", async () => {
  const { hand, sent } = show();
  const table = await screen.findByRole("table", { name: "By doctor" });
  expect(rowsOf(table)).toEqual([
    ["Doctor", "Charged", "Discounts", "HMO due", "Collected", "Doctor", "Clinic"],
    ["Ma. Corazon dela Peña-Villanueva", "4,000.00", "800.00", "1,200.00", "2,000.00", "1,200.00", "800.00"],
  ]);
  expect(screen.getByText("₱300.00 of bills without a doctor")).toBeTruthy();
  expect(sent(moneyByDoctor)[0]?.query).toEqual({ from: "2026-11-01", to: "2026-11-20" });
  await hand.selectOptions(screen.getByLabelText("Days"), "November 2026, 1 to 15");
  await waitFor(() =>
    expect(sent(moneyByDoctor).at(-1)?.query).toEqual({ from: "2026-11-01", to: "2026-11-15" }),
  );
  await hand.click(within(table).getByText("Ma. Corazon dela Peña-Villanueva"));
  await screen.findByRole("table", { name: "By day" });
  expect(sent(statement).at(-1)?.query).toEqual({
    practitionerId: "12",
    from: "2026-11-01",
    to: "2026-11-15",
  });
  await waitFor(() => expect(sent(closedStatements).at(-1)?.query).toEqual({ practitionerId: "12" }));
});

it("asks before it closes a statement, then shows it as it was closed", async () => {
  const now = { ...closed, id: 91, from: "2026-11-01", to: "2026-11-20" };
  const { hand, sent } = show([reply(closeStatement, now), reply(closedStatement, { ...now, days })]);
  await hand.selectOptions(await screen.findByLabelText("Doctor"), "B · Ma. Corazon dela Peña-Villanueva");
  await hand.click(await screen.findByRole("button", { name: "Close Statement" }));
  const asked = within(await screen.findByRole("alertdialog", { name: "Close this statement?" }));
  expect(asked.getByText(/belongs to the next one, from Nov 21, 2026/)).toBeTruthy();
  await hand.click(asked.getByRole("button", { name: "Close Statement" }));
  await screen.findByText("Statement closed");
  expect(sent(closeStatement)[0]?.body).toEqual({ practitionerId: 12, from: "2026-11-01", to: "2026-11-20" });
  expect(await screen.findByText(/by Rafael Peñaflor. It stays as it is/)).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "All Statements" }));
  expect(await screen.findByRole("list", { name: "Closed statements" })).toBeTruthy();
});

it("says which days are closed, what is late, and why closing failed", async () => {
  const { hand } = show([
    reply(statement, open({ late: 2, closed: { id: 90, from: "2026-10-01", to: "2026-10-31" } })),
    reply(closedStatement, { ...closed, days }),
  ]);
  await hand.selectOptions(await screen.findByLabelText("Doctor"), "B · Ma. Corazon dela Peña-Villanueva");
  expect(
    await screen.findByText(/2 entries of days that were closed before they were recorded/),
  ).toBeTruthy();
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Close Statement" });
  expect(button.disabled).toBe(true);
  await hand.click(screen.getByRole("button", { name: "Open It" }));
  expect(await screen.findByText(/It stays as it is/)).toBeTruthy();
});

it("tells the server's refusal of a closing", async () => {
  const words = "Ma. Corazon dela Peña-Villanueva has a closed statement of Nov 1, 2026 to Nov 15, 2026.";
  const { hand } = show([refuse(closeStatement, "already_done", words)]);
  await hand.selectOptions(await screen.findByLabelText("Doctor"), "B · Ma. Corazon dela Peña-Villanueva");
  await hand.click(await screen.findByRole("button", { name: "Close Statement" }));
  const asked = within(await screen.findByRole("alertdialog"));
  await hand.click(asked.getByRole("button", { name: "Close Statement" }));
  expect(await screen.findByText(words)).toBeTruthy();
});

it("shows a doctor own statements alone, which the owner closes", async () => {
  const { sent } = show([], { id: 5, role: "doctor" });
  await screen.findByRole("table", { name: "By day" });
  expect(screen.queryByLabelText("Doctor")).toBeNull();
  expect(screen.queryByRole("button", { name: "Close Statement" })).toBeNull();
  expect(sent(statement)[0]?.query).toMatchObject({ practitionerId: "12" });
  expect(sent(moneyByDoctor)).toEqual([]);
});

it("says when nothing is open, and when it cannot be loaded", async () => {
  const { hand, answer } = show([reply(statement, open({ entries: 0, days: [], methods: [] }))]);
  await hand.selectOptions(await screen.findByLabelText("Doctor"), "A · Rafael Peñaflor");
  expect(await screen.findByText("Nothing is open on these days")).toBeTruthy();
  answer(refuse(statement, "internal", "Try again"));
  await hand.selectOptions(screen.getByLabelText("Doctor"), "B · Ma. Corazon dela Peña-Villanueva");
  expect(await screen.findByText("Failed to load the statement")).toBeTruthy();
});
