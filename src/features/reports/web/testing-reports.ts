import type { Admission, Analytics, DiagnosisFigures } from "#features/reports/contract.ts";

/** For screen tests: reports with the given fields replaced. */
export const anAdmission = (put: Partial<Admission> = {}): Admission => ({
  id: 7,
  admissionNo: "20261118-004",
  patientName: "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña",
  age: 67,
  sex: "F",
  birthday: "1959-03-04",
  hospital: "Chong Hua Hospital - Fuente",
  roomNumber: "512-B",
  admissionStatus: "Admitted",
  admittedOn: "2026-11-18",
  dischargedAt: null,
  days: 2,
  diagnosis: "Hypertensive heart disease",
  attending: "Dr. Tan",
  ...put,
});

const months = ["06", "07", "08", "09", "10", "11"];

export const aReport = (put: Partial<Analytics> = {}): Analytics => ({
  period: "year",
  from: "2026-01-01",
  today: "2026-11-20",
  totalPatients: 248,
  totalRevenue: "2246780.00",
  collectionRate: 81.6,
  activeAdmissions: 31,
  bedCapacity: 50,
  phicCases: 143,
  phicPercent: 57.7,
  statuses: {
    admitted: { patients: 31, revenue: "100.00", percent: 12.5 },
    discharged: { patients: 96, revenue: "100.00", percent: 38.7 },
    outpatient: { patients: 121, revenue: "100.00", percent: 48.8 },
  },
  payments: {
    paid: { patients: 200, revenue: "1833920.00", percent: 81.6 },
    outstanding: { patients: 48, revenue: "412860.00", percent: 18.4 },
    hmo: { revenue: "0.00", percent: 0 },
    overdue: { patients: 6, revenue: "86900.40", percent: 3.9 },
    phic: { patients: 143, revenue: "100.00", percent: 57.7 },
    private: { patients: 105, revenue: "100.00", percent: 42.3 },
  },
  hospitals: [
    {
      hospital: "Chong Hua Hospital - Fuente",
      patients: 64,
      revenue: "612400.00",
      average: "9568.75",
      percent: 27.3,
    },
    {
      hospital: "Philippine Heart Center",
      patients: 15,
      revenue: "2034.00",
      average: "135.60",
      percent: 0.2,
    },
  ],
  trend: months.map((month, index) => ({
    month: `2026-${month}-01`,
    patients: 30 + index,
    revenue: `${index * 100_000}.00`,
  })),
  ...put,
});

const none = { patients: 0, revenue: "0.00", percent: 0 };

export const anEmptyReport = (put: Partial<Analytics> = {}): Analytics =>
  aReport({
    totalPatients: 0,
    totalRevenue: "0.00",
    collectionRate: 0,
    activeAdmissions: 0,
    phicCases: 0,
    phicPercent: 0,
    statuses: { admitted: none, discharged: none, outpatient: none },
    payments: {
      paid: none,
      outstanding: none,
      hmo: { revenue: "0.00", percent: 0 },
      overdue: none,
      phic: none,
      private: none,
    },
    hospitals: [],
    trend: months.map((month) => ({ month: `2026-${month}-01`, patients: 0, revenue: "0.00" })),
    ...put,
  });

export const noDiagnoses: DiagnosisFigures = {
  period: "year",
  from: "2026-01-01",
  today: "2026-11-20",
  coded: 0,
  notCoded: 0,
  codes: [],
};
