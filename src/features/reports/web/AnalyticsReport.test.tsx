import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { analytics, diagnosisFigures, exportAnalytics } from "#features/reports/contract.ts";
import { refuse, renderScreen, reply } from "#web/testing.tsx";
import { AnalyticsReport } from "./AnalyticsReport.tsx";
import { anEmptyReport, aReport, noDiagnoses } from "./testing-reports.ts";

const figure = (label: string) => screen.getByText(label).parentElement?.textContent;
const line = (section: string, label: string) =>
  within(screen.getByRole("region", { name: section })).getByText(label, { exact: false, selector: "dt" })
    .parentElement?.textContent;
const bars = () =>
  [...document.querySelectorAll<HTMLElement>("[data-bar]")].map(({ style }) =>
    Number.parseFloat(style.width),
  );

test("a clinic without patients has zeros and a message", async () => {
  renderScreen(<AnalyticsReport />, {
    answers: [
      reply(diagnosisFigures, noDiagnoses),
      reply(analytics, anEmptyReport({ period: "all", from: null })),
    ],
  });
  await screen.findByText("No patients found.");
  expect(figure("Total Revenue")).toBe("Total Revenue₱00% collection rate");
  expect(figure("PHIC Cases")).toBe("PHIC Cases00% of patients");
  expect(line("Patient Status Distribution", "Admitted")).toBe("Admitted00%");
  expect(bars()).toEqual([]);
  expect(screen.queryByText(/Bars show/)).toBeNull();
  expect(document.querySelector(".overflow-hidden.bg-sunk")).toBeNull();
  expect(document.body.textContent).not.toContain("NaN");
});

test("the message says when only the period has no patients", async () => {
  renderScreen(<AnalyticsReport />, {
    answers: [
      reply(diagnosisFigures, noDiagnoses),
      reply(analytics, anEmptyReport({ period: "week", from: "2026-11-14" })),
    ],
    address: "/?period=week",
  });
  await screen.findByText("No patients in this period.");
  screen.getByText("November 14 to November 20, 2026");
});

test("a period without patients has nothing to export", async () => {
  const { hand, sent } = renderScreen(<AnalyticsReport />, {
    answers: [
      reply(diagnosisFigures, noDiagnoses),
      reply(analytics, anEmptyReport({ period: "week", from: "2026-11-14" })),
    ],
    address: "/?period=week",
  });
  await screen.findByText("November 14 to November 20, 2026");
  await hand.click(screen.getByRole("button", { name: "Export Report" }));
  await screen.findByText("Nothing to export");
  await waitFor(() => expect(sent(exportAnalytics)).toEqual([]));
});

test("a report that fails to load can be retried", async () => {
  const { hand, answer } = renderScreen(<AnalyticsReport />, {
    answers: [reply(diagnosisFigures, noDiagnoses), refuse(analytics, "internal", "")],
  });
  const again = await screen.findByRole("button", { name: "Try Again" });
  answer(reply(analytics, aReport()));
  await hand.click(again);
  await screen.findByText("248");
});

test("rounds Paid and Pending once, so that they add up to 100", async () => {
  const sums = { patients: 1, percent: 43.5 };
  renderScreen(<AnalyticsReport />, {
    answers: [
      reply(diagnosisFigures, noDiagnoses),
      reply(
        analytics,
        aReport({
          totalRevenue: "10000.00",
          collectionRate: 43.5,
          payments: {
            ...aReport().payments,
            paid: { ...sums, revenue: "4347.00" },
            outstanding: { ...sums, revenue: "5653.00", percent: 56.5 },
          },
        }),
      ),
    ],
  });
  await screen.findByText("6-Month Trend");
  expect(figure("Total Revenue")).toBe("Total Revenue₱10,00043% collection rate");
  expect(line("Payment Overview", "Paid")).toBe("Paid₱4,34743%");
  expect(line("Payment Overview", "Pending")).toBe("Pendingincl. ₱86,900 overdue₱5,65357%");
});

test("what HMOs owe is a part of its own, and the three add up to 100", async () => {
  renderScreen(<AnalyticsReport />, {
    answers: [
      reply(diagnosisFigures, noDiagnoses),
      reply(
        analytics,
        aReport({
          totalRevenue: "3000.00",
          payments: {
            ...aReport().payments,
            paid: { patients: 1, revenue: "1000.00", percent: 33.3 },
            outstanding: { patients: 1, revenue: "1000.00", percent: 33.3 },
            overdue: { patients: 0, revenue: "0.00", percent: 0 },
            hmo: { revenue: "1000.00", percent: 33.3 },
          },
        }),
      ),
    ],
  });
  await screen.findByText("6-Month Trend");
  expect(line("Payment Overview", "Paid")).toBe("Paid₱1,00034%");
  expect(line("Payment Overview", "Pending")).toBe("Pending₱1,00033%");
  expect(line("Payment Overview", "HMO receivable")).toBe("HMO receivable₱1,00033%");
});

test("labels every bar with the period's figures", async () => {
  renderScreen(<AnalyticsReport />, {
    answers: [reply(diagnosisFigures, noDiagnoses), reply(analytics, aReport())],
    address: "/?period=year",
  });
  await screen.findByText("January 1 to November 20, 2026");
  expect(figure("Total Patients")).toBe("Total Patients248active records");
  expect(figure("Total Revenue")).toBe("Total Revenue₱2,246,78082% collection rate");
  expect(figure("Active Admissions")).toBe("Active Admissions31of this period");
  expect(figure("PHIC Cases")).toBe("PHIC Cases14358% of patients");
  expect(line("Patient Status Distribution", "Discharged")).toBe("Discharged9639%");
  expect(line("Payment Overview", "Paid")).toBe("Paid₱1,833,92082%");
  expect(line("Payment Overview", "Pending")).toBe("Pendingincl. ₱86,900 overdue₱412,86018%");
  expect(line("Payment Overview", "PHIC vs private")).toBe("PHIC vs private143 /  PHIC, 105 private58%");
  const rows = within(screen.getByRole("table", { name: "Hospital Performance" })).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "HospitalPatientsRevenueAverage per PatientShare",
    "Chong Hua Hospital - Fuente64₱612,400₱9,56927%",
    "Philippine Heart Center15₱2,034₱136<1%",
  ]);
  const trend = within(screen.getByRole("region", { name: "6-Month Trend" })).getAllByRole("listitem");
  expect(trend.map(({ textContent }) => textContent)[0]).toBe("June 202630 patients₱0");
  // A month of ₱0 has none.
  expect(bars()).toEqual([20, 40, 60, 80, 100]);
});

test("all time shows the beds; another period is fetched, kept in the URL, and exported", async () => {
  URL.createObjectURL = () => "blob:test";
  const { hand, sent, address } = renderScreen(<AnalyticsReport />, {
    answers: [
      reply(diagnosisFigures, noDiagnoses),
      reply(analytics, ({ query }) =>
        query.period === "all" ? aReport({ period: "all", from: null }) : aReport(),
      ),
      reply(exportAnalytics, new Blob(["Section\r\nFigures\r\nFigures\r\n"]), {
        "content-disposition": "attachment; filename*=UTF-8''clinic_report_year_2026-11-20.csv",
      }),
    ],
  });
  await screen.findByText("of 50 beds");
  await hand.selectOptions(screen.getByRole("combobox", { name: "Period" }), "This Year");
  await screen.findByText("January 1 to November 20, 2026");
  expect(sent(analytics).map(({ query }) => query.period)).toEqual(["all", "year"]);
  expect(address()).toBe("/?period=year");
  await hand.click(screen.getByRole("button", { name: "Export Report" }));
  await screen.findByText("2 rows exported");
  screen.getByText("clinic_report_year_2026-11-20.csv");
  expect(sent(exportAnalytics)[0]?.query).toEqual({ period: "year" });
});

test("without amounts the bars show patients", async () => {
  const trend = aReport().trend.map((month) => ({ ...month, revenue: "0.00" }));
  renderScreen(<AnalyticsReport />, {
    answers: [reply(diagnosisFigures, noDiagnoses), reply(analytics, aReport({ trend }))],
  });
  await screen.findByText("Bars show patients · November to date");
  expect(bars().at(-1)).toBe(100);
  expect(bars()[0]).toBeCloseTo((100 * 30) / 35);
});

test("shows the period's codes, and how many diagnoses have none", async () => {
  const figures = {
    ...noDiagnoses,
    coded: 3,
    notCoded: 1204,
    codes: [
      { code: "I10", words: "Essential hypertension", count: 2, percent: 66.7 },
      { code: "E11.9", words: "Type 2 diabetes", count: 1, percent: 33.3 },
    ],
  };
  renderScreen(<AnalyticsReport />, {
    answers: [reply(analytics, aReport()), reply(diagnosisFigures, figures)],
  });
  const section = within(await screen.findByRole("region", { name: "Most Frequent Diagnoses" }));
  await section.findByText("Coded: 3 · Not coded: 1,204");
  section.getAllByText("Essential hypertension");
  section.getAllByText("I10");
});

test("diagnoses that fail to load leave the rest of the report", async () => {
  const { hand, answer } = renderScreen(<AnalyticsReport />, {
    answers: [reply(analytics, aReport()), refuse(diagnosisFigures, "internal", "")],
  });
  const section = within(await screen.findByRole("region", { name: "Most Frequent Diagnoses" }));
  const again = await section.findByRole("button", { name: "Try Again" });
  answer(reply(diagnosisFigures, noDiagnoses));
  await hand.click(again);
  await section.findByText("No diagnoses in this period.");
  screen.getByText("248");
});
