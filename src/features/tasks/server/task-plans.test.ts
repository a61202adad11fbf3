import { afterAll, beforeAll, expect } from "vitest";
import type { ClinicScope } from "#server/database/db.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic } from "#test/data/factories.ts";
import { Planner } from "#test/plans.ts";
import { noPlans, skipOnCluster } from "#test/servers/skip-on-cluster.ts";
import { listTasks } from "./list-tasks.ts";

const it = skipOnCluster(noPlans);

/** Plans as the application's role with row security on, for a clinic with thousands of tasks. */
let test: TestApp;
let planner: Planner;
let clinicId: number;

beforeAll(async () => {
  test = await startOwnApp();
  const clinic = await aClinic(test);
  clinicId = clinic.id;
  await test.sql(
    `insert into tasks (clinic_id, id, title, status, due_at, assigned_to_id, created_by_id, updated_at)
     select $1, n, 'Call ' || n, case when n % 10 = 0 then 'Pending' else 'Done' end,
       case when n % 3 > 0 then timestamptz '2026-01-01' + n * interval '7 minutes' end,
       case when n % 500 = 0 then 1 end * $2::bigint, $2, timestamptz '2026-01-01' + n * interval '5 minutes'
     from generate_series(1, 20000) n`,
    [clinic.id, clinic.owner.id],
  );
  await test.sql("analyze tasks");
  planner = await Planner.open(test.databaseUrl, "klinika_app");
});
afterAll(async () => {
  await planner.close();
  await test.close();
});

const plansOf = (work: (clinic: ClinicScope) => Promise<unknown>) => planner.plansOf(clinicId, work);

it.each([
  ["what is open", "tasks_pending", "Pending"],
  ["what is done", "tasks_done", "Done"],
] as const)("%s is read in the order of an index", async (_, index, status) => {
  for (const plan of await plansOf((clinic) => listTasks(clinic, "all", { status, limit: 25 }))) {
    expect(plan).toContain(index);
    expect(plan).not.toContain("Sort");
    expect(plan).not.toContain("Seq Scan on tasks");
  }
});

it("one's own tasks are read by assignee", async () => {
  for (const plan of await plansOf((clinic) => listTasks(clinic, "own", { status: "Pending", limit: 25 })))
    expect(plan).toContain("tasks_of_assignee");
});
