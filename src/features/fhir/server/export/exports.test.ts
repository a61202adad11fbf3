import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { addProblem } from "#features/clinical-lists/contract.ts";
import { markConfidential } from "#features/confidential/contract.ts";
import { deletePatient, editPatient } from "#features/patients/contract.ts";
import { workQueue } from "#server/jobs/job-queue.ts";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aKey } from "#test/data/api-keys.ts";
import { aPatient, type TestClinic } from "#test/data/factories.ts";
import { faultsOf } from "#test/data/fhir-validator.ts";
import { fullClinic } from "#test/data/full-clinic.ts";
import { fhirExportQueue } from "./work-exports.ts";

let app: TestApp;
let clinic: TestClinic;
let key: string;

beforeAll(async () => {
  app = await startOwnApp();
  clinic = await fullClinic(app);
  key = await aKey(app, clinic);
});
afterAll(() => app.close());
afterEach(async () => {
  await app.sql("delete from fhir_exports");
  app.setNow(testNow);
});

const call = (method: "GET" | "DELETE", url: string, as = key) =>
  app.app.inject({
    method,
    url: url.replace(/^http:\/\/[^/]+/, ""),
    headers: { authorization: `Bearer ${as}` },
  });
const begin = async (query = "", as = key) => {
  const answer = await call("GET", `/fhir/R4/$export${query}`, as);
  expect(answer.statusCode, answer.body).toBe(202);
  return String(answer.headers["content-location"]);
};

test("an export is polled, then downloaded as a file per type", async () => {
  const address = await begin();
  const waiting = await call("GET", address);
  expect([waiting.statusCode, waiting.headers["x-progress"]]).toEqual([202, "0 of 13 types written"]);
  await workQueue(app.app, fhirExportQueue);
  const done = await call("GET", address);
  expect(done.statusCode).toBe(200);
  const { output, ...manifest } = done.json();
  expect(manifest).toMatchObject({
    requiresAccessToken: true,
    error: [],
    transactionTime: testNow.toISOString().replace(".000", ""),
  });
  expect(output).toHaveLength(13);
  for (const { type, url, count } of output) {
    const file = await call("GET", url);
    expect(file.headers["content-type"]).toBe("application/fhir+ndjson");
    const lines = file.body
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.length).toBe(count);
    for (const resource of lines) {
      expect(resource.resourceType).toBe(type);
      expect(faultsOf(resource)).toEqual([]);
    }
  }
  expect(await readdir(join(app.dataDir, "incoming"))).toEqual([]);
});

test("an export since a time has what changed and what is gone", async () => {
  const { token } = clinic.owner;
  const changed = await aPatient(app, clinic);
  const unchanged = await aPatient(app, clinic);
  const deleted = await aPatient(app, clinic);
  const patient = { params: { id: changed } };
  const problem = (await app.call(addProblem, token, { ...patient, body: { words: "Anxiety" } })).json().id;
  app.setNow(new Date(testNow.getTime() + 600_000));
  const since = new Date(testNow.getTime() + 300_000).toISOString();
  await app.call(editPatient, token, { ...patient, body: { address: "Quezon City" } });
  await app.call(deletePatient, token, { params: { id: deleted } });
  await app.call(markConfidential, token, {
    ...patient,
    body: { entries: [{ entry: "problem", entryId: problem }], isConfidential: true },
  });
  const address = await begin(`?_since=${since}&_type=Patient,Condition`);
  await workQueue(app.app, fhirExportQueue);
  const { output, deleted: gone } = (await call("GET", address)).json();
  expect(output).toMatchObject([{ type: "Patient" }]);
  const ids = (await call("GET", output[0].url)).body
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).id);
  expect(ids).toContain(String(changed));
  expect(ids).not.toContain(String(unchanged));
  expect(gone).toMatchObject([{ type: "Bundle" }]);
  const bundles = (await call("GET", gone[0].url)).body
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const bundle of bundles) expect(faultsOf(bundle)).toEqual([]);
  expect(bundles.map(({ entry }) => entry[0].request.url)).toEqual(
    expect.arrayContaining([`Patient/${deleted}`, `Condition/problem-${problem}`]),
  );
  expect((await call("GET", "/fhir/R4/$export?_since=yesterday")).statusCode).toBe(400);
});

test("has the requested types, and none that the key may not read", async () => {
  const narrow = await aKey(app, clinic, ["Patient", "Condition"]);
  const address = await begin("?_type=Condition", narrow);
  await workQueue(app.app, fhirExportQueue);
  expect((await call("GET", address, narrow)).json().output).toMatchObject([{ type: "Condition" }]);
  expect((await call("GET", "/fhir/R4/$export?_type=Encounter", narrow)).statusCode).toBe(403);
  // An export with more than a key may read does not exist for it.
  const whole = await begin();
  expect((await call("GET", whole, narrow)).statusCode).toBe(404);
});

test("an export interrupted by a crash continues after the finished types", async () => {
  const address = await begin("?_type=Patient,Condition");
  // Another process claimed it and died.
  await app.sql(
    "update fhir_exports set attempts = 1, leased_until = $1::timestamptz + interval '1 minute'",
    [testNow],
  );
  await workQueue(app.app, fhirExportQueue);
  expect((await call("GET", address)).statusCode).toBe(202);
  app.setNow(new Date(testNow.getTime() + 61_000));
  await workQueue(app.app, fhirExportQueue);
  expect((await call("GET", address)).statusCode).toBe(200);
});

test("a cancelled one is gone, and a sweep deletes its files", async () => {
  const address = await begin("?_type=Patient");
  await workQueue(app.app, fhirExportQueue);
  const { output } = (await call("GET", address)).json();
  expect((await call("DELETE", address)).statusCode).toBe(202);
  for (const url of [address, output[0].url]) expect((await call("GET", url)).statusCode).toBe(404);
  const [row] = await app.sql<{ stored: string }>(
    "select files -> 0 ->> 'storedAs' as stored from fhir_exports",
  );
  app.setNow(new Date(testNow.getTime() + 2 * 3_600_000));
  await app.app.kit.databases.functions.value("sweepFhirExports", { at: app.app.kit.now() });
  expect(await app.sql("select id from fhir_exports")).toEqual([]);
  expect(
    await app.sql("select stored_as from files_to_remove where stored_as = $1", [row?.stored]),
  ).toHaveLength(1);
});

test("its files are deleted after a day", async () => {
  const address = await begin("?_type=Patient");
  await workQueue(app.app, fhirExportQueue);
  const at = (hours: number) => new Date(testNow.getTime() + hours * 3_600_000);
  await app.app.kit.databases.functions.value("sweepFhirExports", { at: at(23) });
  expect((await call("GET", address)).statusCode).toBe(200);
  await app.app.kit.databases.functions.value("sweepFhirExports", { at: at(25) });
  expect((await call("GET", address)).statusCode).toBe(404);
});

test("refuses the sixth pending one", async () => {
  for (let nth = 0; nth < 5; nth += 1) await begin("?_type=Patient");
  const refused = await call("GET", "/fhir/R4/$export");
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "60"]);
});

test("each export and each downloaded file is in the record history", async () => {
  await aPatient(app, clinic);
  const address = await begin("?_type=Patient");
  await workQueue(app.app, fhirExportQueue);
  const { output } = (await call("GET", address)).json();
  await call("GET", output[0].url);
  const rows = await app.sql<{ changes: object }>(
    "select changes from record_history where clinic_id = $1 and event = 'fhir.export' order by id desc limit 2",
    [clinic.id],
  );
  expect(JSON.stringify(rows)).toContain('"lines"');
  expect(JSON.stringify(rows)).toContain("Reads 13 types");
});
