import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toJSONSchema } from "zod/v4/core";
import { addApiKey } from "#features/api-keys/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { can, isByKey, type Permission, permissions, type Role } from "#shared/permissions.ts";
import { startOwnApp, type TestApp } from "./app.ts";
import { acceptedBodies, requiredQueries } from "./data/accepted-bodies.ts";
import { aPdf, aPng, asMultipart } from "./data/example-files.ts";
import { aClinic, aDoctor, anAdmin, aPatient, aStaffMember, type TestClinic } from "./data/factories.ts";
import { endpoints, nameOf } from "./endpoints.ts";
import { proveAccess } from "./safety/access.ts";

const named = endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const);
const closed = named.filter(([, endpoint]) => endpoint.access !== "public");

/** Calls of the specification that are built. */
const specified = [
  "POST /api/auth/login",
  "POST /api/auth/signup",
  "POST /api/auth/logout",
  "GET /api/auth/me",
  "POST /api/auth/token-login",
  "POST /api/admin/login",
  "POST /api/staff/login",
  "POST /api/secretaries/login",
  "GET /api/dashboard/stats",
  "POST /api/contact",
  "GET /api/consultations/today",
  "PATCH /api/patients/:id/complete-consultation",
  "GET /api/patients/archived",
  "PATCH /api/patients/:id/unarchive",
  "PATCH /api/patients/:id/archive",
  "GET /api/clinic/settings",
  "PUT /api/clinic/settings",
  "POST /api/clinic/upload-logo",
  "GET /api/patients",
  "POST /api/patients",
  "PATCH /api/patients/:id",
  "DELETE /api/patients/:id",
  "POST /api/patients/:id/consultation",
  "GET /api/patients/:id/vitals",
  "POST /api/consultations",
  "GET /api/patients/:id/consultations",
  "GET /api/patients/:id/prescriptions",
  "POST /api/patients/:id/prescription",
  "POST /api/patients/upload-files",
  "GET /api/uploads/:path",
  "GET /api/clinic/custom-fields",
  "POST /api/clinic/custom-fields",
  "PATCH /api/clinic/custom-fields/:id",
  "DELETE /api/clinic/custom-fields/:id",
  "GET /api/referrals/available-clinics",
  "POST /api/patients/:id/refer",
  "GET /api/referrals/shared-with-me",
  "POST /api/referrals/:id/claim",
  "GET /api/secretaries",
  "POST /api/secretaries",
  "PATCH /api/secretaries/:id/permissions",
  "DELETE /api/secretaries/:id",
  "GET /api/users",
  "GET /api/tasks",
  "POST /api/tasks",
  "PATCH /api/tasks/:id",
  "DELETE /api/tasks/:id",
  "GET /api/notifications",
  "GET /api/admin/stats",
  "GET /api/admin/clinics",
  "GET /api/admin/users",
  "PUT /api/admin/clinics/:id/status",
  "PUT /api/admin/clinics/:id/subscription",
];

type Caller = { name: string; token: string; role: Role; permissions: Permission[]; clinicId: number | null };

let app: TestApp;
let own: TestClinic;
let other: TestClinic;
let callers: Caller[];
let ownKey: string;
let foreignPatient: number;

beforeAll(async () => {
  app = await startOwnApp();
  own = await aClinic(app);
  const keyBody = { name: "Reads all", scopes: "all", expiresAt: "2027-06-30" };
  ownKey = (await app.call(addApiKey, own.owner.token, { body: keyBody })).json().key;
  other = await aClinic(app);
  foreignPatient = await aPatient(app, other);
  const admin = await anAdmin(app);
  const doctor = await aDoctor(app, own);
  const all = await aStaffMember(app, own, permissions);
  const none = await aStaffMember(app, own, [], { role: "staff" });
  callers = [
    { name: "platform admin", token: admin.token, role: "admin", permissions: [], clinicId: null },
    { name: "owner", token: own.owner.token, role: "owner", permissions: [], clinicId: own.id },
    { name: "doctor", token: doctor.token, role: "doctor", permissions: [], clinicId: own.id },
    {
      name: "secretary with every right",
      token: all.token,
      role: "secretary",
      permissions,
      clinicId: own.id,
    },
    { name: "staff with no right", token: none.token, role: "staff", permissions: [], clinicId: own.id },
  ];
  for (const permission of permissions) {
    const { token } = await aStaffMember(app, own, [permission]);
    callers.push({
      name: `secretary with ${permission}`,
      token,
      role: "secretary",
      permissions: [permission],
      clinicId: own.id,
    });
  }
});
afterAll(() => app.close());

const nobodysId = 987_654_321;
const idsOf = (endpoint: Endpoint, id: number) =>
  Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, id]));
const junk = { "\u2620": [1, { x: null }] };

test("every call of the specification that is built exists", () => {
  expect(named.map(([name]) => name)).toEqual(expect.arrayContaining(specified));
});

test("every declared endpoint is served, and nothing else under /api except the known plain pages", () => {
  const served = new Set(app.app.kit.served.map((endpoint) => `${endpoint.method} ${endpoint.path}`));
  expect([...served].sort()).toEqual(named.map(([name]) => name).sort());
});

/** Responses with a temporary password, which are never stored. */
const showsPasswordOnce = [
  "POST /api/secretaries",
  "POST /api/secretaries/:id/temporary-password",
  "POST /api/doctors",
];

test("no response can contain a password, except a temporary one that is shown once", () => {
  for (const [name, { response, isSecret }] of named) {
    if (response === "file") continue;
    const properties =
      JSON.stringify(toJSONSchema(response, { unrepresentable: "any" })).match(
        /"(\w*password\w*|tempPassword)":/gi,
      ) ?? [];
    expect(
      properties.filter((property) => !/"passwordChanged(At)?":/.test(property)),
      name,
    ).toEqual(isSecret && showsPasswordOnce.includes(name) ? ['"tempPassword":'] : []);
  }
});

describe("a stranger", () => {
  test.each(closed)("%s answers 401", async (_, endpoint) => {
    const answer = await app.call(endpoint, null, {
      params: idsOf(endpoint, nobodysId),
      ...(endpoint.body && { body: junk }),
    });
    expect(answer.statusCode).toBe(401);
    if (!isByKey(endpoint.access)) expect(answer.json()).toMatchObject({ code: "not_signed_in" });
  });

  test.each(closed)("%s with an unknown token answers 401", async (_, endpoint) => {
    const answer = await app.call(endpoint, "not-a-token", { params: idsOf(endpoint, nobodysId) });
    expect(answer.statusCode).toBe(401);
  });
});

// Some 3,500 calls: on a busy machine they take longer than a test may by default.
test("the rights of every caller at every endpoint match docs/access.md", { timeout: 90_000 }, async () => {
  const { figures } = await proveAccess(app);
  expect(figures.flatMap(({ failures }) => failures)).toEqual([]);
});

describe("another clinic's record", () => {
  // The administrator belongs to no clinic, so every clinic is another one.
  const withId = closed.filter(
    ([, endpoint]) => endpoint.path.includes(":id") && endpoint.access !== "admin",
  );

  test.each(withId)("%s answers 404 and writes nothing", async (_, endpoint) => {
    const before = await storedOf(other);
    const answer = await app.call(endpoint, isByKey(endpoint.access) ? ownKey : own.owner.token, {
      params: idsOf(endpoint, foreignPatient),
      query: requiredQueries[nameOf(endpoint)] ?? {},
      ...(endpoint.body && { body: acceptedBodies[`${endpoint.method} ${endpoint.path}`] }),
      ...(endpoint.upload && asMultipart([["picture.png", aPng()]], endpoint.upload.field)),
    });
    expect(answer.statusCode).toBe(404);
    expect(await storedOf(other)).toEqual(before);
    expect(await strayRows()).toEqual([]);
  });
});

describe("a malformed body", () => {
  // What a key sends is a form, with tests of its own.
  const withBody = named.filter(([, endpoint]) => endpoint.body && !isByKey(endpoint.access));

  test.each(withBody)("%s answers 400 with fields", async (_, endpoint) => {
    const caller = callers.find((each) => can(each, endpoint.access));
    const answer = await app.call(endpoint, caller?.token ?? null, {
      params: idsOf(endpoint, await aPatient(app, own)),
      body: junk,
    });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields ?? {})).not.toEqual([]);
  });

  test.each(withBody)("%s answers 400 to broken JSON", async (_, endpoint) => {
    const caller = callers.find((each) => can(each, endpoint.access));
    const answer = await app.call(endpoint, caller?.token ?? null, {
      params: idsOf(endpoint, nobodysId),
      body: "{",
      headers: { "content-type": "application/json" },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: "invalid", fields: expect.any(Object) });
  });
});

describe("a malformed upload", () => {
  const withUpload = named.filter(([, endpoint]) => endpoint.upload);

  test.each(withUpload)(
    "%s answers 400 with the field that is missing, and 415 to anything else",
    async (_, endpoint) => {
      const caller = callers.find((each) => can(each, endpoint.access));
      const params = idsOf(endpoint, await aPatient(app, own));
      const send = (sent: { body: unknown; headers?: Record<string, string> }) =>
        app.call(endpoint, caller?.token ?? null, { params, ...sent });
      for (const form of [asMultipart([]), asMultipart([["a.pdf", aPdf()]], "elsewhere")]) {
        const answer = await send(form);
        expect(answer.statusCode).toBe(400);
        expect(Object.keys(answer.json().fields)).toEqual([endpoint.upload?.field]);
      }
      expect((await send({ body: junk })).statusCode).toBe(415);
    },
  );
});

const clinicTables = [
  "files",
  "consultation_addenda",
  "consultation_diagnoses",
  "consultation_records",
  "patients",
  "consultations",
  "prescriptions",
  "admissions",
  "referrals",
  "tasks",
  "visitors",
  "visits",
  "places",
  "displays",
  "services",
  "bills",
  "payments",
  "day_closings",
  "drawer_lines",
  "appointments",
  "days_off",
  "recalls",
  "reminder_consents",
  "reminders",
  "results",
  "result_ranges",
  "clinic_papers",
  "requested_items",
  "paper_templates",
  "laboratories",
  "immunizations",
  "pregnancies",
  "patient_families",
  "calendar_feeds",
  "alerts",
  "allergies",
  "medicine_stops",
  "medicines",
  "problems",
  "imports",
  "exports",
];

const storedOf = (clinic: TestClinic) =>
  Promise.all(
    clinicTables.map((table) =>
      app.sql(`select to_jsonb(t) as row from ${table} t where clinic_id = $1 order by id`, [clinic.id]),
    ),
  );

/** Rows of the calling clinic that refer to the other's patient. */
const strayRows = async () =>
  (
    await Promise.all(
      [
        "files",
        "consultation_addenda",
        "consultation_diagnoses",
        "consultation_records",
        "consultations",
        "prescriptions",
        "admissions",
        "referrals",
        "visits",
        "bills",
        "payments",
        "appointments",
        "recalls",
        "reminder_consents",
        "reminders",
        "results",
        "clinic_papers",
        "requested_items",
        "alerts",
        "allergies",
        "medicine_stops",
        "medicines",
        "problems",
        "immunizations",
        "pregnancies",
        "patient_families",
      ].map((table) =>
        app.sql(`select id from ${table} where clinic_id = $1 and patient_id = $2`, [own.id, foreignPatient]),
      ),
    )
  ).flat();
