import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { addPettyCash, closeDayCount, type DayCount, setOpeningFloat } from "#features/billing/contract.ts";
import { renderScreen, reply } from "#web/testing.tsx";
import { CloseCount } from "./CloseCount.tsx";

const count: DayCount = {
  day: "2026-11-20",
  bills: 1,
  billed: "1900.00",
  collected: "1900.00",
  open: "0.00",
  withoutBill: [],
  hmoDue: "0.00",
  notStated: "0.00",
  methods: [{ method: "cash", payments: 4, amount: "1900.00" }],
  people: [],
  uncounted: {
    since: "2026-11-20",
    payments: 4,
    methods: [{ method: "cash", payments: 4, amount: "1900.00" }],
  },
  drawerLines: [],
  expectedCash: "1900.00",
  closings: [],
};
const line = {
  id: 5,
  userId: 1,
  userName: "Rafael Peñaflor",
  kind: "float" as const,
  amount: "1000.00",
  note: null,
  at: "2026-11-20T00:30:00Z",
  voidedAt: null,
  voidReason: null,
};

it("records the opening float and petty cash", async () => {
  const { hand, sent } = renderScreen(<CloseCount count={count} />, {
    answers: [
      reply(setOpeningFloat, line),
      reply(addPettyCash, { ...line, kind: "petty_cash", note: "Drinking water" }),
    ],
  });
  await hand.click(await screen.findByRole("button", { name: "Change" }));
  const float = within(await screen.findByRole("dialog", { name: "Opening Float" }));
  await hand.type(float.getByLabelText(/Opening float/), "1000");
  await hand.click(float.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent(setOpeningFloat)[0]?.body).toEqual({ amount: "1000.00" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await hand.click(screen.getByRole("button", { name: "Add" }));
  const petty = within(await screen.findByRole("dialog", { name: "Petty Cash Out" }));
  await hand.type(petty.getByLabelText(/Amount/), "80");
  await hand.click(petty.getByRole("button", { name: "Save" }));
  expect(await petty.findByText("Say what it was for")).toBeTruthy();
  await hand.type(petty.getByLabelText(/What for/), "Drinking water");
  await hand.click(petty.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(sent(addPettyCash)[0]?.body).toEqual({ amount: "80.00", note: "Drinking water" }),
  );
});

it("asks before it closes, and why the cash does not agree", async () => {
  const { hand, sent } = renderScreen(<CloseCount count={count} />, {
    answers: [
      reply(closeDayCount, {
        id: 9,
        day: "2026-11-20",
        userName: null,
        closedByName: "Rafael Peñaflor",
        closedAt: "2026-11-20T10:00:00Z",
        payments: 4,
        methods: count.methods,
        openingFloat: "0.00",
        pettyCash: "0.00",
        expected: "1900.00",
        counted: "1880.00",
        difference: "-20.00",
        note: "Change given twice",
      }),
    ],
  });
  await hand.type(await screen.findByLabelText(/Cash counted/), "1880");
  expect(screen.getByText("₱20.00 short of expected")).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "Close Count" }));
  const asked = within(await screen.findByRole("dialog", { name: "₱20.00 short. Close anyway?" }));
  await hand.click(asked.getByRole("button", { name: "Close Count" }));
  expect(await asked.findByText("Say why the cash does not agree")).toBeTruthy();
  expect(sent(closeDayCount)).toEqual([]);
  await hand.type(asked.getByLabelText(/Reason/), "Change given twice");
  await hand.click(asked.getByRole("button", { name: "Close Count" }));
  await waitFor(() =>
    expect(sent(closeDayCount)[0]?.body).toEqual({ counted: "1880.00", note: "Change given twice" }),
  );
});

it("adds up the drawer by bills and coins", async () => {
  const { hand } = renderScreen(<CloseCount count={count} />);
  await hand.click(await screen.findByRole("button", { name: "Count by bills and coins" }));
  await hand.type(await screen.findByLabelText("How many of ₱1,000.00"), "1");
  await hand.type(screen.getByLabelText("How many of ₱100.00"), "8");
  await hand.type(screen.getByLabelText("How many of ₱0.25"), "3");
  expect(screen.getByLabelText(/Cash counted/)).toHaveProperty("value", "1,800.75");
  expect(screen.getByText("₱99.25 short of expected")).toBeTruthy();
});
