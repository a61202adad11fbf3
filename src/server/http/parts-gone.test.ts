import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { logout } from "#features/accounts/contract.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { addPatient, listPatients } from "#features/patients/contract.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aPdf, asMultipart } from "#test/data/example-files.ts";
import { aClinic, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import type { Room } from "../storage/disk-room.ts";
import { watchDisk } from "../storage/watch-disk.ts";
import { watchStorage } from "../storage/watch-storage.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  // One process, since its own disk fails.
  test = await startOwnApp({}, undefined, 1);
  clinic = await aClinic(test);
});
afterAll(() => test.close());

const upload = () => test.call(uploadFiles, clinic.owner.token, asMultipart([["CBC.pdf", aPdf("x")]]));
const warnings = async () => test.app.kit.warnings.list().map(({ code }) => code);

function withRoom(room: Room): void {
  const { kit } = test.app;
  const { roomOf } = kit;
  kit.roomOf = async () => room;
  onTestFinished(() => {
    kit.roomOf = roomOf;
  });
}

it("warns of a disk that is nearly full, and still accepts files", async () => {
  withRoom({ free: 0.9e9, all: 100e9 });
  await watchDisk(test.app);
  expect(await warnings()).toEqual(["disk_nearly_full"]);
  expect((await upload()).statusCode).toBe(200);
});

it("reserves the last space for records: files are refused, patients can still be registered", async () => {
  withRoom({ free: 0.2e9, all: 100e9 });
  const refused = await upload();
  expect(refused.statusCode).toBe(507);
  expect(refused.json()).toEqual({
    code: "storage_full",
    message: "File storage is full. Please contact your administrator.",
  });
  const body = { admissionNo: "A-1", hospital: "Makati Medical Center", patientName: "Reyes, Ana", sex: "F" };
  expect((await test.call(addPatient, clinic.owner.token, { body })).statusCode).toBe(200);
  withRoom({ free: 40e9, all: 100e9 });
  await watchDisk(test.app);
  expect(await warnings()).toEqual([]);
  expect((await upload()).statusCode).toBe(200);
});

it("refuses changes before the embedded database has no space, and still reads", async () => {
  const patient = {
    admissionNo: "A-2",
    hospital: "Makati Medical Center",
    patientName: "Cruz, Ben",
    sex: "M",
  };
  const add = (admissionNo: string) =>
    test.call(addPatient, clinic.owner.token, { body: { ...patient, admissionNo } });
  withRoom({ free: 0.1e9, all: 100e9 });
  const refused = await add("A-2");
  expect([refused.statusCode, refused.json().code]).toEqual([507, "storage_full"]);
  expect((await test.call(listPatients, clinic.owner.token)).statusCode).toBe(200);
  const { token } = await aStaffMember(test, clinic, []);
  expect((await test.call(logout, token)).statusCode).toBeLessThan(300);
  withRoom({ free: 0.2e9, all: 100e9 });
  expect((await add("A-3")).statusCode).toBe(200);
});

it("reports at /api/health that the file store is lost, while lists still work, and that it is back", async () => {
  const files = join(test.dataDir, "files");
  await rename(files, `${files}-away`);
  await writeFile(files, "not a folder");
  await watchStorage(test.app);
  expect(await warnings()).toEqual(["files_unavailable"]);
  const gone = await upload();
  expect([gone.statusCode, gone.headers["retry-after"]]).toEqual([503, "30"]);
  expect((await test.call(listPatients, clinic.owner.token)).statusCode).toBe(200);
  await rm(files);
  await rename(`${files}-away`, files);
  await watchStorage(test.app);
  expect(await warnings()).toEqual([]);
});
