import { type CompiledQuery, sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bookedWith, listBetween, listOfPatient } from "#features/appointments/server/appointment-rows.ts";
import { listDoctorHours } from "#features/appointments/server/doctor-hours.ts";
import { listFreeTimes } from "#features/appointments/server/free-times.ts";
import { listRecalls } from "#features/appointments/server/recalls.ts";
import { billsOf } from "#features/billing/server/bill-rows.ts";
import { readDayCount } from "#features/billing/server/day-count.ts";
import { listReceivables } from "#features/billing/server/hmo-receivables.ts";
import { readPrescribed } from "#features/clinical-lists/server/prescribed-medicines.ts";
import { readSummary } from "#features/clinical-lists/server/summary.ts";
import { listToday } from "#features/consultations/server/today.ts";
import { listVitalSignReadings } from "#features/consultations/server/vital-sign-readings.ts";
import { readOwnDiagnoses } from "#features/diagnoses/server/own-diagnoses.ts";
import { papersOf } from "#features/exports/server/parts/papers.ts";
import { storedFiles } from "#features/exports/server/parts/stored-files.ts";
import { listFiles } from "#features/files/server/list-files.ts";
import { findFile } from "#features/files/server/open-file.ts";
import { readHousehold } from "#features/households/server/read-household.ts";
import { listOpenRequests, listPapers } from "#features/papers/server/paper-rows.ts";
import type { DuplicateQuestion } from "#features/patients/contract.ts";
import { findDuplicates } from "#features/patients/server/find-duplicates.ts";
import { countPatients, type PatientPage, readPage } from "#features/patients/server/list-patients.ts";
import { countByState, findPatient } from "#features/patients/server/queries.ts";
import type { PatientSelection } from "#features/patients/server/search/patient-filter.ts";
import { listExpectedBirths } from "#features/pregnancies/server/expected-births.ts";
import { readPregnancies } from "#features/pregnancies/server/pregnancy-rows.ts";
import { listMedicinesInUse } from "#features/prescriptions/server/medicines-in-use.ts";
import { listPrescriptions } from "#features/prescriptions/server/queries.ts";
import { readHead } from "#features/record-head/server/read-head.ts";
import { periods } from "#features/reports/contract.ts";
import { readAdmissionFigures } from "#features/reports/server/admission-figures.ts";
import {
  type AdmissionPage,
  type AdmissionSelection,
  admissionSelection,
  countAdmissions,
  listAdmissions,
} from "#features/reports/server/admissions.ts";
import { readAnalytics } from "#features/reports/server/analytics.ts";
import { readDashboardFigures } from "#features/reports/server/dashboard.ts";
import { readDiagnosisFigures } from "#features/reports/server/diagnosis-figures.ts";
import { listFlagged, listResults } from "#features/results/server/result-rows.ts";
import { readTimeline } from "#features/timeline/server/read-timeline.ts";
import {
  listUnfinished,
  listVisits,
  listVisitsOf,
  versionOfVisits,
} from "#features/visits/server/list-visits.ts";
import { firstWaiting } from "#features/visits/server/move-visit.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { toCursor } from "#server/http/cursor.ts";
import { followedBill } from "#server/patient/follow-entries.ts";
import { addDays } from "#shared/formats/dates.ts";
import { startOwnApp, type TestApp, testNow } from "./app.ts";
import {
  commonName,
  type LargeClinics,
  rareDiagnosis,
  rareName,
  seedLargeClinics,
} from "./data/large-clinics.ts";
import { recordQueries } from "./recorded-queries.ts";

/**
 * Plans as the application's role with row-level security, over one large clinic among many. With the policy
 * PostgreSQL silently ignores an index that needs LIKE, and no other test would fail. PLANS_LARGE=1 seeds 100,000
 * patients besides 500,000 others and prints the median time of each.
 */
const isLarge = process.env.PLANS_LARGE === "1";
const size = isLarge
  ? { inBigClinic: 100_000, elsewhere: 500_000, clinics: 100 }
  : { inBigClinic: 20_000, elsewhere: 30_000, clinics: 30 };
/** Rows of the table that a list may read. */
const ROWS_ALLOWED = size.inBigClinic / 20;

let app: TestApp;
let large: LargeClinics;
let client: Client;

beforeAll(
  async () => {
    app = await startOwnApp();
    large = await seedLargeClinics(app.databaseUrl, { ...size, now: testNow });
    client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    await client.query("set role klinika_app");
    await client.query("set timezone = 'UTC'");
    await client.query("select set_config('app.clinic_id', $1, false)", [String(large.bigClinicId)]);
  },
  isLarge ? 1_800_000 : 600_000,
);
afterAll(async () => {
  await client.end();
  await app.close();
});

const today = "2026-11-20";
const list =
  (selection: Partial<PatientSelection> = {}, page: Partial<PatientPage> = {}) =>
  (clinic: ClinicScope) =>
    readPage(clinic, { archived: "without", ...selection }, { sort: "newest", limit: 25, ...page }, today);
/** A page after the first patient of the large clinic. */
const later =
  (selection: Partial<PatientSelection>, page: Partial<PatientPage>): ReturnType<typeof list> =>
  (clinic) =>
    list(selection, { ...page, cursor: toCursor([large.oldestPatientId]) })(clinic);
const count =
  (selection: Partial<PatientSelection> = {}) =>
  (clinic: ClinicScope) =>
    countPatients(clinic, { archived: "without", ...selection });

const admissions =
  (selection: Partial<AdmissionSelection> = {}, page: Partial<AdmissionPage> = {}) =>
  (clinic: ClinicScope) =>
    listAdmissions(clinic, admissionSelection(selection), { limit: 25, ...page }, today);
const countOfAdmissions =
  (selection: Partial<AdmissionSelection> = {}) =>
  (clinic: ClinicScope) =>
    countAdmissions(clinic, admissionSelection(selection), today);

/** Pages that are full after a few index entries. */
const pages: [string, (clinic: ClinicScope) => Promise<unknown>][] = [
  ["newest", list()],
  ["newest, a later page", list({}, { cursor: toCursor(["2025-06-01T00:00:00Z", 5000]) })],
  ["archived", list({ archived: "only" })],
  ["archived ones among the rest", list({ archived: "with" })],
  ["status Admitted", list({ status: "Admitted" })],
  ["status Outpatient", list({ status: "Outpatient" })],
  ["payment Pending", list({ payment: "Pending" })],
  ["payment Overdue", list({ payment: "Overdue" })],
  ["patient status Follow-up", list({ patientStatus: "Follow-up" })],
  ["consultation completed", list({ consultationStatus: "completed" })],
  ["days of this month", list({ from: "2026-11-01", to: today })],
  ["three days long ago", list({ from: "2024-03-01", to: "2024-03-03" })],
  ["diagnosis, common", list({ diagnosis: "pneumonia" })],
  ["hospital A-Z", list({}, { sort: "hospital-asc" })],
  ["hospital Z-A", list({}, { sort: "hospital-desc" })],
  [
    "hospital A-Z, a later page",
    list({}, { sort: "hospital-asc", cursor: toCursor(["Mactan Doctors Hospital", 1]) }),
  ],
  ["hospital A-Z, payment Overdue", list({ payment: "Overdue" }, { sort: "hospital-asc" })],
  ["hospital Z-A, three years", list({ from: "2023-11-20", to: today }, { sort: "hospital-desc" })],
  ["name A-Z", list({}, { sort: "name-asc" })],
  ["name Z-A", list({}, { sort: "name-desc" })],
  ["name A-Z, a later page", later({}, { sort: "name-asc" })],
  ["name A-Z, payment Overdue", list({ payment: "Overdue" }, { sort: "name-asc" })],
  ["name A-Z, archived ones among the rest", list({ archived: "with" }, { sort: "name-asc" })],
  ["search newest first, common name", list({ search: commonName }, { sort: "newest" })],
  ["search newest first, hospital", list({ search: "chong hua" }, { sort: "newest" })],
  ["today's consultations", (clinic) => listToday(clinic, testNow, {}).next()],
  ["visits of today", (clinic) => listVisits(clinic, testNow, {})],
  ["the version of today's visits", (clinic) => versionOfVisits(clinic, testNow, {})],
  ["visits of today, of one doctor", (clinic) => listVisits(clinic, testNow, { practitionerId: 1 })],
  [
    "the version of today's visits, of one doctor",
    (clinic) => versionOfVisits(clinic, testNow, { practitionerId: 1 }),
  ],
  [
    "who is called next, of one doctor",
    (clinic) => firstWaiting(clinic, { placeId: 1, practitionerId: 1 }, testNow),
  ],
  ["visits nobody closed", (clinic) => listUnfinished(clinic, testNow)],
  ["visits of one patient", (clinic) => listVisitsOf(clinic, 1, {})],
  ["appointments of a week", (clinic) => listBetween(clinic, { from: today, to: addDays(today, 6) })],
  ["appointments of one patient", (clinic) => listOfPatient(clinic, large.oldestPatientId)],
  ["free times", (clinic) => listFreeTimes(clinic, {}, testNow)],
  ["who is booked with a doctor", (clinic) => bookedWith(clinic, 1, { from: today })],
  ["hours of the doctors", (clinic) => listDoctorHours(clinic, today)],
  ["who is to be called back", (clinic) => listRecalls(clinic, testNow)],
  ["who is to be called back, of a doctor", (clinic) => listRecalls(clinic, testNow, { practitionerId: 1 })],
  ["who is due to give birth", (clinic) => listExpectedBirths(clinic, { limit: 50 }, testNow)],
  [
    "who is due to give birth, a later page",
    (clinic) =>
      listExpectedBirths(clinic, { limit: 50, cursor: toCursor([addDays(today, 3), 5000]) }, testNow),
  ],
  ["pregnancies of one patient", (clinic) => readPregnancies(clinic, 13)],
  ["vital signs of one patient", (clinic) => listVitalSignReadings(clinic, 13, { limit: 60 })],
  [
    "the household of one patient, with who has the same address and phone",
    (clinic) => readHousehold(clinic, large.oldestPatientId, today),
  ],
  ["bills of one patient", (clinic) => billsOf(clinic, 1)],
  [
    "the bill that a record follows",
    (clinic) => followedBill(clinic.id, sql`${large.oldestPatientId}`).execute(clinic.db),
  ],
  ["results of one patient", (clinic) => listResults(clinic, large.oldestPatientId, { limit: 100 })],
  [
    "certificates and requests of one patient",
    (clinic) => listPapers(clinic, large.oldestPatientId, { limit: 20 }),
  ],
  ["requests that are out, of one patient", (clinic) => listOpenRequests(clinic, large.oldestPatientId)],
  ["flagged results of one patient", (clinic) => listFlagged(clinic, large.oldestPatientId, testNow)],
  ["what HMOs owe", (clinic) => listReceivables(clinic, testNow)],
  ["the day's count", (clinic) => readDayCount(clinic, { day: today, whose: null })],
  ["the day's count of one's own", (clinic) => readDayCount(clinic, { day: today, whose: large.ownerId })],
  ["the summary of one patient", (clinic) => readSummary(clinic, 4, testNow)],
  [
    "the visits of one patient",
    (clinic) =>
      readTimeline(clinic, large.oldestPatientId, {
        limit: 10,
        cursor: undefined,
        now: testNow,
        mayRead: () => true,
      }),
  ],
  ["the head of one record", (clinic) => readHead(clinic, large.oldestPatientId, testNow)],
  ["one patient", (clinic) => findPatient(clinic, 1, today)],
  ["admissions, admitted", admissions()],
  ["admissions, a later page", admissions({}, { cursor: toCursor(["2025-06-01", 5000]) })],
  ["admissions, longest stay", admissions({ sort: "longest" })],
  ["admissions, admitted by hospital", admissions({ sort: "hospital-asc" })],
  ["admissions, recently discharged", admissions({ show: "recent" })],
  ["admissions, all", admissions({ show: "all" })],
  ["admissions, all by hospital", admissions({ show: "all", sort: "hospital-desc" })],
  ["admissions, all, common name", admissions({ show: "all", search: commonName })],
];

const already = (question: DuplicateQuestion) => (clinic: ClinicScope) =>
  findDuplicates(clinic, question, today);

/** Searches with few or no results: they may read the clinic's part of an index, and no more. */
const rare: typeof pages = [
  ["already there, common name", already({ patientName: "Dela Cruz, Maria Rosa" })],
  ["already there, nobody's name", already({ patientName: "Zzyzx, Quentin" })],
  ["already there, name and birthday", already({ patientName: "Santos, Ana", birthday: "1985-02-03" })],
  [
    "already there, all three",
    already({ patientName: "Santos, Ana", birthday: "1985-02-03", contactNumber: "0917 555 0148" }),
  ],
  ["already there, phone", already({ contactNumber: "0917 555 0148" })],
  ["consultation pending", list({ consultationStatus: "pending" })],
  ["three years", list({ from: "2023-11-20", to: today })],
  ["diagnosis, rare", list({ diagnosis: rareDiagnosis })],
  ["diagnosis, none", list({ diagnosis: "leprosy" })],
  ["search newest first, birthday", list({ search: "08/27/1958" })],
  ...(
    [
      ["phone", "+63 917"],
      ["two words", "dela cruz juan"],
      ["eight words", "a n a s a n t o"],
      ["birthday", "08/27/1958"],
      ["year of birth", "1958"],
      ["one letter", "a"],
      ["common name", commonName],
      ["common name and first name", `maria ${commonName}`],
      ["first name", "maria"],
      ["hospital", "chong hua"],
      ["one patient", rareName],
      ["number", "20251120-7"],
      ["nobody", "zzyzx"],
    ] as const
  ).flatMap(([what, search]): typeof pages => [
    [`search, ${what}`, list({ search }, { sort: "best" })],
    [`search, ${what}, a later page`, later({ search }, { sort: "best" })],
  ]),
  ["search, archived ones among the rest", list({ search: commonName, archived: "with" }, { sort: "best" })],
  ["search newest first, one patient", list({ search: rareName })],
  ["search newest first, nobody", list({ search: "zzyzx" })],
  ["admissions, all, nobody", admissions({ show: "all", search: "zzyzx" })],
  [
    "search with filters",
    list({ search: commonName, payment: "Overdue", patientStatus: "Waiting" }, { sort: "best" }),
  ],
  ["search within three years", list({ search: "zzyzx", from: "2023-11-20", to: today }, { sort: "best" })],
  [
    "every filter at once, nobody",
    list({ status: "Admitted", payment: "Overdue", from: "2024-01-01", to: "2024-01-20" }),
  ],
];

const counts: typeof pages = [
  ["total", count()],
  ["total of status Admitted", count({ status: "Admitted" })],
  ["total of payment Pending", count({ payment: "Pending" })],
  ["total of patient status Follow-up", count({ patientStatus: "Follow-up" })],
  ["total of a month", count({ from: "2026-11-01", to: today })],
  ["total of a common name", count({ search: commonName })],
  ["total of a birthday", count({ search: "08/27/1958" })],
  ["total of a diagnosis", count({ diagnosis: "pneumonia" })],
  ["total with archived ones", count({ archived: "with" })],
  ["counts above the list", countByState],
  ["total of the admitted", countOfAdmissions()],
  ["total of the recently discharged", countOfAdmissions({ show: "recent" })],
  ["total of all admissions", countOfAdmissions({ show: "all" })],
  ["figures of the admissions", (clinic) => readAdmissionFigures(clinic, testNow)],
  ["dashboard figures", (clinic) => readDashboardFigures(clinic, testNow, { withCollected: true })],
  ...periods.map((period): (typeof pages)[number] => [
    `diagnoses, ${period}`,
    (clinic) => readDiagnosisFigures(clinic, { period }, testNow, 20),
  ]),
  ["diagnoses last used", readOwnDiagnoses],
  ...periods.map((period): (typeof pages)[number] => [
    `analytics, ${period}`,
    (clinic) => readAnalytics(clinic, period, testNow),
  ]),
];

/** Exempt from the limit: no index covers both the searched text and the order by hospital or name. */
const slower: typeof pages = [
  ["name A-Z, search", list({ search: commonName }, { sort: "name-asc" })],
  ["hospital A-Z, search", list({ search: commonName }, { sort: "hospital-asc" })],
];

type Query = Pick<CompiledQuery, "sql" | "parameters">;
type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Heap Fetches"?: number;
  /** Above a scan: each of its rows passes this step. */
  "One-Time Filter"?: string;
  Plans?: Plan[];
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const largeTables = [
  "patients",
  "visits",
  "bills",
  "payments",
  "appointments",
  "allergies",
  "problems",
  "medicines",
  "alerts",
  "pregnancies",
  "patient_families",
  "results",
  "clinic_papers",
  "requested_items",
];

const scansOfLargeTables = (plan: Plan) =>
  nodesOf(plan).filter((node) => largeTables.includes(node["Relation Name"] ?? ""));

const readBy = (node: Plan) =>
  node["Actual Loops"] *
  (node["Actual Rows"] +
    (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Index Recheck"] ?? 0));

/** Rows read from the table itself, as opposed to index-only scans. */
const rowsTouched = (plan: Plan): number =>
  scansOfLargeTables(plan)
    .map((node) => (node["Node Type"] === "Index Only Scan" ? (node["Heap Fetches"] ?? 0) : readBy(node)))
    .reduce((sum, rows) => sum + rows, 0);

/** Rows and index entries together. */
const entriesRead = (plan: Plan): number =>
  scansOfLargeTables(plan)
    .map(readBy)
    .reduce((sum, rows) => sum + rows, 0);

const scansOf = (plan: Plan): string =>
  nodesOf(plan)
    .filter((node) => node["Node Type"].includes("Scan") && !node["Node Type"].includes("Subquery"))
    .map((node) => `${node["Node Type"]} ${node["Index Name"] ?? node["Relation Name"] ?? ""}`.trim())
    .join(", ");

const literal = (value: unknown) =>
  value === null
    ? "null"
    : `'${(value instanceof Date ? value.toISOString() : String(value)).replaceAll("'", "''")}'`;

/** A named statement gets a custom plan at first and may get a generic one later: both must pass. */
async function plansOf(queries: readonly Query[]): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const { sql, parameters } of queries) {
    await client.query(`prepare shown as ${sql}`);
    const run = parameters.length ? `execute shown(${parameters.map(literal).join(", ")})` : "execute shown";
    for (const mode of ["force_custom_plan", "force_generic_plan"]) {
      await client.query(`set plan_cache_mode = ${mode}`);
      const { rows } = await client.query(`explain (analyze, buffers, format json) ${run}`);
      plans.push(rows[0]["QUERY PLAN"][0].Plan);
    }
    await client.query("deallocate shown");
  }
  return plans;
}

const problemsOf = async (queries: readonly Query[], read: (plan: Plan) => number): Promise<string[]> =>
  (await plansOf(queries))
    .filter(
      (plan) =>
        /Seq Scan (patients|admissions|patient_name_sounds|visits|bills|payments|appointments|allergies|problems|medicines|alerts|pregnancies|patient_families|results|clinic_papers|requested_items)/.test(
          scansOf(plan),
        ) || read(plan) > ROWS_ALLOWED,
    )
    .map((plan) => `${read(plan)} read by ${scansOf(plan)}`);

describe(`with ${size.inBigClinic} patients in one clinic and ${size.elsewhere} in ${size.clinics} others`, () => {
  test.each(pages)("%s stops early in an index", async (_, work) => {
    const queries = await recordQueries(large.bigClinicId, work);
    expect(queries.length).toBeGreaterThan(0);
    expect(await problemsOf(queries, entriesRead)).toEqual([]);
    // For a LIMIT parameter PostgreSQL expects a tenth of all rows: in a larger table it then sorts the clinic's rows.
    expect(queries.filter(({ sql }) => sql.includes("limit $"))).toEqual([]);
  });

  test.each(["a", "sa", commonName, "zzyzx"])(
    "surnames that begin with %s stop early in an index",
    async (search) => {
      for (const work of [list, later]) {
        const [surnames] = await recordQueries(large.bigClinicId, work({ search }, { sort: "best" }));
        expect(await problemsOf(surnames ? [surnames] : [], entriesRead)).toEqual([]);
        expect(surnames?.sql).not.toContain("limit $");
      }
    },
  );

  test.each([...rare, ...counts])("%s reads only an index", async (_, work) => {
    const queries = await recordQueries(large.bigClinicId, work);
    expect(queries.length).toBeGreaterThan(0);
    expect(await problemsOf(queries, rowsTouched)).toEqual([]);
  });

  test.each<(typeof pages)[number]>([
    ["total", count()],
    ["total of a common name", count({ search: commonName })],
    ["counts above the list", countByState],
    ["one patient", (clinic) => findPatient(clinic, 1, today)],
  ])("%s: the policy sets no step between the index and who takes its rows", async (_, work) => {
    const plans = await plansOf(await recordQueries(large.bigClinicId, work));
    expect(plans.flatMap(nodesOf).filter((node) => node["One-Time Filter"] !== undefined)).toEqual([]);
  });

  test("a plan that reads all rows of the clinic, or sorts them, would be found", async () => {
    const unindexed = {
      sql: "select id from patients where clinic_id = $1 and not is_archived and search_text like $2 order by remarks limit 25",
      parameters: [large.bigClinicId, "%zzyzx%"],
    };
    expect(await problemsOf([unindexed], rowsTouched)).not.toEqual([]);
    const sorted = {
      sql: "select id from patients where clinic_id = $1 and not is_archived order by search_text limit 25",
      parameters: [large.bigClinicId],
    };
    expect(await problemsOf([sorted], entriesRead)).not.toEqual([]);
  });
});

test("the files of one patient, and one file by its path, are each read from an index", async () => {
  await app.sql(
    `with scope as materialized (select set_config('session_replication_role', 'replica', true))
     insert into files (clinic_id, path, stored_as, name, type, size, sha256, category, patient_id, uploaded_at, attached_at)
     select p.clinic_id, 'file-' || p.id, 'file-' || p.id, 'CBC.pdf', 'application/pdf', 1, sha256('x'), 'laboratory', p.id,
            p.created_at, p.created_at
     from patients p, scope where p.clinic_id = $1`,
    [large.bigClinicId],
  );
  await app.sql("analyze files");
  const [some] = await app.sql<{ id: string }>("select min(id) as id from patients where clinic_id = $1", [
    large.bigClinicId,
  ]);
  for (const work of [
    (clinic: ClinicScope) => listFiles(clinic, Number(some?.id)),
    (clinic: ClinicScope) => findFile(clinic, `file-${some?.id}`),
  ]) {
    const [asked] = await recordQueries(large.bigClinicId, work);
    for (const plan of await plansOf(asked ? [asked] : [])) {
      const scans = nodesOf(plan).filter((node) => node["Relation Name"] === "files");
      expect(scans.map((node) => node["Index Name"])).toEqual([expect.stringMatching(/^files_/)]);
      expect(scans.map(readBy)).toEqual([1]);
    }
  }
});

test("the last prescription of one patient, medicines now and medicines in use are read from an index", async () => {
  await app.sql(
    `with scope as materialized (select set_config('session_replication_role', 'replica', true))
     insert into prescriptions (clinic_id, patient_id, prepared_by_id, status, physician_name, physician_license, medications,
                                prescription_date, created_at, released_by_id, released_at, withdrawn_by_id, withdrawn_at, withdraw_reason)
     select p.clinic_id, p.id, $3::bigint, case when nth = 1 then 'final' else 'withdrawn' end, 'Rafael', '1', '[]', manila_day(p.created_at),
            p.created_at + nth * interval '1 hour', $3::bigint, p.created_at, case when nth > 1 then $3::bigint end,
            case when nth > 1 then p.created_at end, case when nth > 1 then 'Wrong' end
     from scope, patients p, generate_series(1, case when p.id = $2 then 20 else 1 end) nth where p.clinic_id = $1`,
    [large.bigClinicId, large.oldestPatientId, large.ownerId],
  );
  await app.sql("analyze prescriptions");
  const patient = large.oldestPatientId;
  for (const [work, index, most] of [
    [(clinic) => listPrescriptions(clinic, patient, { limit: 1, withdrawn: "without" }), /_of_patient$/, 20],
    [(clinic) => readPrescribed(clinic, patient, today), /_of_patient$/, 20],
    [listMedicinesInUse, /_pkey$/, 1020],
  ] as [(clinic: ClinicScope) => Promise<unknown>, RegExp, number][])
    for (const plan of await plansOf(await recordQueries(large.bigClinicId, work))) {
      const scans = nodesOf(plan).filter((node) => node["Relation Name"] === "prescriptions");
      expect(scans.map((node) => node["Index Name"])).toEqual([expect.stringMatching(index)]);
      expect(scans.map(readBy).every((rows) => rows <= most)).toBe(true);
    }
});

test("the lists of an archive are read page by page, each by its key", async () => {
  const asked: Query[] = [];
  const snapshot = {
    rows: async (sql: string, parameters: readonly unknown[] = []) => {
      asked.push({ sql, parameters });
      return [];
    },
  };
  for await (const _ of storedFiles(snapshot, large.bigClinicId));
  for await (const _ of papersOf(snapshot, large.bigClinicId));
  expect(asked).toHaveLength(5);
  for (const plan of await plansOf(asked)) {
    expect(scansOf(plan)).not.toContain("Seq Scan");
    // A page of 500 papers, and the patient of each.
    expect(entriesRead(plan)).toBeLessThanOrEqual(1000);
  }
});

test("diagnoses are counted from indexes only, and the last used ones are read from the end of one", async () => {
  // Over all time the clinic has a third of this narrow table, which a sequential scan reads as fast.
  for (const period of periods.filter((each) => each !== "all")) {
    const [counted] = await recordQueries(large.bigClinicId, (clinic) =>
      readDiagnosisFigures(clinic, { period }, testNow, 20),
    );
    for (const plan of await plansOf(counted ? [counted] : [])) {
      const scans = nodesOf(plan).filter((node) =>
        ["consultations", "consultation_diagnoses"].includes(node["Relation Name"] ?? ""),
      );
      expect(scansOf(plan), period).not.toMatch(/Seq Scan consultation/);
      expect(scans.map((node) => node["Index Name"] ?? "")).toEqual(
        scans.map(() =>
          expect.stringMatching(/^(consultation_diagnoses_by_day|consultations_(diagnosed|by_time)|)$/),
        ),
      );
    }
  }
  const [used] = await recordQueries(large.bigClinicId, readOwnDiagnoses);
  for (const plan of await plansOf(used ? [used] : [])) {
    const scans = nodesOf(plan).filter((node) => node["Relation Name"] === "consultation_diagnoses");
    expect(scans.map((node) => node["Index Name"])).toEqual(["consultation_diagnoses_pkey"]);
    expect(scans.map(readBy).every((rows) => rows <= 2000)).toBe(true);
  }
  const [words] = (
    await recordQueries(large.bigClinicId, (clinic) =>
      readDiagnosisFigures(clinic, { period: "all" }, testNow, 20),
    )
  ).slice(1);
  for (const plan of await plansOf(words ? [words] : []))
    expect(scansOf(plan)).toContain("consultation_diagnoses_by_code");
});

/** Run with PLANS_LARGE=1 and read what it prints. */
test.runIf(isLarge)(
  "median times",
  async () => {
    const lines: string[] = [];
    await client.query("set plan_cache_mode = auto");
    for (const [name, work] of [...pages, ...rare, ...counts, ...slower]) {
      const queries = await recordQueries(large.bigClinicId, work);
      for (const [number, { sql, parameters }] of queries.entries()) {
        const times: number[] = [];
        for (let round = 0; round < 21; round += 1) {
          const started = performance.now();
          await client.query({ name: `${name} ${number} timed`, text: sql, values: [...parameters] });
          times.push(performance.now() - started);
        }
        const median = times.sort((a, b) => a - b)[10] ?? 0;
        const [custom, generic] = await plansOf([{ sql, parameters }]);
        await client.query("set plan_cache_mode = auto");
        lines.push(
          `${name.padEnd(40)} ${median.toFixed(1).padStart(7)} ms  ${custom && scansOf(custom)}` +
            (generic && custom && scansOf(generic) !== scansOf(custom)
              ? `; any values: ${scansOf(generic)}`
              : ""),
        );
      }
    }
    console.log(lines.join("\n"));
    expect(lines.length).toBeGreaterThan(pages.length);
  },
  300_000,
);
