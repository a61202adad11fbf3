import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addPaper,
  type ClinicPaper,
  releasePaper,
  verifyPaper,
  withdrawPaper,
} from "#features/papers/contract.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { CHECKS_PER_MINUTE } from "./verify.ts";

let test: TestApp;
let clinic: TestClinic;
let patient: number;
beforeAll(async () => {
  test = await startOwnApp();
  test.setNow(new Date("2026-11-20T15:50:00Z"));
  clinic = await aClinic(test, { name: "Peñaflor Heart & Lung Clinic" });
  patient = await aPatient(test, clinic, { patient_name: "Dela Cruz, Juan Miguel", sex: "M" });
});
afterAll(() => test.close());

const add = async (token = clinic.owner.token): Promise<ClinicPaper> =>
  (
    await test.call(addPaper, token, {
      params: { id: patient },
      body: { template: "fit_to_work", fields: { diagnosis: "Measles" } },
    })
  ).json();
const check = (code: string) => test.call(verifyPaper, null, { params: { code } });
const open = (url: string) => test.app.inject({ method: "GET", url });

it("shows only the clinic, the doctor, the day, initials and whether it is valid", async () => {
  const { id, code } = await add();
  expect((await check(code)).json()).toEqual({
    clinicName: "Peñaflor Heart & Lung Clinic",
    doctorName: expect.any(String),
    day: "2026-11-20",
    initials: "J. C.",
    state: "valid",
    withdrawnOn: null,
  });
  const page = await open(`/verify/${code}`);
  expect([page.statusCode, page.headers["cache-control"]]).toEqual([200, "no-store"]);
  expect(page.body).toContain("This paper was issued by the clinic");
  expect(page.body).toContain("Peñaflor Heart &amp; Lung Clinic");
  expect(page.body).not.toMatch(/Juan|Cruz|Measles|Fitness|<script/);
  test.setNow(new Date("2026-11-20T16:10:00Z"));
  const params = { id: patient, paperId: id };
  await test.call(withdrawPaper, clinic.owner.token, { params, body: { reason: "Secret reason" } });
  expect((await check(code)).json()).toMatchObject({ state: "withdrawn", withdrawnOn: "2026-11-21" });
  const after = await open(`/verify/${code}`);
  expect(after.body).toContain("The clinic withdrew it on November 21, 2026.");
  expect(after.body).not.toContain("Secret");
});

it("accepts a code as people enter it, and reports unknown ones", async () => {
  test.setNow(new Date("2026-11-20T16:20:00Z"));
  const { code } = await add();
  const entered = code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l");
  expect((await check(entered)).statusCode).toBe(200);
  const swapped = `${code.slice(0, -1)}${code.endsWith("A") ? "B" : "A"}`;
  for (const unknown of [swapped, "x", "1A-0000-0000-0000-0000", "'; drop table clinic_papers --"]) {
    expect((await check(unknown)).statusCode).toBe(404);
    const page = await open(`/verify/${encodeURIComponent(unknown)}`);
    expect([page.statusCode, page.body.includes("No paper has this code")]).toEqual([404, true]);
  }
  expect((await open(`/verify?code=${encodeURIComponent(entered)}`)).statusCode).toBe(200);
  expect((await open("/verify")).body).toContain("Enter the code");
});

it("does not know a paper that was never released, and stores no code", async () => {
  const { token } = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
  const made = await add(token);
  expect((await check(made.code)).statusCode).toBe(404);
  const [row] = await test.sql<{ all: string }>(
    "select to_jsonb(p)::text as all from clinic_papers p where id = $1",
    [made.id],
  );
  expect(row?.all).not.toContain(made.code.split("-").slice(1).join("-"));
  expect(row?.all).not.toContain(made.code.split("-")[1]);
  await test.call(releasePaper, clinic.owner.token, { params: { id: patient, paperId: made.id } });
  expect((await check(made.code)).statusCode).toBe(200);
});

it("its database role cannot read a paper's content", async () => {
  const [rights] = await test.sql<{ sheet: boolean; seed: boolean; patient: boolean; day: boolean }>(
    `select has_column_privilege('klinika_auth', 'clinic_papers', 'sheet', 'select') as sheet,
            has_column_privilege('klinika_auth', 'clinic_papers', 'code_seed', 'select') as seed,
            has_column_privilege('klinika_auth', 'clinic_papers', 'patient_id', 'select') as patient,
            has_column_privilege('klinika_auth', 'clinic_papers', 'day', 'select') as day`,
  );
  expect(rights).toEqual({ sheet: false, seed: false, patient: false, day: true });
});

it("is limited per network", async () => {
  const answers = [];
  for (let count = 0; count <= CHECKS_PER_MINUTE; count += 1) answers.push(await check("x"));
  expect(answers.at(-1)?.statusCode).toBe(429);
  expect((await open("/verify/x")).body).toContain("Too many papers were checked from here");
});
