import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { currentUser } from "#features/accounts/contract.ts";
import { prescriptionPdf, savePrescription } from "#features/prescriptions/contract.ts";
import { permissions } from "#shared/permissions.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { asMultipart } from "#test/data/example-files.ts";
import { aClinic, anAdmin, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { clinicLogo, clinicSettings, removeClinicLogo, uploadClinicLogo } from "../contract.ts";

let test: TestApp;
let clinic: TestClinic;
let neighbour: TestClinic;
let picture: Buffer;
beforeAll(async () => {
  test = await startTestApp();
  picture = await sharp({ create: { width: 900, height: 600, channels: 4, background: "#1f6f5c80" } })
    .withExif({ IFD0: { Make: "Telepono" } })
    .png()
    .toBuffer();
});
beforeEach(async () => {
  clinic = await aClinic(test);
  neighbour = await aClinic(test);
});
afterAll(() => test.close());

const send = (bytes: Buffer = picture, as: string | null = clinic.owner.token) =>
  test.call(uploadClinicLogo, as, asMultipart([["logo.png", bytes]], "logo"));
const show = (as: string | null, v?: string) => test.call(clinicLogo, as, v ? { query: { v } } : {});
const remove = (as: string | null = clinic.owner.token) => test.call(removeClinicLogo, as, {});
const nameIn = (address: string) => new URL(address, "http://clinic.test").searchParams.get("v") ?? "";

it("needs a session", async () => {
  for (const answer of [await send(picture, null), await show(null), await remove(null)])
    expect(answer.statusCode).toBe(401);
});

it("only the owner sets and removes it; users without a clinic cannot read it", async () => {
  const secretary = await aStaffMember(test, clinic, permissions);
  const admin = await anAdmin(test);
  for (const { token } of [secretary, admin]) {
    expect((await send(picture, token)).statusCode).toBe(403);
    expect((await remove(token)).statusCode).toBe(403);
  }
  expect((await show(admin.token)).statusCode).toBe(403);
});

it("another clinic's is not found, not even by its own address", async () => {
  const name = nameIn((await send()).json().logoUrl);
  expect((await show(neighbour.owner.token, name)).statusCode).toBe(404);
  await remove(neighbour.owner.token);
  expect((await show(clinic.owner.token, name)).statusCode).toBe(200);
});

it.each([
  ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), 415, /^SVG images are not accepted/],
  ["a text named .png", Buffer.from("hello"), 415, /^Use PNG, JPEG, WebP or GIF/],
  ["more than 2 MB", Buffer.alloc(2 * 1024 * 1024 + 1, 1), 413, /larger than 2 MB/],
  ["nothing", Buffer.alloc(0), 415, /empty/],
])("refuses %s and says why; the logo before stays", async (_, bytes, status, message) => {
  const { logoUrl } = (await send()).json();
  const answer = await send(bytes);
  expect(answer.statusCode).toBe(status);
  expect(answer.json().fields.logo).toMatch(message);
  expect((await test.call(clinicSettings, clinic.owner.token)).json().logoUrl).toBe(logoUrl);
});

it.each(["png", "jpeg", "webp", "gif"] as const)(
  "accepts %s and stores it as a small PNG",
  async (format) => {
    expect((await send(await sharp(picture).toFormat(format).toBuffer())).statusCode).toBe(200);
    const { rawPayload } = await show(clinic.owner.token);
    const kept = await sharp(rawPayload).metadata();
    expect([kept.format, kept.width, kept.height, kept.exif]).toEqual(["png", 400, 267, undefined]);
  },
);

it("is in the settings and the current user of all members, and may be cached", async () => {
  const { logoUrl } = (await send()).json();
  expect(logoUrl).toMatch(/^\/api\/clinic\/logo\?v=[0-9a-f]{16}$/);
  const secretary = await aStaffMember(test, clinic, []);
  expect((await test.call(currentUser, secretary.token)).json().clinic.logoUrl).toBe(logoUrl);
  const shown = await show(secretary.token, nameIn(logoUrl));
  expect(shown.headers).toMatchObject({
    "content-type": "image/png",
    "cache-control": "private, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
});

it("a new one has another address; the previous address may no longer be cached", async () => {
  const before = nameIn((await send()).json().logoUrl);
  const after = nameIn((await send(await sharp(picture).negate().png().toBuffer())).json().logoUrl);
  expect(after).not.toBe(before);
  for (const name of [before, undefined])
    expect((await show(clinic.owner.token, name)).headers["cache-control"]).toBe("private, no-store");
});

it("can be removed, even twice", async () => {
  await send();
  expect((await remove()).json().logoUrl).toBeNull();
  expect((await remove()).statusCode).toBe(200);
  expect((await show(clinic.owner.token)).statusCode).toBe(404);
  expect((await test.call(currentUser, clinic.owner.token)).json().clinic.logoUrl).toBeNull();
});

it("is printed at the head of the clinic's prescriptions", async () => {
  await test.sql("update clinics set address = 'Osmeña Blvd., Cebu City' where id = $1", [clinic.id]);
  const id = await aPatient(test, clinic);
  const saved = await test.call(savePrescription, clinic.owner.token, {
    params: { id },
    body: {
      physicianName: "Rafael Peñaflor",
      physicianLicense: "0098412",
      medications: [{ name: "paracetamol", dosage: "1 tab", frequency: "q6h", duration: "3 days" }],
    },
  });
  const print = () =>
    test.call(prescriptionPdf, clinic.owner.token, { params: { id, rxId: saved.json().id } });
  expect((await print()).rawPayload.includes("/Subtype /Image")).toBe(false);
  await send();
  const printed = await print();
  expect(printed.statusCode).toBe(200);
  expect(printed.rawPayload.includes("/Subtype /Image")).toBe(true);
});
