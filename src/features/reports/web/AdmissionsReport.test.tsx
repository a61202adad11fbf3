import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import {
  admissionFigures,
  exportAdmissions,
  listAdmissions,
  printAdmissions,
} from "#features/reports/contract.ts";
import { type FakeAnswer, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { AdmissionsReport } from "./AdmissionsReport.tsx";
import { anAdmission } from "./testing-reports.ts";

const figures = {
  currentlyAdmitted: 31,
  dischargedToday: 2,
  averageStayDays: 4.3,
  bedCapacity: 50,
  bedOccupancy: 62,
};
const maria = anAdmission();
const juan = anAdmission({
  id: 8,
  admissionNo: "20261101-001",
  patientName: "Dela Cruz, Juan Miguel Santos",
  admissionStatus: "Discharged",
  dischargedAt: "2026-11-19T17:00:00Z",
  days: 1,
  diagnosis: null,
  attending: null,
});
const listed = (rows = [maria, juan], total = rows.length) =>
  reply(listAdmissions, rows, { "x-total-count": String(total) });

const openScreen = (answers: FakeAnswer[], options: Parameters<typeof renderScreen>[1] = {}) => {
  const onOpenPatient = vi.fn();
  return {
    onOpenPatient,
    ...renderScreen(<AdmissionsReport onOpenPatient={onOpenPatient} />, {
      ...options,
      answers: [reply(admissionFigures, figures), ...answers],
    }),
  };
};
const figure = (label: string) => screen.getByText(label, { selector: "dt" }).parentElement?.textContent;

beforeEach(() => {
  URL.createObjectURL = () => "blob:test";
});

test("has an empty state without admissions, with nothing to export or print", async () => {
  const { hand, sent } = openScreen([
    listed([]),
    reply(admissionFigures, {
      currentlyAdmitted: 0,
      dischargedToday: 0,
      averageStayDays: null,
      bedCapacity: 50,
      bedOccupancy: 0,
    }),
  ]);
  await screen.findByText("No admissions found");
  await screen.findByText("none yet");
  expect(figure("Average Stay (days)")).toBe("Average Stay (days)0no admissions yet");
  await hand.click(screen.getByRole("button", { name: "Export Report" }));
  await screen.findByText("Nothing to export");
  await hand.click(screen.getByRole("button", { name: "Print all" }));
  await screen.findByText("Nothing to print");
  expect(sent(exportAdmissions)).toEqual([]);
});

test("a search without a match has an empty state, and Clear Filters restores the list", async () => {
  const { hand, sent } = openScreen([
    reply(listAdmissions, ({ query }) => (query.search ? [] : [maria]), { "x-total-count": "0" }),
  ]);
  await hand.type(await screen.findByRole("searchbox", { name: "Search admissions" }), "zzz");
  await screen.findByText("Nothing among Currently Admitted matches “zzz”.");
  await hand.click(screen.getByRole("button", { name: "Clear Filters" }));
  await screen.findByText(maria.patientName);
  expect(sent(listAdmissions).map(({ query }) => query.search)).toEqual([undefined, "zzz"]);
});

test("figures and list fail separately, and each can be retried", async () => {
  const { hand, answer } = openScreen([
    refuse(admissionFigures, "internal", ""),
    refuse(listAdmissions, "internal", ""),
  ]);
  await screen.findByText("Failed to fetch patients");
  const [first, second] = await screen.findAllByRole("button", { name: "Try Again" });
  answer(reply(admissionFigures, figures), listed());
  if (first && second) {
    await hand.click(second);
    await screen.findByText(maria.patientName);
    await hand.click(first);
  }
  await screen.findByText("31 of 50 beds");
});

test("shows the figures, and each admission with its stay", async () => {
  openScreen([listed()], { address: "/?show=all" });
  await screen.findByText("31 of 50 beds");
  expect(figure("Currently Admitted")).toContain("31");
  expect(figure("Discharged Today")).toContain("2");
  expect(figure("Average Stay (days)")).toContain("4.3");
  expect(figure("Bed Occupancy")).toContain("62%");
  const rows = within(await screen.findByRole("table", { name: "Hospital Admissions" })).getAllByRole("row");
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ["Admission #", "Patient", "Hospital", "Status", "Duration", "Diagnosis", "Attending"],
    [
      "20261118-004",
      "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña67 / F",
      "Chong Hua Hospital - Fuente · Room 512-B",
      "Admitted",
      "2 dayssince Nov 18, 2026",
      "Hypertensive heart disease",
      "Dr. Tan",
    ],
    [
      "20261101-001",
      "Dela Cruz, Juan Miguel Santos67 / F",
      "Chong Hua Hospital - Fuente · Room 512-B",
      "Discharged",
      "1 dayto Nov 20, 2026",
      "",
      "",
    ],
  ]);
});

test("filter and order are requested, and kept in the URL", async () => {
  const { hand, sent, address } = openScreen([listed()]);
  await screen.findByText(maria.patientName);
  const head = (name: string) => screen.getByRole("button", { name });
  await hand.click(head("Duration"));
  await hand.click(head("Duration"));
  expect(address()).toBe("/?sort=longest");
  await hand.selectOptions(screen.getByRole("combobox", { name: "Which admissions" }), "Recently Discharged");
  // The other views have no order by stay.
  await waitFor(() => expect(screen.queryByRole("button", { name: "Duration" })).toBeNull());
  await hand.click(head("Hospital"));
  await hand.click(head("Hospital"));
  await hand.click(head("Hospital"));
  await waitFor(() => expect(address()).toBe("/?show=recent"));
  const asked = sent(listAdmissions).map(({ query }) => `${query.show} ${query.sort ?? ""}`);
  expect(asked).toEqual([
    "admitted ",
    "admitted shortest",
    "admitted longest",
    "recent ",
    "recent hospital-asc",
    "recent hospital-desc",
  ]);
});

test("a row opens the patient for users who may see records, and is plain otherwise", async () => {
  const { hand, onOpenPatient } = openScreen([listed()]);
  await hand.click(await screen.findByText(maria.patientName));
  expect(onOpenPatient).toHaveBeenCalledWith(7);
});

test("users who may only view reports see the rows and open none", async () => {
  const { hand, onOpenPatient } = openScreen([listed()], { user: staffWith("view_reports") });
  await hand.click(await screen.findByText(maria.patientName));
  expect(onOpenPatient).not.toHaveBeenCalled();
});

test("exports and prints every filtered row, not only the page", async () => {
  const all = Array.from({ length: 30 }, (_, index) => anAdmission({ id: index + 1 }));
  let printed = 0;
  window.print = () => {
    window.dispatchEvent(new Event("beforeprint"));
    printed = screen.getByRole("table", { name: "All rows" }).querySelectorAll("tbody tr").length;
    window.dispatchEvent(new Event("afterprint"));
  };
  const { hand, sent } = openScreen(
    [
      listed(all.slice(0, 25), 30),
      reply(exportAdmissions, new Blob(["Admission #\r\n1\r\n2\r\n"]), {
        "content-disposition": "attachment; filename*=UTF-8''admissions_report_2026-11-20.csv",
      }),
      reply(printAdmissions, all),
    ],
    { address: "/?show=all&q=maca" },
  );
  await screen.findByText("Page 1 of 2: use Print all to print all 30.");
  await hand.click(screen.getByRole("button", { name: "Export Report" }));
  await screen.findByText("2 rows exported");
  await hand.click(screen.getByRole("button", { name: "Print all" }));
  await waitFor(() => expect(printed).toBe(30));
  for (const call of [exportAdmissions, printAdmissions])
    expect(sent(call)[0]?.query).toEqual({ show: "all", search: "maca" });
});

test("shows more patients than beds as it is", async () => {
  openScreen([listed(), reply(admissionFigures, { ...figures, currentlyAdmitted: 53, bedOccupancy: 106 })]);
  await screen.findByText("106%");
  screen.getByText("3 patients more than 50 beds");
});
