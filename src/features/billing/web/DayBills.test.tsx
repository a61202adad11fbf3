import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { dayBills } from "#features/billing/contract.ts";
import { changeVisit } from "#features/visits/contract.ts";
import { renderScreen, reply } from "#web/testing.tsx";
import { aVisit } from "#web/testing-records.ts";
import { DayBills } from "./DayBills.tsx";
import { aBill } from "./testing-bills.ts";

const day = "2026-11-20";
const done = { day, state: "done", closedAt: "2026-11-20T02:20:00Z", isUnbilled: true } as const;

it("lists who was done without a bill, and asks why", async () => {
  const silent = aVisit({ ...done, id: 8, number: 8, patientName: "Catalan, Merly" });
  const free = aVisit({ ...done, id: 9, patientName: "Ilagan, Jose", noBillReason: "No charge" });
  const { hand, sent } = renderScreen(<DayBills day={day} pollEvery={60_000} />, {
    answers: [
      reply(dayBills, { bills: [aBill()], more: 0, withoutBill: [silent, free], ofDeleted: [] }),
      reply(changeVisit, { ...silent, noBillReason: "Pays later" }),
    ],
  });
  const rows = (await screen.findAllByRole("listitem")).map((row) => row.textContent);
  expect(rows).toEqual([
    expect.stringMatching(/^10:42 AMGonzaga.*₱800\.00.*Open ₱800\.00/),
    "10:20 AMCatalan, Merlynumber 8, DoneDone without a billNo billSay Why",
    "10:20 AMIlagan, Josenumber 1, DoneNo chargeNo bill",
  ]);
  await hand.click(screen.getByRole("button", { name: "Say Why Catalan, Merly has no bill" }));
  const asked = within(await screen.findByRole("dialog", { name: "Why is there no bill?" }));
  await hand.type(asked.getByRole("combobox", { name: /^Reason/ }), "Pays later");
  await hand.click(asked.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(sent(changeVisit)).toMatchObject([{ params: { id: "8" }, body: { noBillReason: "Pays later" } }]),
  );
});

it("marks a payment whose reference is on another one too", async () => {
  const payment = {
    method: "gcash",
    amount: "400.00",
    tendered: null,
    takenAt: "2026-11-20T02:50:00Z",
    takenByName: "Liezl Bañez",
    voidedAt: null,
    voidedByName: null,
    voidReason: null,
  } as const;
  const twice = aBill({
    payments: [
      { ...payment, id: 1, reference: "8012", referenceAlsoOn: "2026-00029" },
      { ...payment, id: 2, reference: "8013", referenceAlsoOn: "2026-00031" },
      { ...payment, id: 3, reference: "8014", referenceAlsoOn: null },
    ],
  });
  renderScreen(<DayBills day={day} pollEvery={60_000} />, {
    answers: [reply(dayBills, { bills: [twice], more: 0, withoutBill: [], ofDeleted: [] })],
  });
  const row = await screen.findByRole("listitem");
  expect(
    within(row)
      .getAllByText(/^same reference/)
      .map(({ textContent }) => textContent),
  ).toEqual(["same reference on 2026-00029", "same reference twice"]);
});

it("filters by doctor, and names the doctors of a bill, where several practise", async () => {
  const of = (practitionerId: number, doctorName: string) => [
    { description: "Consultation", quantity: 1, amount: "1000.00", practitionerId, doctorName },
  ];
  const answers = [
    reply(dayBills, {
      bills: [
        aBill({ lines: of(11, "Rafael Peñaflor") }),
        aBill({ id: 32, number: "2026-00032", lines: of(12, "Ramon Santos") }),
      ],
      more: 0,
      withoutBill: [],
      ofDeleted: [],
    }),
  ];
  const doctors = [
    { id: 11, userId: 1, name: "Rafael Peñaflor", letter: "A" },
    { id: 12, userId: 5, name: "Ramon Santos", letter: "B" },
  ];
  const { hand } = renderScreen(<DayBills day={day} pollEvery={60_000} />, { user: { doctors }, answers });
  const rows = within(await screen.findByRole("list", { name: "Bills and payments" }));
  expect(rows.getAllByRole("listitem")).toHaveLength(2);
  await hand.selectOptions(screen.getByLabelText("Doctor"), "B · Ramon Santos");
  expect(rows.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("2026-00032 · BRamon Santos"),
  ]);
  expect(screen.getByText("1 bill with lines of this doctor")).toBeTruthy();
});
