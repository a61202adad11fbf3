import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import * as z from "zod/mini";
import { currentUser, login } from "#features/accounts/contract.ts";
import { addApiKey, apiKeys, revokeApiKey } from "#features/api-keys/contract.ts";
import { exportPatients, patientHistory } from "#features/patients/contract.ts";
import { endpoint } from "#shared/endpoint.ts";
import { atInstant, startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPassword, aPatient, type TestClinic } from "#test/data/factories.ts";
import { serve } from "../http/serve.ts";
import { sessionCookie } from "./session.ts";

/** Like the calls under /fhir. */
const readPatient = endpoint({
  method: "GET",
  path: "/test/patients/:id",
  access: { key: "Patient" },
  audit: "patient.view",
  reads: [],
  response: z.object({ clinicId: z.number(), names: z.array(z.string()), by: z.string() }),
});
const exportPatient = endpoint({
  method: "GET",
  path: "/test/patients/:id/everything",
  access: { key: "Patient" },
  audit: "patient.copy",
  reads: [],
  response: z.object({}),
});
const readAnything = endpoint({
  method: "GET",
  path: "/test/anything",
  access: { key: "any" },
  audit: null,
  reads: [],
  response: z.object({}),
});

const CALLS_A_MINUTE = 5;
let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startOwnApp(
    { API_CALLS_PER_MINUTE: String(CALLS_A_MINUTE), FAILED_SIGN_INS_PER_ADDRESS: "10", TRUST_PROXY: "1" },
    undefined,
    1,
    (app) => {
      serve(
        app,
        readPatient,
        async ({ params }, { clinic: { id, db }, apiKey, auditView }) => {
          const rows = await db
            .selectFrom("patients")
            .select("patientName")
            .where("clinicId", "=", id)
            .where("id", "=", params.id)
            .execute();
          auditView(params.id);
          return { clinicId: id, names: rows.map(({ patientName }) => patientName), by: apiKey.name };
        },
        { auditsManually: true },
      );
      serve(app, exportPatient, ({ params }, { auditDetails }) => {
        auditDetails({ format: "FHIR" }, params.id);
        return {};
      });
      serve(app, readAnything, () => ({}));
    },
  );
});
beforeEach(async () => {
  clinic = await aClinic(test);
});
afterAll(() => test.close());

const draft = { name: "Laboratory system", scopes: ["Patient"], expiresAt: "2026-12-31" };
const aKey = async (more: object = {}): Promise<{ id: number; key: string }> =>
  (await test.call(addApiKey, clinic.owner.token, { body: { ...draft, ...more } })).json();
const any = (key: string | null, headers = {}) => test.call(readAnything, key, { headers });
const from = (ip: string) => ({ "x-forwarded-for": ip });
const messageOf = ({ statusCode, json }: Awaited<ReturnType<typeof any>>) => [statusCode, json().message];

it("reads only what it may, in its own clinic, as the owner who created it", async () => {
  const { key, id } = await aKey();
  const patient = await aPatient(test, clinic, { patient_name: "Uy, Lourdes" });
  const foreign = await aPatient(test, await aClinic(test), { patient_name: "Lim, Jose" });
  const read = await test.call(readPatient, key, { params: { id: patient } });
  expect(read.json()).toEqual({ clinicId: clinic.id, names: ["Uy, Lourdes"], by: "Laboratory system" });
  expect((await test.call(readPatient, key, { params: { id: foreign } })).json().names).toEqual([]);
  await test.call(exportPatient, key, { params: { id: patient } });
  await test.app.kit.views.flush();
  const history = await test.call(patientHistory, clinic.owner.token, { params: { id: patient } });
  const apiKey = { apiKey: "Laboratory system", apiKeyId: id };
  expect(history.json()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ event: "patient.view", userName: "Rafael Peñaflor", changes: apiKey }),
      expect.objectContaining({ event: "patient.copy", changes: { format: "FHIR", ...apiKey } }),
    ]),
  );
});

it("is refused with a message what it may not read", async () => {
  const { key } = await aKey({ scopes: ["Observation"] });
  const answer = await test.call(readPatient, key, { params: { id: 1 } });
  expect(messageOf(answer)).toEqual([403, "This API key may not read Patient."]);
  expect((await any(key)).statusCode).toBe(200);
});

it("cannot call other endpoints, and sessions cannot call its endpoints", async () => {
  const { key } = await aKey({ scopes: "all" });
  for (const called of [currentUser, apiKeys, exportPatients])
    expect((await test.call(called, key)).statusCode).toBe(401);
  const cookie = { cookie: `${sessionCookie}=${clinic.owner.token}` };
  expect((await any(null, cookie)).statusCode).toBe(401);
  expect((await any(clinic.owner.token)).statusCode).toBe(401);
  expect((await any(key, { cookie: `${sessionCookie}=nobodys` })).statusCode).toBe(200);
});

it("says why a key no longer works", async () => {
  const { key, id } = await aKey({ expiresAt: "2026-11-20" });
  const { key: ownersKey } = await aKey();
  atInstant(test, new Date("2026-11-20T15:59:59Z"));
  expect((await any(key)).statusCode).toBe(200);
  test.setNow(new Date("2026-11-20T16:00:00Z"));
  expect(messageOf(await any(key))).toEqual([401, expect.stringMatching(/has expired/)]);
  test.setNow(testNow);
  await test.call(revokeApiKey, clinic.owner.token, { params: { id } });
  expect(messageOf(await any(key))).toEqual([401, expect.stringMatching(/was revoked/)]);
  await test.sql("update clinics set subscription_status = 'suspended' where id = $1", [clinic.id]);
  expect(messageOf(await any(ownersKey))).toEqual([403, expect.stringMatching(/suspended due to payment/)]);
  await test.sql("update users set is_active = false where id = $1", [clinic.owner.id]);
  expect(messageOf(await any(ownersKey))).toEqual([401, expect.stringMatching(/no longer active/)]);
});

it("has a rate limit of its own, and is told when to retry", async () => {
  const [{ key }, { key: second }] = [await aKey(), await aKey()];
  for (let n = 0; n < CALLS_A_MINUTE; n += 1) expect((await any(key)).statusCode).toBe(200);
  const refused = await any(key);
  expect([refused.statusCode, refused.json().code]).toEqual([429, "too_many"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await any(second)).statusCode).toBe(200);
});

it("delays unknown keys of an address after too many, and neither a valid key nor a sign-in there", async () => {
  const { key } = await aKey();
  const guess = (n: number) => any(`klk_${String(n).padStart(43, "x")}`, from("203.0.113.7"));
  for (let n = 0; n < 10; n += 1) expect((await guess(n)).statusCode).toBe(401);
  const refused = await guess(10);
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "30"]);
  const signIn = { body: { email: clinic.owner.email, password: aPassword }, headers: from("203.0.113.7") };
  expect((await test.call(login, null, signIn)).statusCode).toBe(200);
  expect((await any(key, from("203.0.113.7"))).statusCode).toBe(200);
  expect((await any("nonsense", from("203.0.113.8"))).statusCode).toBe(401);
});

it("stores its last use, at most once a minute", async () => {
  const { key, id } = await aKey();
  const lastUse = async () =>
    (
      await test.sql<{ at: string | null }>("select last_used_at::text as at from api_keys where id = $1", [
        id,
      ])
    )[0]?.at;
  await any(key);
  await expect.poll(lastUse).toContain("02:42:00");
  atInstant(test, new Date(testNow.getTime() + 30_000));
  await any(key);
  expect(await lastUse()).toContain("02:42:00");
  test.setNow(new Date(testNow.getTime() + 61_000));
  await any(key);
  await expect.poll(lastUse).toContain("02:43:01");
});
