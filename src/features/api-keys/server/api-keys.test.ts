import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { staffHistory } from "#features/staff/contract.ts";
import { atInstant, startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { Planner } from "#test/plans.ts";
import { noPlans, skipOnCluster } from "#test/servers/skip-on-cluster.ts";
import { addApiKey, apiKeys, MOST_KEYS, revokeApiKey } from "../contract.ts";
import { listApiKeys } from "./api-keys.ts";

let test: TestApp;
let clinic: TestClinic;
let other: TestClinic;
beforeAll(async () => {
  test = await startOwnApp();
  other = await aClinic(test);
});
beforeEach(async () => {
  clinic = await aClinic(test);
});
afterAll(() => test.close());

const draft = { name: "Laboratory system", scopes: ["Observation", "Patient"], expiresAt: "2027-03-31" };
const make = (body: object = {}, as: string | null = clinic.owner.token) =>
  test.call(addApiKey, as, { body: { ...draft, ...body } });
const revoke = (id: number, as: string | null = clinic.owner.token) =>
  test.call(revokeApiKey, as, { params: { id } });
const listed = async (of = clinic) => (await test.call(apiKeys, of.owner.token)).json();

describe("access", () => {
  it("refuses requests without a session, and everyone but the owner", async () => {
    const clerk = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
    const { id } = (await make()).json();
    for (const [as, status] of [
      [null, 401],
      [clerk.token, 403],
    ] as const) {
      expect((await make({}, as)).statusCode).toBe(status);
      expect((await revoke(id, as)).statusCode).toBe(status);
      expect((await test.call(apiKeys, as)).statusCode).toBe(status);
    }
  });

  it("does not find another clinic's key", async () => {
    const { id } = (await make()).json();
    expect((await revoke(id, other.owner.token)).statusCode).toBe(404);
    expect(await listed(other)).toEqual([]);
    expect((await listed())[0].state).toBe("live");
  });

  it("needs a recent password to make one", async () => {
    const { token } = clinic.owner;
    atInstant(test, new Date(testNow.getTime() + 20 * 60_000));
    expect((await make({}, token)).json().code).toBe("password_required");
  });
});

it("refuses invalid keys with a message", async () => {
  const wrong: [object, string, RegExp][] = [
    [{ name: " " }, "name", /required/],
    [{ scopes: [] }, "scopes", /Choose what/],
    [{ scopes: ["Claim"] }, "scopes", /Choose what/],
    [{ expiresAt: "2026-02-30" }, "expiresAt", /exists/],
    [{ expiresAt: "2026-11-19" }, "expiresAt", /today or a later day/],
    [{ expiresAt: "2027-11-21" }, "expiresAt", /within a year/],
  ];
  for (const [body, field, words] of wrong) {
    const answer = await make(body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields[field], JSON.stringify(body)).toMatch(words);
  }
  expect((await make({ expiresAt: "2027-11-20" })).statusCode).toBe(200);
});

it("shows the key once, and stores nothing from which it could be read", async () => {
  const answer = await make();
  const { key, ...shown } = answer.json();
  expect(key).toMatch(/^klk_[\w-]{43}$/);
  expect(shown).toMatchObject({
    name: "Laboratory system",
    scopes: ["Patient", "Observation"],
    lastFour: key.slice(-4),
    madeByName: "Rafael Peñaflor",
    expiresAt: "2027-03-31",
    lastUsedAt: null,
    state: "live",
  });
  expect(await listed()).toEqual([shown]);
  const [row] = await test.sql<{ text: string; is_hash: boolean }>(
    "select to_jsonb(k)::text as text, token_hash = sha256($2) as is_hash from api_keys k where clinic_id = $1",
    [clinic.id, Buffer.from(key)],
  );
  expect(row?.is_hash).toBe(true);
  expect(row?.text).not.toContain(key.slice(0, -4));
});

it("makes one key of a repeated press, without showing its secret again", async () => {
  const press = () =>
    test.call(addApiKey, clinic.owner.token, { body: draft, headers: { "idempotency-key": "press-1" } });
  expect((await press()).statusCode).toBe(200);
  expect((await press()).json().code).toBe("already_done");
  expect(await listed()).toHaveLength(1);
});

it("`all` stands for all resource types", async () => {
  expect((await make({ scopes: "all" })).json().scopes).toHaveLength(13);
});

it("lists valid keys before ended ones, and drops those after 90 days", async () => {
  const revoked = (await make({ name: "Revoked" })).json();
  await make({ name: "Short", expiresAt: "2026-11-20" });
  await revoke(revoked.id);
  expect((await revoke(revoked.id)).statusCode).toBe(200);
  await make({ name: "Live", expiresAt: "2027-11-20" });
  const states = async () =>
    (await listed()).map(({ name, state }: { name: string; state: string }) => `${name} ${state}`);
  expect(await states()).toEqual(["Live live", "Short live", "Revoked revoked"]);
  await test.sql("update api_keys set expires_on = '2026-11-19' where clinic_id = $1 and name = 'Short'", [
    clinic.id,
  ]);
  expect(await states()).toEqual(["Live live", "Short expired", "Revoked revoked"]);
  await test.sql(
    "update api_keys set expires_on = '2026-08-20', revoked_at = '2026-08-20' where clinic_id = $1 and name <> 'Live'",
    [clinic.id],
  );
  expect(await states()).toEqual(["Live live"]);
});

it("limits a clinic's valid keys; a revoked one does not count", async () => {
  const made = [];
  for (let n = 0; n < MOST_KEYS; n += 1) made.push((await make()).json());
  const refused = await make();
  expect([refused.statusCode, refused.json().message]).toEqual([
    422,
    "A clinic has at most 20 API keys. Revoke one first.",
  ]);
  await revoke(made[0].id);
  expect((await make()).statusCode).toBe(200);
});

skipOnCluster(noPlans)("reads the keys of one clinic and a token by an index", async () => {
  await test.sql(
    `insert into api_keys (clinic_id, name, scopes, token_hash, last_four, made_by_id, made_at, expires_on)
     select $1, 'Key ' || n, '{Patient}', sha256(n::text::bytea), 'abcd', $2, now(), '2027-01-01'
     from generate_series(1, 20000) n`,
    [other.id, other.owner.id],
  );
  await test.sql("analyze api_keys");
  const planner = await Planner.open(test.databaseUrl, "klinika_app");
  for (const plan of await planner.plansOf(clinic.id, (scope) => listApiKeys(scope, testNow)))
    expect(plan).toMatch(/Index Scan.* using api_keys_pkey/);
  await planner.client.query("reset role");
  expect(
    await planner.explain("select id from api_keys where token_hash = $1", ["\\x00"], "generic", "bytea"),
  ).toContain("api_keys_by_token");
  await planner.close();
});

it("is in the owner's account history", async () => {
  const { id } = (await make()).json();
  await revoke(id);
  const read = (await test.call(staffHistory, clinic.owner.token)).json();
  expect(read).toMatchObject([
    { event: "apiKey.revoke", label: "API key revoked", changes: { name: "Laboratory system" } },
    {
      event: "apiKey.create",
      label: "API key created",
      userName: "Rafael Peñaflor",
      changes: { name: "Laboratory system", scopes: ["Patient", "Observation"], expiresAt: "2027-03-31" },
    },
  ]);
  expect(JSON.stringify(read)).not.toContain("klk_");
});
