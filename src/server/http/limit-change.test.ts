import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { logout } from "#features/accounts/contract.ts";
import { storageUse } from "#features/clinics/contract.ts";
import { addImport, mapImport } from "#features/imports/contract.ts";
import { mergePatients, undoMerge } from "#features/merges/contract.ts";
import { editPatient, onePatient } from "#features/patients/contract.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { asMultipart } from "#test/data/example-files.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { endpoints, nameOf } from "#test/endpoints.ts";

let test: TestApp;
beforeAll(async () => {
  // Two processes answer alternately: the limit applies to both together.
  test = await startOwnApp({ CHANGED_MEGABYTES_PER_MINUTE: "1" }, undefined, 2);
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

describe("what writes more than its body", () => {
  /** They copy, move or judge again what is stored, and charge for it. */
  const charged = [
    "POST /api/imports",
    "POST /api/imports/:id/run",
    "POST /api/imports/:id/take-back",
    "POST /api/merges/:id/undo",
    "POST /api/referrals/:id/claim",
  ];
  /** One row or a few, or what they remove, however much is stored; a file counts by its size. */
  const rows = [
    "DELETE /api/clinic/sessions/:id",
    "DELETE /api/auth/staff-mode-pin",
    "DELETE /api/api-keys/:id",
    "DELETE /api/days-off/:id",
    "DELETE /api/calendar-feeds/:id",
    "DELETE /api/practitioners/:id/hours/:hoursId",
    "DELETE /api/doctors/:id",
    "POST /api/statements/export",
    "POST /api/visits/:id/transfer/undo",
    "POST /api/bills/export",
    "POST /api/payments/export",
    "POST /api/patients/:id/no-known-allergies",
    "POST /api/clinic/upload-logo",
    "DELETE /api/clinic/logo",
    "POST /api/clinic/upgrade-request",
    "POST /api/clinic/setup-steps/dismiss",
    "DELETE /api/clinic/custom-fields/:id",
    "PATCH /api/patients/:id/complete-consultation",
    "PATCH /api/patients/:id/reopen-consultation",
    "DELETE /api/exports/:id",
    "POST /api/exports/:id/link",
    "DELETE /fhir/R4/$export/:id",
    "POST /api/patients/upload-files",
    "DELETE /api/patients/:id/household",
    "POST /api/imports/:id/faults.csv",
    "DELETE /api/imports/:id",
    "PATCH /api/notifications/:id/read",
    "DELETE /api/notifications/:id",
    "POST /api/patients/:id/papers/:paperId/release",
    "DELETE /api/clinic/paper-templates/:id",
    "POST /api/patients/:id/photo",
    "DELETE /api/patients/:id/photo",
    "PATCH /api/patients/:id/archive",
    "PATCH /api/patients/:id/unarchive",
    "DELETE /api/patients/:id",
    "POST /api/patients/export",
    "POST /api/patients/print",
    "POST /api/patients/:id/prescriptions/:rxId/release",
    "POST /api/patients/:id/referrals/:referralId/release",
    "PUT /api/practitioners/me/signature",
    "DELETE /api/practitioners/me/signature",
    "DELETE /api/prescription-favourites/:id",
    "DELETE /api/quick-texts/:id",
    "POST /api/quick-texts/examples",
    "POST /api/referrals/:id/cancel",
    "POST /api/reports/admissions/export",
    "POST /api/reports/admissions/print",
    "POST /api/reports/analytics/export",
    "POST /api/reports/diagnoses/export",
    "DELETE /api/secretaries/:id",
    "POST /api/secretaries/:id/temporary-password",
    "POST /api/secretaries/:id/second-factor/reset",
    "DELETE /api/tasks/:id",
    "DELETE /api/displays/:id",
    "DELETE /api/webhooks/:id",
    "POST /api/webhooks/:id/test",
  ];

  it("is known for every call without a body", () => {
    const ofClinics = endpoints.filter(
      ({ method, body, access }) =>
        method !== "GET" && !body && access !== "public" && access !== "signed-in" && access !== "admin",
    );
    expect(ofClinics.map(nameOf).sort()).toEqual([...charged, ...rows].sort());
  });

  it("is known for every job", () => {
    const files = globSync("src/features/**/*.ts").filter((file) => !file.includes(".test."));
    const withJobs = files.filter((file) => /: Job\[\] = \[/.test(readFileSync(file, "utf8")));
    // Exports are limited in number and removed. Imports were charged when they began. Webhooks tell of changes.
    expect(withJobs.map((file) => basename(file)).sort()).toEqual([
      "send-webhooks.ts",
      "work-exports.ts",
      "work-exports.ts",
      "work-imports.ts",
    ]);
  });

  it("counts a record that is merged, and again when that is undone", async () => {
    const clinic = await aClinic(test);
    const [stays, goes] = [await aPatient(test, clinic), await aPatient(test, clinic)];
    await write(clinic, "x", clinic.owner.token);
    await test.sql(
      `insert into record_history (clinic_id, patient_id, event, changes)
       select $1, $2, 'patient.update', jsonb_build_object('remarks', jsonb_build_array(md5(n::text), md5((-n)::text)))
       from generate_series(1, 5000) n`,
      [clinic.id, goes],
    );
    const merged = await test.call(mergePatients, clinic.owner.token, {
      params: { id: stays },
      body: { otherId: goes },
    });
    expect(merged.statusCode, merged.body).toBe(200);
    const undo = await test.call(undoMerge, clinic.owner.token, { params: { id: merged.json().id } });
    expect([undo.statusCode, undo.json().code]).toEqual([429, "too_many"]);
    const [written] = await test.sql("select sum(bytes) as bytes from written_bytes where clinic_id = $1", [
      clinic.id,
    ]);
    expect(Number(written?.bytes)).toBeGreaterThan(5000 * 100);
  });
});
