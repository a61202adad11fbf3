import { Client } from "pg";
import { afterAll, beforeAll, expect } from "vitest";
import { readEverything } from "#features/fhir/server/everything.ts";
import { searchedTypes } from "#features/fhir/server/resources/searched-types.ts";
import { readPage } from "#features/fhir/server/search/read-page.ts";
import { type Query, readQuery } from "#features/fhir/server/search/read-query.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { toCursor } from "#server/http/cursor.ts";
import { type FhirResourceType, fhirResourceTypes } from "#shared/fhir-resource-types.ts";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { commonName, type LargeClinics, rareName, seedLargeClinics } from "#test/data/large-clinics.ts";
import { recordQueries } from "#test/recorded-queries.ts";
import { noPlans, skipOnCluster } from "#test/servers/skip-on-cluster.ts";

/**
 * Each search of FHIR over one large clinic among many, as the application's role with row-level security, reads what
 * a page holds, by indexes that start with the clinic. PLANS_LARGE=1 seeds 100,000 patients besides 500,000 others.
 */
const size =
  process.env.PLANS_LARGE === "1"
    ? { inBigClinic: 100_000, elsewhere: 500_000, clinics: 100 }
    : { inBigClinic: 20_000, elsewhere: 30_000, clinics: 30 };

let app: TestApp;
let large: LargeClinics;
let client: Client;
/** A patient of the large clinic with a thousand of everything. */
let busy: number;

beforeAll(async () => {
  app = await startOwnApp();
  large = await seedLargeClinics(app.databaseUrl, { ...size, now: testNow });
  await seedMore();
  client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query("set role klinika_app");
  await client.query("set timezone = 'UTC'");
  await client.query("select set_config('app.clinic_id', $1, false)", [String(large.bigClinicId)]);
}, 1_800_000);
afterAll(async () => {
  await client.end();
  await app.close();
});

/** Every fifth patient has a prescription, a dose, a file, a result and a reading; one has a thousand of each. */
async function seedMore(): Promise<void> {
  const owner = large.ownerId;
  const [first] = await app.sql<{ id: string }>(
    "select min(id) as id from patients where clinic_id = $1 and id % 5 = 0",
    [large.bigClinicId],
  );
  busy = Number(first?.id);
  await app.sql("set session_replication_role = replica");
  await app.sql(
    `create temporary table sampled as
     select p.clinic_id, p.id as patient_id, p.id || '-' || nth as name, p.created_at + nth * interval '1 hour' as at
     from (select clinic_id, id, created_at, case when id = ${busy} then 1000 else 1 end as many from patients where id % 5 = 0) p,
          lateral generate_series(1, p.many) nth`,
  );
  await app.sql(
    `insert into prescriptions (clinic_id, patient_id, released_by_id, status, physician_name, physician_license, medications,
                                prescription_date, created_at, released_at)
     select clinic_id, patient_id, ${owner}, 'final', 'Rafael', '1', '[]', manila_day(at), at, at from sampled`,
  );
  await app.sql(
    `insert into immunizations (clinic_id, patient_id, vaccine, dose, date, created_by_id, created_at, updated_at)
     select clinic_id, patient_id, name, 1, manila_day(at), ${owner}, at, at from sampled`,
  );
  await app.sql(
    `insert into files (clinic_id, path, stored_as, name, type, size, sha256, category, patient_id, uploaded_at, attached_at)
     select clinic_id, name, name, 'CBC.pdf', 'application/pdf', 1, sha256('x'), 'laboratory', patient_id, at, at from sampled`,
  );
  await app.sql(
    `insert into consultations (clinic_id, patient_id, vital_signs, created_at)
     select clinic_id, patient_id, '{"pulse": 80}', at from sampled`,
  );
  await app.sql(
    "update patients set philhealth_number = '12-' || lpad(id::text, 9, '0') || '-1' where id % 3 = 0",
  );
  await app.sql("set session_replication_role = origin");
  await app.sql(
    "vacuum analyze patients, prescriptions, immunizations, files, consultations, results, visits, appointments, problems, allergies",
  );
}

const search =
  (type: FhirResourceType, query: Query, isOfBusy = false) =>
  (clinic: ClinicScope) =>
    readPage(
      clinic,
      readQuery(searchedTypes[type], isOfBusy ? { ...query, patient: String(busy) } : query),
      testNow,
    );
const later = (keys: [number, string, number, number]) => ({ _page: toCursor(keys) });

const ofPatients = fhirResourceTypes.filter((type) => searchedTypes[type].isOfPatients);

/** Searches that fill a page after a few index entries. */
const pages: [string, (clinic: ClinicScope) => Promise<unknown>][] = [
  ...fhirResourceTypes.flatMap((type): typeof pages => [
    [`all of ${type}`, search(type, {})],
    [`all of ${type}, a later page`, search(type, later([0, "", 20_000, -1]))],
    [`${type} by ids`, search(type, { _id: "10,problem-10,diagnosis-10,visit-10,vital-10-pulse,10-0" })],
  ]),
  ...ofPatients.flatMap((type): typeof pages => [
    [`${type} of one patient`, search(type, {}, true)],
    ...searchedTypes[type].parameters.map(({ name, type: kind }): (typeof pages)[number] => [
      `${type} of one patient by ${name}`,
      search(type, { [name]: kind === "date" ? "ge2026-01-01" : "final" }, true),
    ]),
  ]),
  ...(["Encounter", "Observation", "DiagnosticReport", "DocumentReference", "Appointment"] as const).map(
    (type): (typeof pages)[number] => [
      `${type} of one patient, a later page`,
      search(type, later([0, "2026-01-01 00:00:00+00", 500_000, -1]), true),
    ],
  ),
  ["appointments of a day", search("Appointment", { date: "2026-11-21" })],
  ["appointments from a day on", search("Appointment", { date: "ge2026-11-01" })],
  [
    "appointments from a day on, a later page",
    search("Appointment", { date: "ge2026-11-01", ...later([0, "2026-11-03 00:00:00+00", 5, 1]) }),
  ],
  ["encounters of a day", search("Encounter", { date: "2026-11-10" })],
  ["encounters from a day on", search("Encounter", { date: "ge2026-01-10" })],
  ["patients by a common surname", search("Patient", { family: commonName })],
  [
    "patients by a common surname, a later page",
    search("Patient", { family: commonName, ...later([0, "", 5000, -1]) }),
  ],
  ["patients by a letter", search("Patient", { family: "s" })],
  ["patients by a surname that one has", search("Patient", { family: rareName })],
  ["patients by a surname that nobody has", search("Patient", { family: "zzyzx" })],
  ["patients by a common surname and sex", search("Patient", { family: commonName, gender: "male" })],
  ["patients by phone", search("Patient", { phone: "0917 555 0148" })],
  ["patients by telecom", search("Patient", { telecom: "phone|+639175550148" })],
  ["patients by number", search("Patient", { identifier: "20251120-7" })],
  ["patients by PhilHealth number", search("Patient", { identifier: "12-345678901-2" })],
  ["patients by person", search("Patient", { identifier: "urn:uuid:0f0e4d0c-7d3a-4a6c-8a39-0a5d6a2f1b11" })],
  ["patients by birthday", search("Patient", { birthdate: "1985-02-03" })],
  ["patients born from a day on", search("Patient", { birthdate: "ge1985-02-03" })],
  ["patients born before a day", search("Patient", { birthdate: "lt1985-02-03" })],
  [
    "everything of one patient",
    (clinic) =>
      readEverything(clinic, busy, { scopes: fhirResourceTypes, count: 50, cursor: undefined }, testNow),
  ],
];

/** Searches that may find their rows late or never: they read the covering index, and only the page's rows. */
const rare: typeof pages = [
  ["patients by a name", search("Patient", { name: "Maria Santos" })],
  ["patients by a given name", search("Patient", { given: "Maria" })],
  ["patients by a name that one has", search("Patient", { name: rareName })],
  ["patients by a name that nobody has", search("Patient", { given: "zzyzx" })],
];

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Heap Fetches"?: number;
  Plans?: Plan[];
};
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const literal = (value: unknown) => (value === null ? "null" : `'${String(value).replaceAll("'", "''")}'`);

/** Both the custom and the generic plan must pass: a named statement gets the second in the end. */
async function plansOf(work: (clinic: ClinicScope) => Promise<unknown>): Promise<Plan[]> {
  const plans: Plan[] = [];
  const queries = await recordQueries(large.bigClinicId, work, { userId: large.ownerId });
  expect(queries.length).toBeGreaterThan(0);
  for (const { sql, parameters } of queries) {
    expect(sql).not.toContain("limit $");
    await client.query(`prepare shown as ${sql}`);
    const run =
      parameters.length > 0 ? `execute shown(${parameters.map(literal).join(", ")})` : "execute shown";
    for (const mode of ["force_custom_plan", "force_generic_plan"]) {
      await client.query(`set plan_cache_mode = ${mode}`);
      const { rows } = await client.query(`explain (analyze, format json) ${run}`);
      plans.push(rows[0]["QUERY PLAN"][0].Plan);
    }
    await client.query("deallocate shown");
  }
  return plans;
}

const scansOf = (plan: Plan) =>
  nodesOf(plan).filter((node) => node["Node Type"].includes("Scan") && node["Relation Name"] !== undefined);
/** A platform has as many of them as a large clinic has patients in an hour. */
const short = ["users", "clinics", "places"];
const readByTable = (plan: Plan) =>
  scansOf(plan)
    .filter((node) => node["Node Type"] === "Seq Scan" && !short.includes(node["Relation Name"] ?? ""))
    .map((node) => node["Relation Name"]);
const entriesOf = (node: Plan) =>
  node["Actual Loops"] * (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0));
const inWords = (plan: Plan) =>
  scansOf(plan)
    .map(
      (node) =>
        `${entriesOf(node)} by ${node["Index Name"] ?? `${node["Node Type"]} ${node["Relation Name"]}`}`,
    )
    .join(", ");

/** Each of 52 rows may need lookups in three other tables. */
const MOST_READ = 52 * 4;

skipOnCluster(noPlans).each(pages)("%s reads a page", async (_, work) => {
  for (const plan of await plansOf(work)) {
    expect(readByTable(plan), inWords(plan)).toEqual([]);
    const read = scansOf(plan).reduce((sum, node) => sum + entriesOf(node), 0);
    expect(read, inWords(plan)).toBeLessThanOrEqual(MOST_READ);
  }
});

skipOnCluster(noPlans).each(rare)("%s reads an index and the rows of a page", async (_, work) => {
  for (const plan of await plansOf(work)) {
    expect(readByTable(plan), inWords(plan)).toEqual([]);
    for (const node of scansOf(plan)) {
      expect(node["Node Type"], inWords(plan)).toMatch(/^Index/);
      const touched = node["Node Type"] === "Index Only Scan" ? (node["Heap Fetches"] ?? 0) : entriesOf(node);
      expect(touched, inWords(plan)).toBeLessThanOrEqual(MOST_READ);
    }
  }
});
