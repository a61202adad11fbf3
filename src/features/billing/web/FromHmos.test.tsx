import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Bill, patientBills } from "#features/billing/contract.ts";
import { renderScreen, reply } from "#web/testing.tsx";
import { FromHmos } from "./FromHmos.tsx";
import { aBill } from "./testing-bills.ts";

const show = (bills: Bill[]) =>
  renderScreen(<FromHmos patientId={7} />, { answers: [reply(patientBills, { bills, fromRecord: null })] });

test("sums what HMOs owe, without bills that were voided", async () => {
  show([
    aBill({ patientBalance: "0.00", hmoBalance: "1000.00" }),
    aBill({ hmoBalance: "250.50" }),
    aBill({ state: "void", hmoBalance: "9000.00" }),
  ]);
  await screen.findByText("₱1,250.50 from HMOs");
});

test("says nothing where no HMO owes", async () => {
  const { sent } = show([aBill()]);
  await waitFor(() => expect(sent(patientBills)).toHaveLength(1));
  expect(screen.queryByText(/HMO/)).toBeNull();
});
