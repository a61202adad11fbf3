import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { dashboardFigures } from "#features/reports/contract.ts";
import { refuse, renderScreen, reply } from "#web/testing.tsx";
import { DashboardFigures } from "./DashboardFigures.tsx";

const none = {
  totalPatients: 0,
  admittedCount: 0,
  todayProcedures: 0,
  pendingPayments: "₱0",
  hmoReceivable: "₱0",
  seenToday: 0,
  collectedToday: "₱0",
  registeredThisWeek: 0,
  admittedHospitals: 0,
  pendingPaymentCount: 0,
  overduePaymentCount: 0,
};
const shown = () => screen.getAllByRole("term").map((term) => term.parentElement?.textContent);

test("shows four placeholders while the figures load", async () => {
  renderScreen(<DashboardFigures />, {
    answers: [reply(dashboardFigures, () => new Promise(() => undefined))],
  });
  await screen.findByText("Loading figures");
  expect(document.querySelectorAll("[aria-busy] [aria-hidden] > div")).toHaveLength(4);
});

test("figures that fail to load can be retried", async () => {
  const { hand, answer } = renderScreen(<DashboardFigures />, {
    answers: [refuse(dashboardFigures, "internal", "")],
  });
  const again = await screen.findByRole("button", { name: "Try Again" });
  answer(reply(dashboardFigures, none));
  await hand.click(again);
  await screen.findByText("₱0");
});

test("an empty clinic has zeros and ₱0", async () => {
  renderScreen(<DashboardFigures />, { answers: [reply(dashboardFigures, none)] });
  await screen.findByText("Total Patients");
  expect(shown()).toEqual([
    "Total Patients0 none yet",
    "Admitted0 none",
    "Today's Procedures0 none",
    "Pending Payments₱0 none",
  ]);
});

test("in brief only the figures", async () => {
  renderScreen(<DashboardFigures brief />, { answers: [reply(dashboardFigures, none)] });
  await screen.findByText("Total Patients");
  expect(shown()).toEqual(["Total Patients0", "Admitted0", "Today's Procedures0", "Pending Payments₱0"]);
});

test("shows the four figures, and their parts", async () => {
  renderScreen(<DashboardFigures />, {
    answers: [
      reply(dashboardFigures, {
        totalPatients: 1248,
        admittedCount: 31,
        todayProcedures: 2,
        pendingPayments: "₱412,860",
        hmoReceivable: "₱0",
        seenToday: 4,
        collectedToday: "₱1,450",
        registeredThisWeek: 9,
        admittedHospitals: 1,
        pendingPaymentCount: 204,
        overduePaymentCount: 46,
      }),
    ],
  });
  await screen.findByText("Total Patients");
  expect(shown()).toEqual([
    "Total Patients1,248 9 this week",
    "Admitted31 in 1 hospital",
    "Today's Procedures2",
    "Pending Payments₱412,860 158 pending, 46 overdue",
  ]);
});

test("names what HMOs owe beside what patients owe", async () => {
  renderScreen(<DashboardFigures />, {
    answers: [
      reply(dashboardFigures, {
        ...none,
        pendingPayments: "₱640",
        pendingPaymentCount: 1,
        hmoReceivable: "₱1,000",
      }),
    ],
  });
  await screen.findByText("Total Patients");
  expect(shown().at(-1)).toBe("Pending Payments₱640 1 patient · ₱1,000 from HMOs");
});
