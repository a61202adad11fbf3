import { type Analytics, isEmptyReport } from "#features/reports/contract.ts";
import { csvFile, type Exported } from "#server/http/csv-answer.ts";

const HEADINGS = ["Section", "Item", "Patients", "Revenue", "Average per Patient", "Percent"];

/**
 * The report as one table, so that a spreadsheet can filter it by section; cells without a figure are empty. No rows
 * when the period has neither patients nor revenue.
 */
export function exportAnalytics(report: Analytics): Exported {
  const rows = isEmptyReport(report) ? [] : linesOf(report);
  const file = csvFile(`clinic_report_${report.period}_${report.today}.csv`, [HEADINGS, ...rows]);
  return { file, rowCount: rows.length };
}

type Figures = { patients?: number; revenue?: string; average?: string; percent?: number };

const line = (section: string, item: string, { patients, revenue, average, percent }: Figures): string[] => [
  section,
  item,
  patients === undefined ? "" : String(patients),
  revenue ?? "",
  average ?? "",
  percent === undefined ? "" : percent.toFixed(1),
];

function linesOf(report: Analytics): string[][] {
  const { statuses, payments } = report;
  const distribution = "Patient Status Distribution";
  const payment = "Payment Overview";
  return [
    line("Figures", "Total Patients", { patients: report.totalPatients }),
    line("Figures", "Total Revenue", { revenue: report.totalRevenue }),
    line("Figures", "Collection Rate", { percent: report.collectionRate }),
    line("Figures", "Active Admissions", { patients: report.activeAdmissions }),
    line("Figures", "PHIC Cases", { patients: report.phicCases, percent: report.phicPercent }),
    line(distribution, "Admitted", statuses.admitted),
    line(distribution, "Discharged", statuses.discharged),
    line(distribution, "Outpatient", statuses.outpatient),
    line(payment, "Paid", payments.paid),
    line(payment, "Pending (with Overdue)", payments.outstanding),
    line(payment, "of which Overdue", payments.overdue),
    line(payment, "HMO Receivable", payments.hmo),
    line(payment, "PHIC", payments.phic),
    line(payment, "Private", payments.private),
    ...report.hospitals.map(({ hospital, ...figures }) => line("Hospital Performance", hospital, figures)),
    ...report.trend.map(({ month, ...figures }) => line("6-Month Trend", month.slice(0, 7), figures)),
  ];
}
