import { afterAll, beforeAll, expect } from "vitest";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { Planner } from "#test/plans.ts";
import { noPlans, skipOnCluster } from "#test/servers/skip-on-cluster.ts";

const it = skipOnCluster(noPlans);

/** The plans of the console's database functions as their owner, with five thousand clinics. */
let test: TestApp;
let planner: Planner;

beforeAll(async () => {
  test = await startOwnApp();
  planner = await Planner.open(test.databaseUrl, "klinika_admin");
  const { client } = planner;
  await client.query("reset role");
  await client.query("load 'auto_explain'");
  await client.query("set auto_explain.log_min_duration = 0");
  await client.query("set auto_explain.log_nested_statements = on");
  await client.query("set session_replication_role = replica");
  await client.query(
    `insert into clinics (id, name, subdomain, subscription_status, trial_ends_at, created_at)
     select n, 'Clinic of ' || md5(n::text), 'c' || n, (array['trial', 'active', 'expired', 'suspended'])[n % 4 + 1],
            now() + (n % 60 - 30) * interval '1 day', now() - n * interval '1 hour'
     from generate_series(1, 5000) n`,
  );
  await client.query(
    `insert into users (clinic_id, email, first_name, last_name, role)
     select (n - 1) % 5000 + 1, 'u' || n || '@clinic.test', 'Ana ' || n, 'Reyes', case when n <= 5000 then 'owner' else 'staff' end
     from generate_series(1, 15000) n`,
  );
  await client.query(
    `insert into patients (clinic_id, admission_no, hospital, patient_name, sex)
     select n % 5000 + 1, 'A' || n, 'Makati Medical Center', 'Reyes, Ana ' || n, 'F' from generate_series(1, 40000) n`,
  );
  await client.query("set session_replication_role = origin");
  await client.query("vacuum analyze clinics, users, patients");
  await client.query("set client_min_messages = log");
  await client.query("set role klinika_admin");
});
afterAll(async () => {
  await planner.close();
  await test.close();
});

/** The plans of a function's statements for any values. */
async function planOf(door: string, values: readonly (string | null)[]): Promise<string> {
  const plans: string[] = [];
  const listen = ({ message }: { message?: string | undefined }) => plans.push(message ?? "");
  planner.client.on("notice", listen);
  await planner.client.query("set plan_cache_mode = force_generic_plan");
  await planner.client.query(
    `select * from ${door}(${values.map((_, index) => `$${index + 1}`).join(", ")})`,
    [...values],
  );
  planner.client.off("notice", listen);
  return plans.join("\n");
}

const now = "2026-11-20T02:42:00Z";

it.each([
  ["every clinic", [null, null, now, null, null, "26"]],
  ["a search in one status", ["ana", "trial", now, null, null, "26"]],
  ["a later page", [null, null, now, now, "70", "26"]],
] as const)("%s: newest first, and only what is on the page is counted, by index", async (_, values) => {
  const plan = await planOf("platform_clinics", values);
  expect(plan).toMatch(/Index Only Scan using \w+ on patients/);
  expect(plan).toMatch(/Index (Only )?Scan using users_clinic_key on users/);
  expect(plan).toMatch(/Index Scan using users_owners on users/);
  expect(plan).not.toMatch(/Seq Scan on patients/);
});

it("all patients are counted by an index without their data", async () => {
  expect(await planOf("platform_stats", [now])).toMatch(/Index Only Scan using \w+ on patients/);
});

it("users are read in the order of their ids", async () => {
  expect(await planOf("platform_users", [null, null, "51"])).toMatch(/Index Scan Backward using users_pkey/);
});

it.each([
  ["platform_clinics", [null, null, now, null, null, 26]],
  ["platform_clinics", ["ana 49", "expired", now, null, null, 26]],
  ["count_platform_clinics", ["ana", null, now]],
  ["platform_users", ["reyes 1499", null, 51]],
  ["platform_stats", [now]],
] as const)("%s(%s) answers within a poll's patience", async (door, values) => {
  const places = values.map((_, index) => `$${index + 1}`).join(", ");
  const before = performance.now();
  await planner.client.query(`select * from ${door}(${places})`, [...values]);
  // A tenth of this is usual; scanning all patients for each clinic would take minutes.
  expect(performance.now() - before).toBeLessThan(5000);
});
