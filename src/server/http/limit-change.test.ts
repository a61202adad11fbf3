import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test as it } from "vitest";
import { logout } from "#features/accounts/contract.ts";
import { storageUse } from "#features/clinics/contract.ts";
import { addImport, mapImport } from "#features/imports/contract.ts";
import { editPatient, onePatient } from "#features/patients/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { asMultipart } from "#test/data/example-files.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
beforeAll(async () => {
  // Two processes answer alternately: the limit applies to both together.
  test = await startTestApp({ CHANGED_MEGABYTES_PER_MINUTE: "1" }, undefined, 2);
});
afterAll(() => test.close());

const write = async (clinic: TestClinic, remarks: string, token = clinic.owner.token) =>
  test.call(editPatient, token, { params: { id: await aPatient(test, clinic) }, body: { remarks } });

it("limits the bytes of a clinic's changes per minute, and nothing else", async () => {
  const clinic = await aClinic(test);
  const colleague = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
  for (let n = 0; n < 5; n += 1) expect((await write(clinic, "x".repeat(190_000))).statusCode).toBe(200);
  const refused = await write(clinic, "x".repeat(190_000), colleague.token);
  expect([refused.statusCode, refused.json().code]).toEqual([429, "too_many"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await write(await aClinic(test), "x".repeat(190_000))).statusCode).toBe(200);
  const params = { id: await aPatient(test, clinic) };
  expect((await test.call(onePatient, colleague.token, { params })).statusCode).toBe(200);
  expect((await test.call(logout, colleague.token)).statusCode).toBeLessThan(300);
});

it("measures a compressed change by its decompressed size", async () => {
  const clinic = await aClinic(test);
  const id = await aPatient(test, clinic);
  const send = () =>
    test.app.inject({
      method: "PATCH",
      url: `/api/patients/${id}`,
      headers: {
        authorization: `Bearer ${clinic.owner.token}`,
        "content-type": "application/json",
        "content-encoding": "gzip",
      },
      payload: gzipSync(JSON.stringify({ remarks: "x".repeat(190_000) })),
    });
  const answers: number[] = [];
  for (let n = 0; n < 6; n += 1) answers.push((await send()).statusCode);
  expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
});

it("counts an imported list like other changes", async () => {
  const clinic = await aClinic(test);
  const list = `Name,Remarks\n${`Reyes Ana,${"x".repeat(1000)}\n`.repeat(300)}`;
  const answers: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    const sent = asMultipart([["list.csv", Buffer.from(list)]], "file");
    answers.push((await test.call(addImport, clinic.owner.token, sent)).statusCode);
  }
  expect(answers).toEqual([200, 200, 200, 429]);
});

it("counts each work on an imported list, whose size counts in the clinic's storage", async () => {
  const clinic = await aClinic(test);
  const { token } = clinic.owner;
  const list = `Name,Remarks\n${`Reyes Ana,${"x".repeat(1000)}\n`.repeat(300)}`;
  const sent = asMultipart([["list.csv", Buffer.from(list)]], "file");
  const { id, mapping } = (await test.call(addImport, token, sent)).json();
  const { used } = (await test.call(storageUse, token, {})).json();
  expect(used).toBeGreaterThan(list.length);
  const answers: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    const mapped = await test.call(mapImport, token, {
      params: { id },
      body: { ...mapping, missingSex: "unknown" },
    });
    answers.push(mapped.statusCode);
  }
  expect(answers).toEqual([200, 200, 429]);
});
