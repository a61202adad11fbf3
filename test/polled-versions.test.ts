import { afterAll, beforeAll, expect, it } from "vitest";
import { listNotifications, versionOfNotifications } from "#features/notifications/server/queries.ts";
import { addVisit } from "#features/visits/contract.ts";
import { listVisits, versionOfVisits } from "#features/visits/server/list-visits.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { notifyUsers } from "#server/notifications.ts";
import { startTestApp, type TestApp, testNow } from "./app.ts";
import { aClinic, aPatient, type TestClinic } from "./data/factories.ts";
import { handleOf } from "./data/full-clinic.ts";

// A poll with the current version is answered without the list; if the version never matched, it would cost both.

let test: TestApp;
let clinic: TestClinic;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  for (const title of ["First", "Second"]) {
    const body = { patientId: await aPatient(test, clinic) };
    await test.call(addVisit, clinic.owner.token, { body });
    await notifyUsers(handleOf(test, clinic), [clinic.owner.id], { title, message: "" }, testNow);
  }
});
afterAll(() => test.close());

type Polled = {
  list: (clinic: ClinicScope) => Promise<{ version: string }>;
  version: (clinic: ClinicScope) => Promise<string>;
};

it.each<[what: string, polled: Polled]>([
  [
    "today's board",
    {
      list: (scope) => listVisits(scope, testNow, {}),
      version: (scope) => versionOfVisits(scope, testNow, {}),
    },
  ],
  ["notifications", { list: listNotifications, version: versionOfNotifications }],
])("the version of %s is the one its answer was named with", async (_, { list, version }) => {
  const scope = handleOf(test, clinic);
  const named = (await list(scope)).version;
  expect(named).toContain(".2.");
  expect(await version(scope)).toBe(named);
});
