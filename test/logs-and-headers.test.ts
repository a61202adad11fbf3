import { Writable } from "node:stream";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { login } from "#features/accounts/contract.ts";
import { addPatient, listPatients, onePatient } from "#features/patients/contract.ts";
import { loggerOptions } from "#server/monitoring/logger.ts";
import { startOwnApp, type TestApp } from "./app.ts";
import { aClinic, aPassword, aPatient, type TestClinic } from "./data/factories.ts";

let app: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  app = await startOwnApp();
  clinic = await aClinic(app);
});
afterAll(() => app.close());

describe("log lines", () => {
  test("contain no name, address, search term, password, token or body", async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const logged = await startOwnApp(
      {},
      pino(typeof loggerOptions === "object" ? loggerOptions : {}, stream),
    );
    const owned = await aClinic(logged);
    const canaries = [
      "Canarypatient",
      "canary-complaint",
      "canary@mail.test",
      "canary-search",
      aPassword,
      owned.owner.token,
    ];
    await logged.call(addPatient, owned.owner.token, {
      body: {
        admissionNo: "C-1",
        hospital: "Chong Hua Hospital - Fuente",
        patientName: "Canarypatient, Ana",
        sex: "F",
        chiefComplaint: "canary-complaint",
        email: "canary@mail.test",
      },
    });
    await logged.call(addPatient, owned.owner.token, {
      body: {
        admissionNo: "C-1",
        hospital: "Chong Hua Hospital - Fuente",
        patientName: "Canarypatient, Ana",
        sex: "F",
      },
    });
    await logged.call(listPatients, owned.owner.token, { query: { search: "canary-search" } });
    await logged.call(login, null, { body: { email: "canary@mail.test", password: aPassword } });
    await logged.app.inject({
      method: "POST",
      url: "/api/patients",
      payload: "{canary-complaint",
      headers: { authorization: `Bearer ${owned.owner.token}`, "content-type": "application/json" },
    });
    await logged.close();
    const text = lines.join("");
    expect(text).toContain('"route":"/api/patients"');
    for (const canary of canaries) expect(text).not.toContain(canary);
  });
});

describe("responses", () => {
  test("have a request id, which a failure repeats as its reference", async () => {
    const answer = await app.call(listPatients, clinic.owner.token);
    expect(answer.headers["x-request-id"]).toMatch(/^[\w-]{12}$/);
  });

  test("with patient data are private and always revalidated", async () => {
    const id = await aPatient(app, clinic);
    const answer = await app.call(onePatient, clinic.owner.token, { params: { id } });
    expect(answer.headers["cache-control"]).toBe("private, no-store");
  });

  test("that are unchanged have no body", async () => {
    const first = await app.call(listPatients, clinic.owner.token, { query: { limit: "5" } });
    const again = await app.call(listPatients, clinic.owner.token, {
      query: { limit: "5" },
      headers: { "if-none-match": String(first.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload.length).toBe(0);
  });

  test.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const)("are packed with %s when that is asked for", async (encoding, unpack) => {
    for (let made = 0; made < 5; made += 1) await aPatient(app, clinic);
    const plain = await app.call(listPatients, clinic.owner.token, {
      headers: { "accept-encoding": "identity" },
    });
    const packed = await app.call(listPatients, clinic.owner.token, {
      headers: { "accept-encoding": encoding },
    });
    expect(packed.headers["content-encoding"]).toBe(encoding);
    expect(unpack(packed.rawPayload).toString()).toBe(plain.body);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  });

  test("contain only what the contract declares", async () => {
    const id = await aPatient(app, clinic);
    const patient = (await app.call(onePatient, clinic.owner.token, { params: { id } })).json();
    expect(Object.keys(patient)).not.toEqual(expect.arrayContaining(["searchText"]));
    expect(patient).not.toHaveProperty("registeredById");
  });
});

describe("pages", () => {
  test("run only this site's own scripts and cannot be framed", async () => {
    const answer = await app.app.inject({ url: "/api/docs" });
    const policy = String(answer.headers["content-security-policy"]);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("worker-src 'self'");
    expect(policy).toContain("manifest-src 'self'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    // Over plain http an upgrade would make pages unreachable in a clinic's own network.
    expect(policy).not.toContain("upgrade-insecure-requests");
  });

  test.each(["/api/docs", "/api/patients", "/api/nothing-here"])("of %s may use no camera", async (url) => {
    const { headers } = await app.app.inject({ url });
    expect(headers["permissions-policy"]).toMatch(/^camera=\(\), microphone=\(\), geolocation=\(\)/);
  });

  test("describe every endpoint of the API", async () => {
    const document = (await app.app.inject({ url: "/api/docs/openapi.json" })).json();
    const described = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(described).toHaveLength(app.app.kit.served.length);
    expect(
      document.paths["/api/patients"].post.requestBody.content["application/json"].schema.required,
    ).toContain("admissionNo");
    const upload = document.paths["/api/patients/upload-files"].post.requestBody;
    expect(upload.content["multipart/form-data"].schema.properties.files.maxItems).toBe(5);
  });

  test("of the API that do not exist answer 404 as JSON", async () => {
    const answer = await app.app.inject({ url: "/api/nothing-here" });
    expect([answer.statusCode, answer.json().code]).toEqual([404, "not_found"]);
  });
});
