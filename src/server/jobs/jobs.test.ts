import { afterAll, beforeAll, expect, it } from "vitest";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aStaffMember } from "#test/data/factories.ts";
import { type Job, jobs, startJobs } from "./jobs.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startOwnApp();
});
afterAll(() => test.close());

const hours = (count: number) => new Date(testNow.getTime() + count * 3_600_000);
const sweep = (at: Date) => jobs.find(({ name }) => name === "sweep what has expired")?.run(test.app, at);
const count = async (table: string) =>
  Number((await test.sql<{ count: string }>(`select count(*) from ${table}`))[0]?.count);

it("removes expired sessions, failed sign-ins, devices and keys in every clinic, and nothing earlier", async () => {
  const clinics = [await aClinic(test), await aClinic(test)];
  const beside = await aStaffMember(test, clinics[0] as (typeof clinics)[0], []);
  await test.sql(
    "update sessions set owner_session = (select token_hash from sessions where user_id = $1) where user_id = $2",
    [clinics[0]?.owner.id, beside.id],
  );
  for (const { id, owner } of clinics) {
    await test.sql(
      `insert into idempotency_keys (clinic_id, user_id, endpoint, key, body_hash, created_at)
       values ($1, $2, 'POST /api/patients', 'k', '\\x00', $3)`,
      [id, owner.id, testNow],
    );
    await test.sql("insert into known_devices values ($1, '\\x01', $2)", [owner.id, testNow]);
    await test.sql("insert into sign_in_failures values (1, '\\x02', $1)", [testNow]);
  }
  const counts = async () => ({
    sessions: await count("sessions"),
    sign_in_failures: await count("sign_in_failures"),
    known_devices: await count("known_devices"),
    idempotency_keys: await count("idempotency_keys"),
  });

  await sweep(hours(12));
  expect(await counts()).toEqual({
    sessions: 3,
    sign_in_failures: 2,
    known_devices: 2,
    idempotency_keys: 2,
  });
  await sweep(hours(24));
  expect(await counts()).toMatchObject({ sessions: 0, sign_in_failures: 2, idempotency_keys: 2 });
  await sweep(hours(24.1));
  expect(await counts()).toEqual({
    sessions: 0,
    sign_in_failures: 0,
    known_devices: 2,
    idempotency_keys: 0,
  });
  await test.sql("update known_devices set last_used_at = $1", [hours(-24 * 400)]);
  await sweep(hours(24.1));
  expect(await counts()).toMatchObject({ known_devices: 0 });
});

it("does not keep the server from closing when it hangs", async () => {
  let signal: AbortSignal | undefined;
  const hanging: Job = {
    name: "hang",
    everyMs: 3_600_000,
    isAtStart: true,
    run(_app, _now, closing) {
      signal = closing;
      return new Promise(() => undefined);
    },
  };
  const other = await startOwnApp({}, undefined, 1, (app) =>
    startJobs(app, { more: [hanging], stopMs: 100 }),
  );
  await other.close();
  expect(signal?.aborted).toBe(true);
});
