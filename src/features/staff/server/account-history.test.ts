import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic, anAdmin, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { Planner } from "#test/plans.ts";
import { noPlans, skipOnCluster } from "#test/servers/skip-on-cluster.ts";
import {
  addStaffAccount,
  changePermissions,
  deactivateStaffAccount,
  type StaffHistoryEntry,
  staffAccounts,
  staffHistory,
} from "../contract.ts";
import { listStaffHistory } from "./account-history.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startOwnApp();
  clinic = await aClinic(test);
});
afterAll(() => test.close());

const read = (token: string | null, query: Record<string, string> = {}) =>
  test.call(staffHistory, token, { query });

it("is for the owner only", async () => {
  const secretary = await aStaffMember(test, clinic, ["view_patients"]);
  for (const { token } of [secretary, await anAdmin(test)]) expect((await read(token)).statusCode).toBe(403);
  expect((await read(clinic.owner.token, { limit: "0" })).statusCode).toBe(400);
});

it("lists changes by account, newest first and page by page, and nothing of another clinic", async () => {
  const { token } = clinic.owner;
  const neighbour = await aClinic(test);
  const draft = { firstName: "Marites", lastName: "Bañez", permissions: ["view_patients"] };
  await test.call(addStaffAccount, neighbour.owner.token, { body: { ...draft, email: "next@door.test" } });
  await test.call(addStaffAccount, token, { body: { ...draft, email: "marites@history.test" } });
  const accounts = (await test.call(staffAccounts, token)).json();
  const { id } = accounts.find(({ email }: { email: string }) => email === "marites@history.test");
  const permissions = ["view_patients", "view_reports"];
  await test.call(changePermissions, token, { params: { id }, body: { permissions } });
  await test.call(deactivateStaffAccount, token, { params: { id } });

  const whole = await read(token);
  expect(whole.headers["x-total-count"]).toBe("3");
  const entries: StaffHistoryEntry[] = whole.json();
  expect(entries).toMatchObject([
    { event: "staff.deactivate", label: "Staff account deactivated" },
    { event: "staff.permissions", changes: { permissions: [["view_patients"], permissions] } },
    { event: "staff.create", changes: { email: "marites@history.test", role: "secretary" } },
  ]);
  for (const { accountName, userName } of entries) {
    expect(accountName).toBe("Marites Bañez");
    expect(userName).not.toBeNull();
  }
  const first = await read(token, { limit: "2" });
  const rest = await read(token, { limit: "2", cursor: String(first.headers["x-next-cursor"]) });
  expect([...first.json(), ...rest.json()]).toEqual(entries);
  expect(rest.headers["x-next-cursor"]).toBeUndefined();
});

skipOnCluster(noPlans)("is read in the order of its own index, among a history of patients", async () => {
  const busy = await aClinic(test);
  await test.sql(
    `insert into record_history (clinic_id, user_id, event, entity, happened_at)
     select $1, $2, 'patient.update', case when n % 500 = 0 then 'users' else 'patients' end, now()
     from generate_series(1, 20000) n`,
    [busy.id, busy.owner.id],
  );
  await test.sql("analyze record_history");
  const planner = await Planner.open(test.databaseUrl, "klinika_app");
  onTestFinished(() => planner.close());
  for (const plan of await planner.plansOf(busy.id, (clinic) => listStaffHistory(clinic, { limit: 20 }))) {
    expect(plan).toContain("record_history_of_staff");
    expect(plan).not.toContain("Sort");
  }
});
