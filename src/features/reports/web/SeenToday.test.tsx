import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { dashboardFigures } from "#features/reports/contract.ts";
import { renderScreen, reply } from "#web/testing.tsx";
import { SeenToday } from "./SeenToday.tsx";

const figures = {
  totalPatients: 9,
  admittedCount: 0,
  todayProcedures: 0,
  hmoReceivable: "₱0",
  pendingPayments: "₱0",
  seenToday: 1200,
  collectedToday: "₱1,450" as string | null,
  registeredThisWeek: 0,
  admittedHospitals: 0,
  pendingPaymentCount: 0,
  overduePaymentCount: 0,
};

test("shows who was seen and what was collected", async () => {
  renderScreen(<SeenToday />, { answers: [reply(dashboardFigures, figures)] });
  await screen.findByText("· 1,200 seen, ₱1,450 collected");
});

test("omits what the account may not see", async () => {
  renderScreen(<SeenToday />, { answers: [reply(dashboardFigures, { ...figures, collectedToday: null })] });
  expect((await screen.findByText(/seen/)).textContent).toBe(" · 1,200 seen");
});
