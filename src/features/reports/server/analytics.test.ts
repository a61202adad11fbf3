import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addBill } from "#features/billing/contract.ts";
import { addDays, type Period, startOfPeriod } from "#shared/formats/dates.ts";
import { atInstant, startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { type Analytics, analytics, dashboardFigures, exportAnalytics, periods } from "../contract.ts";
import { readAnalytics } from "./analytics.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  clinic = await aClinic(test);
});
afterAll(() => test.close());

const patient = (columns: Parameters<typeof aPatient>[2] = {}) => aPatient(test, clinic, columns);
const report = async (period?: string, token = clinic.owner.token): Promise<Analytics> => {
  const answer = await test.call(analytics, token, period ? { query: { period } } : {});
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
/** The report at another time, of a paying clinic. */
const at = async (instant: string, period: Period) => {
  await test.sql("update clinics set subscription_status = 'active' where id = $1", [clinic.id]);
  atInstant(test, new Date(instant));
  return report(period, await aSession(test, clinic.owner.id));
};

describe("GET /api/reports/analytics", () => {
  it("needs the right to view reports", async () => {
    const bookkeeper = await aStaffMember(test, clinic, ["view_reports"]);
    expect((await report("week", bookkeeper.token)).totalPatients).toBe(0);
  });

  it("names an unknown period", async () => {
    const answer = await test.call(analytics, clinic.owner.token, { query: { period: "decade" } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toHaveProperty("period");
  });

  it("an empty clinic has zeros, and six months of them", async () => {
    const none = { patients: 0, revenue: "0.00", percent: 0 };
    expect(await report()).toEqual({
      period: "all",
      from: null,
      today: "2026-11-20",
      totalPatients: 0,
      totalRevenue: "0.00",
      collectionRate: 0,
      activeAdmissions: 0,
      bedCapacity: 50,
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
      trend: [6, 7, 8, 9, 10, 11].map((month) => ({
        month: `2026-${String(month).padStart(2, "0")}-01`,
        patients: 0,
        revenue: "0.00",
      })),
    });
  });

  it("matches sums computed by hand", async () => {
    await aPatient(test, await aClinic(test), { amount: "999999", admission_status: "Admitted" });
    await patient({ is_archived: true, amount: "888888", admission_status: "Admitted", phic_payment: "Yes" });
    const makati = { hospital: "Makati Medical Center" };
    await patient({
      ...makati,
      amount: "0.10",
      payment_status: "Paid-Received",
      admission_status: "Admitted",
      phic_payment: "Yes",
    });
    await patient({ ...makati, amount: "0.20", payment_status: "Paid-Received" });
    await patient({ ...makati, amount: null, payment_status: "Paid-Received" });
    await patient({
      hospital: "The Medical City",
      amount: "0.50",
      payment_status: "Pending",
      phic_payment: "Yes",
    });
    await patient({
      hospital: "The Medical City",
      amount: "0.20",
      payment_status: "Overdue",
      admission_status: "Discharged",
    });
    await patient({ hospital: "Asian Hospital and Medical Center", amount: null });
    const result = await report();
    expect(result).toMatchObject({
      totalPatients: 6,
      totalRevenue: "1.00",
      collectionRate: 30,
      activeAdmissions: 1,
      phicCases: 2,
      phicPercent: 33.3,
      statuses: {
        admitted: { patients: 1, revenue: "0.10", percent: 16.7 },
        discharged: { patients: 1, revenue: "0.20", percent: 16.7 },
        outpatient: { patients: 4, revenue: "0.70", percent: 66.7 },
      },
      payments: {
        paid: { patients: 3, revenue: "0.30", percent: 30 },
        outstanding: { patients: 2, revenue: "0.70", percent: 70 },
        overdue: { patients: 1, revenue: "0.20", percent: 20 },
        phic: { patients: 2, revenue: "0.60", percent: 33.3 },
        private: { patients: 4, revenue: "0.40", percent: 66.7 },
      },
    });
    expect(result.hospitals).toEqual([
      { hospital: "The Medical City", patients: 2, revenue: "0.70", average: "0.35", percent: 70 },
      { hospital: "Makati Medical Center", patients: 3, revenue: "0.30", average: "0.10", percent: 30 },
      {
        hospital: "Asian Hospital and Medical Center",
        patients: 1,
        revenue: "0.00",
        average: "0.00",
        percent: 0,
      },
    ]);
    expect(result.trend.at(-1)).toEqual({ month: "2026-11-01", patients: 6, revenue: "1.00" });
  });

  it("the average is by everyone whose amounts are in the revenue", async () => {
    const earlier = await patient({ hospital: "St. Luke's", created_at: "2026-09-10T02:00:00Z" });
    const bill = async (amount: string) => {
      const lines = [{ description: "Consultation", quantity: 1, amount }];
      const body = { patientId: earlier, lines };
      expect((await test.call(addBill, clinic.owner.token, { body })).statusCode).toBe(200);
    };
    await bill("400");
    await bill("600");
    const hospitals = async (period?: string) => (await report(period)).hospitals;
    expect(await hospitals("week")).toMatchObject([{ patients: 0, revenue: "1000.00", average: "1000.00" }]);
    const exported = await test.call(exportAnalytics, clinic.owner.token, { query: { period: "week" } });
    expect(Number(exported.headers["x-row-count"])).toBeGreaterThan(0);
    await patient({ hospital: "St. Luke's", amount: "500" });
    expect(await hospitals("week")).toMatchObject([{ patients: 1, revenue: "1500.00", average: "750.00" }]);
    expect(await hospitals("all")).toMatchObject([{ patients: 2, revenue: "1500.00", average: "750.00" }]);
  });

  it("a record belongs to its admission date, else to the Manila day of its registration", async () => {
    // November 20 is Friday; the week is November 14 to 20.
    await patient({ created_at: "2026-11-13T15:59:59Z" });
    await patient({ created_at: "2026-11-13T16:00:00Z" });
    await patient({ created_at: "2026-11-20T01:00:00Z", date_of_admission: "2026-11-13" });
    await patient({ created_at: "2024-01-01T00:00:00Z", date_of_admission: "2026-11-14" });
    expect((await report("week")).totalPatients).toBe(2);
    expect((await report("month")).totalPatients).toBe(4);
  });

  it("month, quarter and year begin with their first day in Manila", async () => {
    for (const day of ["2025-12-31", "2026-01-01", "2026-09-30", "2026-10-01", "2026-10-31", "2026-11-01"])
      await patient({ date_of_admission: day });
    expect(await report("month")).toMatchObject({ from: "2026-11-01", totalPatients: 1 });
    expect(await report("quarter")).toMatchObject({ from: "2026-10-01", totalPatients: 3 });
    expect(await report("year")).toMatchObject({ from: "2026-01-01", totalPatients: 5 });
    expect(await report("all")).toMatchObject({ from: null, totalPatients: 6 });
    // The last minute of the year in Manila, and the first of the next.
    expect(await at("2026-12-31T15:59:59Z", "year")).toMatchObject({ today: "2026-12-31", totalPatients: 5 });
    expect(await at("2026-12-31T16:00:00Z", "year")).toMatchObject({ from: "2027-01-01", totalPatients: 0 });
  });

  it("does not count a list that was imported as this month's patients", async () => {
    const own = await aClinic(test);
    const listed = { imported_on: "2026-11-20", amount: "700", payment_status: "Pending" } as const;
    await aPatient(test, own, listed);
    await aPatient(test, own, { amount: "300", payment_status: "Paid-Received" });
    const of = async (timePeriod: string): Promise<Analytics> =>
      (await test.call(analytics, own.owner.token, { query: { period: timePeriod } })).json();
    expect(await of("month")).toMatchObject({ totalPatients: 1, totalRevenue: "300.00" });
    expect(await of("all")).toMatchObject({ totalPatients: 2, totalRevenue: "1000.00" });
    expect((await of("all")).trend.at(-1)).toMatchObject({ patients: 1, revenue: "300.00" });
    const dashboard = (await test.call(dashboardFigures, own.owner.token)).json();
    expect(dashboard).toMatchObject({ totalPatients: 2, registeredThisWeek: 1 });
  });

  it("the week spans a leap day, and the trend a new year", async () => {
    for (const day of ["2028-02-28", "2028-02-29", "2028-03-01"]) await patient({ date_of_admission: day });
    await patient({ date_of_admission: "2027-09-30" });
    await patient({ date_of_admission: "2027-10-01", amount: "5" });
    expect(await at("2028-03-06T00:00:00Z", "week")).toMatchObject({ from: "2028-02-29", totalPatients: 2 });
    const { trend } = await at("2028-03-06T00:00:00Z", "week");
    expect(trend.map(({ month, patients, revenue }) => [month, patients, revenue])).toEqual([
      ["2027-10-01", 1, "5.00"],
      ["2027-11-01", 0, "0.00"],
      ["2027-12-01", 0, "0.00"],
      ["2028-01-01", 0, "0.00"],
      ["2028-02-01", 2, "0.00"],
      ["2028-03-01", 1, "0.00"],
    ]);
  });

  it("the largest sums are exact to the centavo", async () => {
    for (let index = 0; index < 3; index += 1)
      await patient({ amount: "9999999999.99", payment_status: "Paid-Received" });
    expect(await report()).toMatchObject({ totalRevenue: "29999999999.97", collectionRate: 100 });
  });
});

describe("random patients", () => {
  const aRow = fc.record({
    day: fc.option(fc.integer({ min: 0, max: 800 }).map((back) => addDays("2026-12-10", -back))),
    registered: fc.date({
      min: new Date("2025-01-01"),
      max: new Date("2026-11-20T02:42:00Z"),
      noInvalidDate: true,
    }),
    hospital: fc.constantFrom("Makati Medical Center", "The Medical City", "Ñ Hospital"),
    admission: fc.constantFrom("Admitted", "Discharged", "Outpatient"),
    payment: fc.constantFrom("Paid-Received", "Pending", "Overdue"),
    phic: fc.constantFrom("Yes", "No"),
    centavos: fc.option(fc.integer({ min: 0, max: 5_000_000 })),
    archived: fc.boolean(),
  });
  type Row = typeof aRow extends fc.Arbitrary<infer T> ? T : never;

  it("match a straightforward computation", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aRow, { maxLength: 25 }),
        fc.constantFrom(...periods),
        async (rows, period) => {
          const own = await aClinic(test);
          for (const row of rows)
            await aPatient(test, own, {
              date_of_admission: row.day,
              created_at: row.registered.toISOString(),
              hospital: row.hospital,
              admission_status: row.admission,
              payment_status: row.payment,
              phic_payment: row.phic,
              amount: row.centavos === null ? null : pesos(row.centavos),
              is_archived: row.archived,
            });
          const scope = { clinicId: own.id, userId: own.owner.id, ownerUserId: null, event: "" };
          const told = await readAnalytics(
            test.app.kit.databases.openClinic(scope),
            period,
            new Date("2026-11-20T02:42:00Z"),
          );
          expect(told).toEqual(byHand(rows, period));
        },
      ),
      { numRuns: 25 },
    );
  });

  const pesos = (centavos: number) => (centavos / 100).toFixed(2);
  /** To one decimal, halves up, in integers to avoid binary fractions. */
  const percent = (part: number, whole: number) =>
    whole === 0 ? 0 : Math.floor((2000 * part + whole) / (2 * whole)) / 10;

  function byHand(all: readonly Row[], period: Period): Analytics {
    const active = all.filter(({ archived }) => !archived);
    const dayOf = ({ day, registered }: Row) =>
      day ?? new Date(registered.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
    const from = startOfPeriod(period, "2026-11-20");
    const rows = active.filter((row) => from === null || dayOf(row) >= from);
    const sumOf = (some: readonly Row[]) => some.reduce((sum, { centavos }) => sum + (centavos ?? 0), 0);
    const total = sumOf(rows);
    const share = (some: readonly Row[], by: "patients" | "revenue") => ({
      patients: some.length,
      revenue: pesos(sumOf(some)),
      percent: by === "patients" ? percent(some.length, rows.length) : percent(sumOf(some), total),
    });
    const where = (condition: (row: Row) => boolean, by: "patients" | "revenue") =>
      share(rows.filter(condition), by);
    const hospitals = [...new Set(rows.map(({ hospital }) => hospital))].map((hospital) => {
      const theirs = rows.filter((row) => row.hospital === hospital);
      return { theirs, hospital, centavos: sumOf(theirs) };
    });
    return {
      period,
      from,
      today: "2026-11-20",
      totalPatients: rows.length,
      totalRevenue: pesos(total),
      collectionRate: where(({ payment }) => payment === "Paid-Received", "revenue").percent,
      activeAdmissions: where(({ admission }) => admission === "Admitted", "patients").patients,
      bedCapacity: 50,
      phicCases: where(({ phic }) => phic === "Yes", "patients").patients,
      phicPercent: where(({ phic }) => phic === "Yes", "patients").percent,
      statuses: {
        admitted: where(({ admission }) => admission === "Admitted", "patients"),
        discharged: where(({ admission }) => admission === "Discharged", "patients"),
        outpatient: where(({ admission }) => admission === "Outpatient", "patients"),
      },
      payments: {
        paid: where(({ payment }) => payment === "Paid-Received", "revenue"),
        outstanding: where(
          ({ payment, centavos }) => payment !== "Paid-Received" && (centavos ?? 0) > 0,
          "revenue",
        ),
        hmo: { revenue: "0.00", percent: 0 },
        overdue: where(({ payment, centavos }) => payment === "Overdue" && (centavos ?? 0) > 0, "revenue"),
        phic: where(({ phic }) => phic === "Yes", "patients"),
        private: where(({ phic }) => phic === "No", "patients"),
      },
      hospitals: hospitals
        .toSorted(
          (a, b) =>
            b.centavos - a.centavos ||
            b.theirs.length - a.theirs.length ||
            (a.hospital < b.hospital ? -1 : 1),
        )
        .map(({ theirs, hospital, centavos }) => ({
          hospital,
          ...share(theirs, "revenue"),
          average: pesos(Math.floor((2 * centavos + theirs.length) / (2 * theirs.length))),
        })),
      trend: ["2026-06", "2026-07", "2026-08", "2026-09", "2026-10", "2026-11"].map((month) => {
        const theirs = active.filter((row) => dayOf(row).startsWith(month));
        return { month: `${month}-01`, patients: theirs.length, revenue: pesos(sumOf(theirs)) };
      }),
    };
  }
});
