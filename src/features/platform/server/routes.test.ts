import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { login } from "#features/accounts/contract.ts";
import { clinicSettings } from "#features/clinics/contract.ts";
import { sendContactMessage } from "#features/contact/contract.ts";
import { atInstant, startOwnApp, type TestApp, testNow } from "#test/app.ts";
import {
  aClinic,
  anAdmin,
  aPassword,
  aPatient,
  aStaffMember,
  type TestClinic,
  type TestUser,
} from "#test/data/factories.ts";
import { handleOf } from "#test/data/full-clinic.ts";
import {
  handleMessage,
  platformClinics,
  platformMessages,
  platformStats,
  platformUsers,
  setClinicStatus,
  setClinicSubscription,
} from "../contract.ts";

let test: TestApp;
let admin: TestUser;
let heart: TestClinic;
let bohol: TestClinic;

beforeAll(async () => {
  test = await startOwnApp();
  admin = await anAdmin(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  await emptyPlatform();
  admin = await anAdmin(test);
  heart = await aClinic(test, { name: "Peñaflor Heart Clinic" });
  bohol = await aClinic(test, { name: "Bohol Family Medicine" });
});

/** Deletes every clinic, account and message. Without triggers, which would empty every other table as well. */
async function emptyPlatform(): Promise<void> {
  const tables = ["contact_messages", "clinic_standing_changes", "users", "clinics", "patients"];
  const emptying = tables.map((table) => `delete from ${table}`);
  for (const statement of ["begin", "set local session_replication_role = replica", ...emptying, "commit"])
    await test.sql(statement);
}

const reads = [platformStats, platformClinics, platformUsers, platformMessages];
const changes = [
  [setClinicStatus, { isActive: false }],
  [setClinicSubscription, { subscriptionStatus: "active" }],
  [handleMessage, { isHandled: true }],
] as const;

const ask = (endpoint: (typeof reads)[number], query: Record<string, string> = {}, as = admin.token) =>
  test.call(endpoint, as, { query });
const clinics = async (query: Record<string, string> = {}) => (await ask(platformClinics, query)).json();
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name);
const subscribe = (clinic: TestClinic, subscriptionStatus: unknown) =>
  test.call(setClinicSubscription, admin.token, { params: { id: clinic.id }, body: { subscriptionStatus } });
const activate = (clinic: TestClinic, isActive: unknown) =>
  test.call(setClinicStatus, admin.token, { params: { id: clinic.id }, body: { isActive } });
const afterTheTrial = new Date(testNow.getTime() + 31 * 24 * 3_600_000);

describe("nobody else, and no clinic's people", () => {
  it.each(reads)("read $path", async (endpoint) => {
    const staff = await aStaffMember(test, heart, ["view_patients"]);
    for (const { token } of [heart.owner, staff])
      expect((await test.call(endpoint, token)).json()).toMatchObject({ code: "forbidden" });
  });

  it.each(changes)("change by $path", async (endpoint, body) => {
    const params = { id: heart.id };
    expect((await test.call(endpoint, heart.owner.token, { params, body })).statusCode).toBe(403);
    expect(await clinics()).toMatchObject([
      { isActive: true, subscriptionStatus: "trial" },
      { isActive: true, subscriptionStatus: "trial" },
    ]);
  });
});

it.each(changes)("an unknown id is 404: $path", async (endpoint, body) => {
  const answer = await test.call(endpoint, admin.token, { params: { id: 9 }, body });
  expect(answer.statusCode).toBe(404);
});

it("an invalid status is refused at its field", async () => {
  for (const answer of [await subscribe(heart, "free"), await subscribe(heart, undefined)])
    expect(answer.json()).toMatchObject({
      code: "invalid",
      fields: { subscriptionStatus: expect.anything() },
    });
  for (const answer of [await activate(heart, "yes"), await activate(heart, null)])
    expect(answer.json()).toMatchObject({ code: "invalid", fields: { isActive: "Use true or false" } });
  expect((await ask(platformClinics, { status: "free" })).statusCode).toBe(400);
  expect((await ask(platformClinics, { cursor: "x" })).statusCode).toBe(400);
});

describe("the figures", () => {
  it("count clinics, accounts and patients, and the revenue of paying clinics", async () => {
    const third = await aClinic(test);
    await aStaffMember(test, heart, []);
    await aPatient(test, heart);
    await aPatient(test, heart, { is_archived: true });
    await test.sql("update clinics set monthly_fee = 1299.50 where id = $1", [heart.id]);
    await subscribe(heart, "active");
    await subscribe(bohol, "active");
    await subscribe(third, "active");
    await activate(third, false);
    expect((await ask(platformStats)).json()).toEqual({
      totalClinics: 3,
      totalUsers: 5,
      totalPatients: 2,
      trialClinics: 0,
      paidClinics: 2,
      activeClinics: 2,
      monthlyRevenue: "2299.50",
    });
  });

  it("exclude a trial after its end, and are zero without clinics", async () => {
    expect((await ask(platformStats)).json()).toMatchObject({ trialClinics: 2, paidClinics: 0 });
    atInstant(test, afterTheTrial);
    admin = await anAdmin(test);
    expect((await ask(platformStats)).json()).toMatchObject({ trialClinics: 0, activeClinics: 2 });
    await emptyPlatform();
    admin = await anAdmin(test);
    expect((await ask(platformStats)).json()).toMatchObject({ totalClinics: 0, monthlyRevenue: "0.00" });
  });

  it("are 304 while unchanged", async () => {
    const first = await ask(platformStats);
    const again = await test.call(platformStats, admin.token, {
      headers: { "if-none-match": String(first.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    await aPatient(test, heart);
    const changed = await test.call(platformStats, admin.token, {
      headers: { "if-none-match": String(first.headers.etag) },
    });
    expect(changed.statusCode).toBe(200);
  });
});

describe("the clinics", () => {
  it("come newest first with counts and owner, and without patient data", async () => {
    await aStaffMember(test, heart, []);
    await aPatient(test, heart);
    const [newest, older] = await clinics();
    expect(newest).toMatchObject({ name: "Bohol Family Medicine", userCount: 1, patientCount: 0 });
    expect(older).toEqual({
      id: heart.id,
      name: "Peñaflor Heart Clinic",
      subdomain: expect.any(String),
      logoUrl: null,
      primaryColor: "#2B4D8C",
      setupFee: "0.00",
      monthlyFee: "1000.00",
      isActive: true,
      subscriptionStatus: "trial",
      trialEndsAt: "2026-12-20T02:42:00Z",
      address: null,
      phone: "+63 917 555 0100",
      email: heart.owner.email,
      createdAt: "2026-11-20T02:42:00Z",
      updatedAt: "2026-11-20T02:42:00Z",
      userCount: 2,
      patientCount: 1,
      owner: {
        firstName: "Rafael",
        lastName: "Peñaflor",
        email: heart.owner.email,
        licenseNumber: "0098412",
      },
      verifiedAt: null,
    });
  });

  it.each([
    ["penaflor", ["Peñaflor Heart Clinic"]],
    ["clinic HEART", ["Peñaflor Heart Clinic"]],
    ["family", ["Bohol Family Medicine"]],
    ["100%", []],
    ["_", ["Bohol Family Medicine", "Peñaflor Heart Clinic"]],
    ["nobody", []],
  ])("are found by name: %s", async (search, names) => {
    await test.sql("update users set first_name = 'X', last_name = 'Y'");
    expect(namesOf(await clinics({ search }))).toEqual(names);
  });

  it("are found by the owner's email, not by another account's", async () => {
    await aStaffMember(test, bohol, []);
    expect(namesOf(await clinics({ search: heart.owner.email }))).toEqual([heart.name]);
    expect(await clinics({ search: "staff" })).toEqual([]);
  });

  it("are filtered by the effective status", async () => {
    await subscribe(heart, "active");
    expect(namesOf(await clinics({ status: "active" }))).toEqual([heart.name]);
    expect(namesOf(await clinics({ status: "trial" }))).toEqual([bohol.name]);
    atInstant(test, afterTheTrial);
    admin = await anAdmin(test);
    expect(namesOf(await clinics({ status: "expired" }))).toEqual([bohol.name]);
    expect(await clinics({ status: "expired", search: "heart" })).toEqual([]);
    expect(await clinics({ status: "suspended" })).toEqual([]);
  });

  it("are paged, each once, with the total on the first page", async () => {
    for (let more = 0; more < 3; more++) await aClinic(test, { name: `More ${more}` });
    const seen: string[] = [];
    let cursor = "";
    const totals: unknown[] = [];
    do {
      const page = await ask(platformClinics, { limit: "2", ...(cursor && { cursor }) });
      seen.push(...namesOf(page.json()));
      totals.push(page.headers["x-total-count"]);
      cursor = String(page.headers["x-next-cursor"] ?? "");
    } while (cursor);
    expect(seen).toEqual(["More 2", "More 1", "More 0", bohol.name, heart.name]);
    expect(totals).toEqual(["5", undefined, undefined]);
    const searched = await ask(platformClinics, { limit: "2", search: "more" });
    expect(searched.headers["x-total-count"]).toBe("3");
  });

  it("without an owner show none", async () => {
    await test.sql("update users set role = 'staff' where id = $1", [heart.owner.id]);
    expect(await clinics({ search: "heart" })).toMatchObject([{ owner: null, userCount: 1 }]);
  });
});

describe("the users", () => {
  it("come newest first with role and clinic, the administrators without one", async () => {
    const staff = await aStaffMember(test, heart, []);
    await test.sql("update users set is_active = false where id = $1", [staff.id]);
    const users = (await ask(platformUsers)).json();
    expect(users[0]).toEqual({
      id: staff.id,
      firstName: "Marites",
      lastName: "Bañez",
      email: staff.email,
      role: "secretary",
      clinicId: heart.id,
      clinicName: heart.name,
      isActive: false,
    });
    expect(users.at(-1)).toMatchObject({ role: "admin", clinicId: null, clinicName: null });
    expect(users).toHaveLength(4);
  });

  it("are found by name in any order and by email, and paged", async () => {
    const staff = await aStaffMember(test, heart, []);
    for (const search of ["banez marites", "MARITES", staff.email])
      expect((await ask(platformUsers, { search })).json()).toMatchObject([{ id: staff.id }]);
    const first = await ask(platformUsers, { limit: "3" });
    expect(first.headers["x-total-count"]).toBe("4");
    const rest = await ask(platformUsers, { limit: "3", cursor: String(first.headers["x-next-cursor"]) });
    expect(rest.json()).toMatchObject([{ role: "admin" }]);
    expect(rest.headers["x-next-cursor"]).toBeUndefined();
  });
});

describe("a clinic that is locked out", () => {
  const reach = () => test.call(clinicSettings, heart.owner.token);

  it.each([
    ["made inactive", () => activate(heart, false), () => activate(heart, true), { isActive: false }],
    [
      "suspended",
      () => subscribe(heart, "suspended"),
      () => subscribe(heart, "active"),
      { subscriptionStatus: "suspended" },
    ],
    [
      "expired",
      () => subscribe(heart, "expired"),
      () => subscribe(heart, "trial"),
      { subscriptionStatus: "expired" },
    ],
  ])("%s: from its next request on, and back in the same session", async (_, shut, lift, standing) => {
    expect((await reach()).statusCode).toBe(200);
    expect((await shut()).json()).toMatchObject({ id: heart.id, ...standing });
    const refused = await reach();
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ suspended: true, clinic: { name: heart.name, ...standing } });
    expect((await test.call(clinicSettings, bohol.owner.token)).statusCode).toBe(200);
    const signedIn = await test.call(login, null, {
      body: { email: heart.owner.email, password: aPassword },
    });
    expect(signedIn.json()).toMatchObject({ suspended: true });
    expect((await lift()).statusCode).toBe(200);
    expect((await reach()).statusCode).toBe(200);
  });

  it("an inactive one keeps its subscription", async () => {
    await subscribe(heart, "active");
    expect((await activate(heart, false)).json()).toMatchObject({
      isActive: false,
      subscriptionStatus: "active",
    });
  });
});

describe("a trial set by the administrator", () => {
  it("restarts for thirty days after the last one has ended", async () => {
    atInstant(test, afterTheTrial);
    admin = await anAdmin(test);
    expect(await clinics({ search: "heart" })).toMatchObject([{ subscriptionStatus: "expired" }]);
    expect((await subscribe(heart, "trial")).json()).toMatchObject({
      subscriptionStatus: "trial",
      trialEndsAt: "2027-01-20T02:42:00Z",
    });
  });

  it("keeps the end of a running one", async () => {
    atInstant(test, new Date(testNow.getTime() + 5 * 24 * 3_600_000));
    admin = await anAdmin(test);
    await subscribe(heart, "active");
    expect((await subscribe(heart, "trial")).json()).toMatchObject({ trialEndsAt: "2026-12-20T02:42:00Z" });
  });
});

describe("the messages", () => {
  const write = (subject: string) =>
    test.call(sendContactMessage, null, {
      body: { name: "Dr. Ana Reyes", email: "ana@reyes.test", subject, message: "How long does it take?" },
    });
  const sendUpgradeRequest = async (clinic: TestClinic) => {
    const { rows } = await sql<{ filed: boolean }>`
      select file_upgrade_request(${clinic.owner.id}, 'Upgrade to Full Plan', 'Please upgrade us.', ${testNow}) as filed
    `.execute(handleOf(test, clinic).db);
    return rows[0]?.filed;
  };
  const waiting = async () => (await ask(platformMessages)).json();
  const mark = (id: number, isHandled: unknown) =>
    test.call(handleMessage, admin.token, { params: { id }, body: { isHandled } });

  it("of the contact form and the upgrade requests are listed together, newest first", async () => {
    await write("Moving from paper");
    expect(await sendUpgradeRequest(heart)).toBe(true);
    const [request, message] = await waiting();
    expect(request).toEqual({
      id: expect.any(Number),
      kind: "upgrade",
      clinicId: heart.id,
      name: "Rafael Peñaflor",
      email: heart.owner.email,
      phone: "+63 917 555 0100",
      clinic: heart.name,
      subject: "Upgrade to Full Plan",
      message: "Please upgrade us.",
      createdAt: "2026-11-20T02:42:00Z",
      handledAt: null,
    });
    expect(message).toMatchObject({ kind: "contact", clinicId: null, subject: "Moving from paper" });
  });

  it("leave the list when they are handled, and return", async () => {
    await write("First");
    await write("Second");
    const [second] = await waiting();
    expect((await mark(second.id, true)).json()).toEqual({ id: second.id, isHandled: true });
    expect((await mark(second.id, true)).statusCode).toBe(200);
    expect(await waiting()).toMatchObject([{ subject: "First" }]);
    expect((await ask(platformMessages, { handled: "true" })).json()).toMatchObject([
      { subject: "Second", handledAt: "2026-11-20T02:42:00Z" },
    ]);
    await mark(second.id, false);
    expect(await waiting()).toHaveLength(2);
    expect((await mark(second.id, "yes")).json()).toMatchObject({
      fields: { isHandled: "Use true or false" },
    });
  });

  it("include one open upgrade request per clinic, and a new one after it was handled", async () => {
    await sendUpgradeRequest(heart);
    expect(await sendUpgradeRequest(heart)).toBe(false);
    expect(await sendUpgradeRequest(bohol)).toBe(true);
    const old = (await waiting()).find(({ clinicId }: { clinicId: number }) => clinicId === heart.id);
    await mark(old.id, true);
    expect(await sendUpgradeRequest(heart)).toBe(true);
    expect((await mark(old.id, false)).json()).toMatchObject({ code: "taken" });
    expect(await waiting()).toHaveLength(2);
  });

  it("are paged", async () => {
    for (const subject of ["a", "b", "c"]) await write(subject);
    const first = await ask(platformMessages, { limit: "2" });
    expect(first.headers["x-total-count"]).toBe("3");
    const rest = await ask(platformMessages, { limit: "2", cursor: String(first.headers["x-next-cursor"]) });
    expect([...first.json(), ...rest.json()].map(({ subject }) => subject)).toEqual(["c", "b", "a"]);
  });

  it("cannot be requested in another clinic's name", async () => {
    await sql`select file_upgrade_request(${bohol.owner.id}, 'x', 'y', ${testNow})`.execute(
      handleOf(test, heart).db,
    );
    expect(await waiting()).toEqual([]);
  });
});
