import * as z from "zod/mini";
import { sexes } from "#features/patients/contract.ts";
import { endpoint, Id, IdText } from "#shared/endpoint.ts";
import type { Period } from "#shared/formats/dates.ts";
import { pageSize } from "#shared/formats/fields.ts";
import { type Access, mayViewPatients } from "#shared/permissions.ts";

/** pendingPayments and hmoReceivable are ready-made peso text, `₱0` when nothing is owed. */
export const DashboardFigures = z.object({
  totalPatients: z.int(),
  admittedCount: z.int(),
  todayProcedures: z.int(),
  pendingPayments: z.string(),
  /** What HMOs owe: not part of pendingPayments. */
  hmoReceivable: z.string(),
  /** Patients of the last seven days, as the week's report counts them: by admission date, else by registration. */
  registeredThisWeek: z.int(),
  /** Hospitals with an admitted patient. */
  admittedHospitals: z.int(),
  /** Patients whose payment is pending or overdue, with an amount that is open. */
  pendingPaymentCount: z.int(),
  /** The overdue ones among them; the rest is Pending. */
  overduePaymentCount: z.int(),
  /**
   * Patients with a visit of today that was marked Done, or a consultation of today other than vital signs. Without
   * those who are in the queue now, or whose appointment has come since: they are to be seen.
   */
  seenToday: z.int(),
  /** Payments of today that are not voided, "₱1,450". Null for users who may not see the clinic's money (`seesCollected`). */
  collectedToday: z.nullable(z.string()),
});
export type DashboardFigures = z.output<typeof DashboardFigures>;

/** Which admissions: in hospital now, discharged in the last seven days, or every record that is not an outpatient. */
export const admissionViews = ["admitted", "recent", "all"] as const;
export type AdmissionView = (typeof admissionViews)[number];

/**
 * `newest` is the latest admission, the latest discharge, or the latest registration of all; `longest` and `shortest`
 * order the currently admitted by their stay; the other views have no such order.
 */
export const admissionSorts = ["newest", "hospital-asc", "hospital-desc", "longest", "shortest"] as const;
export type AdmissionSort = (typeof admissionSorts)[number];

export const AdmissionFilter = z.object({
  show: z.optional(z.enum(admissionViews)),
  search: z.optional(z.string().check(z.maxLength(200))),
  sort: z.optional(z.enum(admissionSorts)),
});
export type AdmissionFilter = z.output<typeof AdmissionFilter>;

/** One page, of 25 rows by default; `X-Next-Cursor` continues it, `X-Total-Count` comes with the first. */
const AdmissionQuery = z.extend(AdmissionFilter, {
  limit: z.optional(pageSize),
  cursor: z.optional(z.string().check(z.maxLength(2200))),
});

const text = z.nullable(z.string());

/** An active record that is not an outpatient, with its last stay. */
export const Admission = z.object({
  /** The patient's id. */
  id: Id,
  admissionNo: z.string(),
  patientName: z.string(),
  /** In years, as in the patient's record. */
  age: z.nullable(z.int()),
  sex: z.nullable(z.enum(sexes)),
  birthday: text,
  hospital: z.string(),
  roomNumber: text,
  admissionStatus: z.enum(["Admitted", "Discharged"]),
  /** First day of the stay, Manila. */
  admittedOn: z.string(),
  /** Null while the patient is admitted. */
  dischargedAt: text,
  /** Whole days of the stay, to the discharge or else to today. */
  days: z.int(),
  /** The post-op diagnosis, else the pre-op one; its first 500 characters. */
  diagnosis: text,
  /** The physician in charge. */
  attending: text,
});
export type Admission = z.output<typeof Admission>;

export const AdmissionFigures = z.object({
  currentlyAdmitted: z.int(),
  dischargedToday: z.int(),
  /** Mean of the days of every admission, to one decimal; null where there is none. */
  averageStayDays: z.nullable(z.number()),
  bedCapacity: z.int(),
  /** The admitted as a percentage of the beds, to one decimal; above 100 with more patients than beds. */
  bedOccupancy: z.number(),
});
export type AdmissionFigures = z.output<typeof AdmissionFigures>;

/** Each from its first day to now; a week is the last seven days. */
export const periods = ["all", "week", "month", "quarter", "year"] as const satisfies readonly Period[];

const Percent = z.number();
/** Pesos, a decimal string with two places. */
const Pesos = z.string();
const Sum = z.object({ patients: z.int(), revenue: Pesos, percent: Percent });

/** All figures of the period's active records; percentages to one decimal, 0 when the divisor is 0. */
export const Analytics = z.object({
  period: z.enum(periods),
  /** First day of the period; null for all time. */
  from: text,
  today: z.string(),
  totalPatients: z.int(),
  totalRevenue: Pesos,
  /** Paid as a percentage of all revenue. */
  collectionRate: Percent,
  activeAdmissions: z.int(),
  bedCapacity: z.int(),
  phicCases: z.int(),
  /** PHIC cases as a percentage of all patients. */
  phicPercent: Percent,
  /** Percent of the patients. */
  statuses: z.object({ admitted: Sum, discharged: Sum, outpatient: Sum }),
  /**
   * Percent of the revenue. Paid, outstanding and hmo add up to it: outstanding is what patients owe, Pending plus
   * Overdue, and hmo what HMOs owe; overdue is also given separately.
   */
  payments: z.object({
    paid: Sum,
    outstanding: Sum,
    hmo: z.omit(Sum, { patients: true }),
    overdue: Sum,
    phic: Sum,
    private: Sum,
  }),
  /** By revenue, then patients. Percent of the revenue. */
  hospitals: z.array(z.extend(Sum, { hospital: z.string(), average: Pesos })),
  /** The last six calendar months including this one, whatever the period; `month` is its first day. */
  trend: z.array(z.object({ month: z.string(), patients: z.int(), revenue: Pesos })),
});
export type Analytics = z.output<typeof Analytics>;

/** Neither patients of the period nor bills of others in it: nothing to export. */
export const isEmptyReport = ({ totalPatients, totalRevenue }: Analytics): boolean =>
  totalPatients === 0 && Number(totalRevenue) === 0;

/** Diagnoses of the consultations of a period, by the consultation's day. */
export const DiagnosisFigures = z.object({
  period: z.enum(periods),
  /** First day of the period; null for all time. */
  from: text,
  today: z.string(),
  /** Diagnoses with a code, and those in free text alone. */
  coded: z.int(),
  notCoded: z.int(),
  /** By number, most frequent first; percent of the coded ones. */
  codes: z.array(z.object({ code: z.string(), words: z.string(), count: z.int(), percent: Percent })),
});
export type DiagnosisFigures = z.output<typeof DiagnosisFigures>;

const view = { any: ["view_reports"] } as const;
const PeriodQuery = z.object({ period: z.optional(z.enum(periods)) });

/**
 * Users who see what the whole clinic collected: those who see its revenue in reports. Who takes payments sees their
 * own in the day's count.
 */
export const seesCollected = view satisfies Access;

export const dashboardFigures = endpoint({
  method: "GET",
  path: "/api/dashboard/stats",
  access: mayViewPatients,
  audit: null,
  reads: ["patients", "visits", "consultations", "bills"],
  response: DashboardFigures,
});
export const listAdmissions = endpoint({
  method: "GET",
  path: "/api/reports/admissions",
  access: view,
  audit: "report.view",
  reads: ["patients"],
  query: AdmissionQuery,
  response: z.array(Admission),
});
export const admissionFigures = endpoint({
  method: "GET",
  path: "/api/reports/admissions/figures",
  access: view,
  audit: "report.view",
  reads: ["patients", "clinic"],
  response: AdmissionFigures,
});
export const exportAdmissions = endpoint({
  method: "POST",
  path: "/api/reports/admissions/export",
  access: view,
  audit: "report.export",
  changes: [],
  recentPassword: true,
  query: AdmissionFilter,
  response: "file",
});
/** All rows of the filter, for printing. 413 above the limit of rows per print. */
export const printAdmissions = endpoint({
  method: "POST",
  path: "/api/reports/admissions/print",
  access: view,
  audit: "report.print",
  changes: [],
  recentPassword: true,
  query: AdmissionFilter,
  response: z.array(Admission),
});
export const analytics = endpoint({
  method: "GET",
  path: "/api/reports/analytics",
  access: view,
  audit: "report.view",
  reads: ["patients", "clinic"],
  query: PeriodQuery,
  response: Analytics,
});
export const exportAnalytics = endpoint({
  method: "POST",
  path: "/api/reports/analytics/export",
  access: view,
  audit: "report.export",
  changes: [],
  recentPassword: true,
  query: PeriodQuery,
  response: "file",
});
/** With `practitionerId`, of that doctor's consultations. */
const DiagnosisQuery = z.extend(PeriodQuery, { practitionerId: z.optional(IdText) });

/** The twenty most frequent. */
export const diagnosisFigures = endpoint({
  method: "GET",
  path: "/api/reports/diagnoses",
  access: view,
  audit: "report.view",
  reads: ["consultations"],
  query: DiagnosisQuery,
  response: DiagnosisFigures,
});
/** All of them. */
export const exportDiagnoses = endpoint({
  method: "POST",
  path: "/api/reports/diagnoses/export",
  access: view,
  audit: "report.export",
  changes: [],
  recentPassword: true,
  query: DiagnosisQuery,
  response: "file",
});
