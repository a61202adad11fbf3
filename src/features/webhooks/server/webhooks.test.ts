import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addBill, takePayment } from "#features/billing/contract.ts";
import { notifications } from "#features/notifications/contract.ts";
import { addPatient } from "#features/patients/contract.ts";
import { staffHistory } from "#features/staff/contract.ts";
import { addVisit, moveVisit } from "#features/visits/contract.ts";
import { type DueJob, workQueue } from "#server/jobs/job-queue.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { atInstant, startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { aClinic, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { nameOf } from "#test/endpoints.ts";
import { Planner } from "#test/plans.ts";
import { noPlans, skipOnCluster } from "#test/servers/skip-on-cluster.ts";
import { startWebhookReceiver, type WebhookReceiver } from "#test/servers/webhook-receiver.ts";
import {
  addWebhook,
  changeWebhook,
  MOST_WEBHOOKS,
  removeWebhook,
  testWebhook,
  webhookDeliveries,
  webhookEvents,
  webhooks,
} from "../contract.ts";
import { webhookJobs, webhookQueue } from "./send-webhooks.ts";
import { signedHeaders } from "./signature.ts";
import { readDeliveries } from "./webhooks.ts";

let test: TestApp;
let receiver: WebhookReceiver;
let clinic: TestClinic;
let other: TestClinic;
beforeAll(async () => {
  test = await startOwnApp({ WEBHOOKS_TO_PRIVATE_NETWORKS: "allowed" });
  receiver = await startWebhookReceiver();
  other = await aClinic(test);
});
beforeEach(async () => {
  await test.sql("delete from webhooks");
  receiver.behave({});
  receiver.received.length = 0;
  clinic = await aClinic(test);
  token = clinic.owner.token;
});
afterAll(async () => {
  await receiver.stop();
  await test.close();
});

/** The owner's, renewed when the clock has moved on. */
let token: string;
const call = (endpoint: Endpoint, sent: object = {}, as: string | null = token) =>
  test.call(endpoint, as, sent);
const make = (body: object = {}, as?: string | null) =>
  call(addWebhook, { body: { url: receiver.url, events: webhookEvents, ...body } }, as);
const aWebhook = async (body: object = {}): Promise<{ id: number; secret: string }> =>
  (await make(body)).json();
const only = async () => (await call(webhooks)).json()[0];
const deliveries = async (id: number) => (await call(webhookDeliveries, { params: { id } })).json();
const work = () => workQueue(test.app, webhookQueue);
const accepted = (endpoint: Endpoint) => acceptedBodies[nameOf(endpoint)] as object;
let numbers = 0;
const register = async (): Promise<number> =>
  (await call(addPatient, { body: { ...accepted(addPatient), admissionNo: `W-${++numbers}` } })).json().id;
const passMinutes = async (minutes: number) => {
  test.setNow(new Date(test.app.kit.now().getTime() + minutes * 60_000));
  token = await aSession(test, clinic.owner.id);
};

describe("access", () => {
  it("refuses requests without a session, and everyone but the owner", async () => {
    const clerk = await aStaffMember(test, clinic, ["edit_patients"]);
    const params = { id: (await aWebhook()).id };
    for (const [as, status] of [
      [null, 401],
      [clerk.token, 403],
    ] as const) {
      expect((await make({}, as)).statusCode).toBe(status);
      for (const called of [webhooks, changeWebhook, removeWebhook, webhookDeliveries, testWebhook])
        expect((await call(called, { params, body: { isActive: false } }, as)).statusCode).toBe(status);
    }
  });

  it("does not find another clinic's", async () => {
    const { id } = await aWebhook();
    const params = { id };
    for (const called of [removeWebhook, webhookDeliveries, testWebhook])
      expect((await call(called, { params }, other.owner.token)).statusCode).toBe(404);
    const change = { params, body: { isActive: false } };
    expect((await call(changeWebhook, change, other.owner.token)).statusCode).toBe(404);
    expect((await call(webhooks, {}, other.owner.token)).json()).toEqual([]);
    expect((await only()).isActive).toBe(true);
  });

  it("needs a recent password to create one or change its address, but not to turn one off", async () => {
    const { id } = await aWebhook();
    atInstant(test, new Date(testNow.getTime() + 20 * 60_000));
    const change = (body: object) => call(changeWebhook, { params: { id }, body });
    expect((await make()).json().code).toBe("password_required");
    expect((await change({ url: "https://elsewhere.ph/" })).json().code).toBe("password_required");
    expect((await change({ isActive: false })).statusCode).toBe(200);
  });
});

it("refuses invalid ones with a message", async () => {
  const wrong: [object, string, RegExp][] = [
    [{ url: " " }, "url", /required/],
    [{ url: "hooks.example.ph" }, "url", /like https/],
    [{ url: "https://example.ph/a b" }, "url", /without spaces/],
    [{ url: "http://169.254.169.254/" }, "url", /private network/],
    [{ events: [] }, "events", /Choose what/],
    [{ events: ["patient.deleted"] }, "events.0", /no such event/],
  ];
  for (const [body, field, words] of wrong) {
    const answer = await make(body);
    expect([answer.statusCode, answer.json().fields?.[field]]).toEqual([400, expect.stringMatching(words)]);
  }
  expect((await call(changeWebhook, { params: { id: 1 }, body: {} })).statusCode).toBe(400);
});

it("has a limit per clinic", async () => {
  for (let n = 0; n < MOST_WEBHOOKS; n += 1) await make();
  expect((await make()).json().message).toBe("A clinic has at most 10 webhooks. Delete one first.");
});

it("shows its secret once, is in the account history, and is deleted with its messages", async () => {
  const answer = await make();
  const { secret, ...shown } = answer.json();
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(await call(webhooks).then((read) => read.json())).toEqual([shown]);
  await register();
  await call(removeWebhook, { params: { id: shown.id } });
  expect(await call(webhooks).then((read) => read.json())).toEqual([]);
  expect(await test.sql("select 1 from webhook_deliveries where clinic_id = $1", [clinic.id])).toEqual([]);
  const read = (await call(staffHistory)).json();
  expect(read).toMatchObject([
    { label: "Webhook deleted", changes: { address: receiver.url } },
    { label: "Webhook added", changes: { address: receiver.url, events: webhookEvents } },
  ]);
  expect(JSON.stringify(read)).not.toContain(secret.slice(6));
});

it("signs like Standard Webhooks", () => {
  const key = Buffer.from("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "base64");
  const at = new Date(1_614_265_330_500);
  expect(signedHeaders(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", at, '{"test": 2432232314}')).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

describe("events", () => {
  const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));

  it("are a registration, a visit that is done and a payment, only by id, signed", async () => {
    const { secret } = await aWebhook();
    const patientId = await register();
    const { id: visitId } = (await call(addVisit, { body: { patientId } })).json();
    const bill = (await call(addBill, { body: { ...accepted(addBill), patientId, discount: null } })).json();
    const paid = await call(takePayment, { params: { id: bill.id }, body: { method: "cash", amount: "10" } });
    expect(paid.statusCode).toBeLessThan(300);
    await call(moveVisit, { params: { id: visitId }, body: { state: "done" } });
    await work();
    const [payment] = await test.sql<{ id: string }>("select id from payments where clinic_id = $1", [
      clinic.id,
    ]);
    const about = { at: testNow.toISOString(), clinicId: clinic.id, id: expect.stringMatching(/^evt_\d+$/) };
    expect(bodies()).toEqual([
      { ...about, event: "patient.registered", patientId },
      { ...about, event: "payment.taken", paymentId: Number(payment?.id) },
      { ...about, event: "visit.done", visitId },
    ]);
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    for (const { headers, body } of receiver.received) {
      const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
      expect(headers["webhook-id"]).toBe(JSON.parse(body).id);
      expect(headers["webhook-timestamp"]).toBe(
        String(testNow.getTime() / 1000 - (testNow.getTime() % 1000)),
      );
      expect(headers["webhook-signature"]).toBe(
        `v1,${createHmac("sha256", key).update(signed).digest("base64")}`,
      );
    }
  });

  it("omit events that were not chosen, were undone, occurred while it was off, or elsewhere", async () => {
    const { id } = await aWebhook({ events: ["visit.done"] });
    await register();
    await call(changeWebhook, { params: { id }, body: { events: ["patient.registered"] } });
    // A delivery that is pending when it is turned off.
    await register();
    await call(changeWebhook, { params: { id }, body: { isActive: false } });
    await register();
    await call(changeWebhook, { params: { id }, body: { isActive: true } });
    const refused = await call(addPatient, {
      body: { ...accepted(addPatient), admissionNo: `W-${numbers}` },
    });
    expect(refused.statusCode).toBe(409);
    await call(addPatient, { body: accepted(addPatient) }, other.owner.token);
    await work();
    expect(receiver.received).toEqual([]);
  });

  it("do not include an imported list", async () => {
    const { id } = await aWebhook();
    await test.sql(
      `with event as (select set_config('app.event', 'import.run', true))
       insert into patients (clinic_id, admission_no, hospital, patient_name, sex, created_at)
       select $1, 'I-1', 'St. Luke''s', 'Uy, Lourdes', 'F', now() from event`,
      [clinic.id],
    );
    expect(await deliveries(id)).toEqual([]);
  });

  it("include a test on request, which shows the beginning of the response", async () => {
    receiver.behave({ status: 202, answer: "  queued\n\u0000 as 17 " });
    const { id } = await aWebhook();
    expect((await call(testWebhook, { params: { id } })).json()).toMatchObject({
      event: "test",
      state: "waiting",
    });
    await work();
    expect(bodies()).toMatchObject([{ event: "test" }]);
    expect(await deliveries(id)).toMatchObject([
      { event: "test", state: "delivered", attempts: 1, status: 202, answer: "queued as 17", nextAt: null },
    ]);
    expect((await only()).lastDeliveredAt).toBe("2026-11-20T02:42:00Z");
    await call(changeWebhook, { params: { id }, body: { isActive: false } });
    expect((await call(testWebhook, { params: { id } })).statusCode).toBe(422);
  });
});

describe("a failed delivery", () => {
  it("is retried after 1, 5 and 30 minutes, 2, 5, 10 and 14 hours, with the same id, then given up", async () => {
    atInstant(test, testNow);
    receiver.behave({ status: 503, answer: "Busy" });
    const { id } = await aWebhook();
    await register();
    const waits = [1, 5, 30, 120, 300, 600, 840];
    await work();
    for (const [n, wait] of waits.entries()) {
      expect(await deliveries(id)).toMatchObject([
        { state: "waiting", attempts: n + 1, status: 503, answer: "Busy", problem: "It answered 503" },
      ]);
      await passMinutes(wait - 0.1);
      await work();
      expect(receiver.received).toHaveLength(n + 1);
      await passMinutes(0.1);
      await work();
    }
    expect(await deliveries(id)).toMatchObject([{ state: "failed", attempts: 8 }]);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(8);
    await passMinutes(10_000);
    await work();
    expect(receiver.received).toHaveLength(8);
    expect((await only()).isActive).toBe(true);
  });

  it("no longer counts once one succeeds", async () => {
    atInstant(test, testNow);
    receiver.behave({ status: 302, headers: { location: receiver.url } });
    const { id } = await aWebhook();
    await register();
    await work();
    expect(await only()).toMatchObject({ failingSince: "2026-11-20T02:42:00Z" });
    expect(await deliveries(id)).toMatchObject([{ problem: "Redirects are not followed" }]);
    receiver.behave({});
    await passMinutes(1);
    await work();
    expect(await only()).toMatchObject({ failingSince: null });
    expect(await deliveries(id)).toMatchObject([{ state: "delivered", problem: null, attempts: 2 }]);
  });

  it("turns the webhook off after three days, gives up pending messages, and notifies the owner", async () => {
    atInstant(test, testNow);
    receiver.behave({ status: 500 });
    const { id } = await aWebhook();
    await register();
    await work();
    await passMinutes(3 * 24 * 60 + 1);
    await register();
    await work();
    expect(await only()).toMatchObject({ isActive: false, turnedOffWhy: "failures" });
    expect((await deliveries(id)).map(({ state }: { state: string }) => state)).toEqual(["failed", "failed"]);
    expect((await call(notifications)).json()).toMatchObject([
      {
        title: "Webhook turned off",
        message: `127.0.0.1:${receiver.port} has taken no message for three days.`,
        actionType: "webhook",
      },
    ]);
    await call(changeWebhook, { params: { id }, body: { isActive: true } });
    expect(await only()).toMatchObject({ isActive: true, turnedOffWhy: null, failingSince: null });
  });

  it("turns the webhook off at once when the address answers 410", async () => {
    receiver.behave({ status: 410 });
    await aWebhook();
    await register();
    await work();
    expect(await only()).toMatchObject({ isActive: false, turnedOffWhy: "gone" });
  });

  it("is stored up to a limit of a thousand, and swept after 30 days", async () => {
    const { id } = await aWebhook();
    await test.sql(
      `insert into webhook_deliveries (clinic_id, webhook_id, event, happened_at, next_at, created_at)
       select $1, $2, 'test', $3, '2027-01-01', $3 from generate_series(1, 1000)`,
      [clinic.id, id, testNow],
    );
    await register();
    expect(await deliveries(id)).toMatchObject({
      0: {
        event: "patient.registered",
        state: "failed",
        problem: "Not sent: a thousand messages were waiting.",
      },
    });
    const sweep = webhookJobs.find(({ name }) => name.startsWith("sweep"));
    const oldBy = (minutes: number) =>
      test.sql(
        "update webhook_deliveries set created_at = $1::timestamptz - make_interval(days => 30, mins => $2)",
        [testNow, minutes],
      );
    await oldBy(-1);
    await sweep?.run(test.app, testNow);
    expect(await deliveries(id)).toHaveLength(50);
    await oldBy(1);
    await sweep?.run(test.app, testNow);
    expect(await deliveries(id)).toEqual([]);
  });
});

it("sends nothing for a suspended clinic, and one message per clinic at a time", async () => {
  await aWebhook();
  await aWebhook();
  await register();
  await test.sql("update clinics set subscription_status = 'suspended' where id = $1", [clinic.id]);
  await work();
  expect(receiver.received).toEqual([]);
  await test.sql("update clinics set subscription_status = 'active' where id = $1", [clinic.id]);
  const { functions } = test.app.kit.databases;
  const due = () => functions.rows("dueJobs", { queues: [webhookQueue.name], at: test.app.kit.now() });
  const take = (job: DueJob) => webhookQueue.take(test.app, job, new AbortController().signal);
  const both = await due();
  const taken = await Promise.all(both.map(take));
  expect(taken.filter((one) => one !== null)).toHaveLength(1);
  expect(await due()).toEqual([]);
  atInstant(test, new Date(testNow.getTime() + 61_000));
  await work();
  expect(receiver.received).toHaveLength(2);
});

skipOnCluster(noPlans)("is read by indexes that begin with the clinic", async () => {
  const { id } = await aWebhook();
  for (let n = 1; n < MOST_WEBHOOKS; n += 1) await aWebhook();
  await test.sql(
    `insert into webhook_deliveries (clinic_id, webhook_id, event, happened_at, next_at, created_at, state, ended_at)
     select $1, w.id, 'test', now(), now(), now(), 'delivered', now()
     from generate_series(1, 3000), webhooks w where w.clinic_id = $1`,
    [clinic.id],
  );
  await test.sql("analyze webhook_deliveries");
  const planner = await Planner.open(test.databaseUrl, "klinika_app");
  for (const plan of await planner.plansOf(clinic.id, (scope) => readDeliveries(scope, id)))
    expect(plan).toContain("webhook_deliveries_of_webhook");
  await planner.close();
});
