import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { uploadClinicLogo } from "#features/clinics/contract.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { setPatientPhoto } from "#features/patients/contract.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aPdf, asMultipart, onePixel } from "#test/data/example-files.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";
import { type Behaviour, startFakeClamd } from "#test/servers/fake-clamd.ts";
import { Scanner, ScannerUnavailable, watchScanner } from "./virus-scan.ts";

let clamd: Awaited<ReturnType<typeof startFakeClamd>>;
let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  clamd = await startFakeClamd();
  test = await startOwnApp({ CLAMAV_URL: clamd.address }, undefined, 1);
  clinic = await aClinic(test);
});
afterAll(async () => {
  await test.close();
  await clamd.stop();
});
beforeEach(() => {
  clamd.state.behaviour = "verdict";
  clamd.state.scanned = [];
});

const infected = aPdf("MALWARE");
const upload = (...files: [string, Buffer][]) =>
  test.call(uploadFiles, clinic.owner.token, asMultipart(files));
const stored = async () => {
  const entries = await readdir(test.dataDir, { recursive: true, withFileTypes: true }).catch(() => []);
  return [(await test.sql("select from files")).length, entries.filter((entry) => entry.isFile()).length];
};
const warnings = async () => test.app.kit.warnings.list().map(({ code }) => code);
const reason = "The file is infected (Test.Malware) and was not saved. Check the computer it comes from.";

it("refuses an infected file by name, stores the others, and sends clamd every byte", async () => {
  const before = await stored();
  const large = aPdf("x".repeat(300_000));
  const some = await upload(["CBC.pdf", large], ["bad.pdf", infected]);
  expect(some.statusCode).toBe(200);
  expect(some.json()).toMatchObject({ files: [expect.any(String)], refused: [{ name: "bad.pdf", reason }] });
  expect(clamd.state.scanned[0]?.equals(large)).toBe(true);
  const none = await upload(["bad.pdf", infected]);
  expect([none.statusCode, none.json()]).toEqual([
    415,
    { code: "wrong_type", message: `bad.pdf: ${reason}`, refused: [{ name: "bad.pdf", reason }] },
  ]);
  expect(await stored()).toEqual([Number(before[0]) + 1, Number(before[1]) + 1]);
});

it("scans logos and photos as well", async () => {
  const picture = Buffer.concat([onePixel, Buffer.from("MALWARE")]);
  const id = await aPatient(test, clinic);
  const token = clinic.owner.token;
  const logo = await test.call(uploadClinicLogo, token, asMultipart([["logo.png", picture]], "logo"));
  expect([logo.statusCode, logo.json().fields]).toEqual([415, { logo: reason }]);
  const form = { params: { id }, ...asMultipart([["face.png", picture]], "photo") };
  const photo = await test.call(setPatientPhoto, token, form);
  expect([photo.statusCode, photo.json().fields]).toEqual([415, { photo: reason }]);
});

it.each<Behaviour>(["error", "close"])(
  "stores nothing and says when to retry while clamd answers with: %s",
  async (behaviour) => {
    const before = await stored();
    clamd.state.behaviour = behaviour;
    const answer = await upload(["CBC.pdf", aPdf()]);
    expect([answer.statusCode, answer.headers["retry-after"], answer.json()]).toEqual([
      503,
      "30",
      {
        code: "scanner_unavailable",
        message:
          "Files cannot be checked for viruses right now, so nothing was saved. Please try again in a moment.",
      },
    ]);
    expect(await stored()).toEqual(before);
    expect(await warnings()).toEqual(["scanner_unavailable"]);
    clamd.state.behaviour = "verdict";
    expect((await upload(["CBC.pdf", aPdf()])).statusCode).toBe(200);
    expect(await warnings()).toEqual([]);
  },
);

it.each<Behaviour>(["too large", "hang up"])(
  "reports that a file is too large for clamd: %s",
  async (behaviour) => {
    clamd.state.behaviour = behaviour;
    const answer = await upload(["CBC.pdf", aPdf("x".repeat(4_000_000))]);
    expect([answer.statusCode, answer.json().refused]).toEqual([
      413,
      [
        {
          name: "CBC.pdf",
          reason: "The virus scanner can't check a file of this size. Please contact your administrator.",
        },
      ],
    ]);
  },
);

it("stops waiting when aborted", async () => {
  clamd.state.behaviour = "hang";
  const scan = new Scanner(clamd.address).scan(Readable.from([aPdf()]), AbortSignal.timeout(100));
  await expect(scan).rejects.toThrow(ScannerUnavailable);
});

it("reads no more of an answer than a verdict has", async () => {
  clamd.state.behaviour = "endless";
  const scan = new Scanner(clamd.address).scan(Readable.from([aPdf()]), AbortSignal.timeout(1000));
  await expect(scan).rejects.toThrow("the answer is too long");
});

it("warns at /api/health only while clamd is unreachable", async () => {
  const { kit } = test.app;
  const { scanner } = kit;
  kit.scanner = new Scanner(`unix:${join(test.dataDir, "nobody.sock")}`);
  await watchScanner(test.app);
  expect(await warnings()).toEqual(["scanner_unavailable"]);
  expect((await upload(["CBC.pdf", aPdf()])).statusCode).toBe(503);
  kit.scanner = scanner;
  await watchScanner(test.app);
  expect(await warnings()).toEqual([]);
});
