import { afterAll, beforeAll, expect, test as it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, anAdmin, aStaffMember, type TestClinic } from "#test/factories.ts";
import {
  addStaffAccount,
  changePermissions,
  deactivateStaffAccount,
  type StaffHistoryEntry,
  staffAccounts,
  staffHistory,
} from "../contract.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
});
afterAll(() => test.close());

const read = (token: string | null, query: Record<string, string> = {}) =>
  test.call(staffHistory, token, { query });

it("is the owner's alone", async () => {
  expect((await read(null)).statusCode).toBe(401);
  const secretary = await aStaffMember(test, clinic, ["view_patients"]);
  for (const { token } of [secretary, await anAdmin(test)]) expect((await read(token)).statusCode).toBe(403);
  expect((await read(clinic.owner.token, { limit: "0" })).statusCode).toBe(400);
});

it("tells what was done to whose account, the last first and page by page, and nothing of another clinic", async () => {
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
