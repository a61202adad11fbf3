import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ownSignature, removeSignature, saveSignature } from "#features/signatures/contract.ts";
import { permissions } from "#shared/permissions.ts";
import { startTestApp, type TestApp, testNow } from "#test/app.ts";
import { asMultipart } from "#test/data/example-files.ts";
import {
  aClinic,
  aDoctor,
  anAdmin,
  aStaffMember,
  type TestClinic,
  type TestUser,
} from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let doctor: TestUser;
let hand: Buffer;
beforeAll(async () => {
  test = await startTestApp();
  hand = await sharp({ create: { width: 1800, height: 300, channels: 4, background: "#10101080" } })
    .withExif({ IFD0: { Make: "Telepono" } })
    .png()
    .toBuffer();
});
beforeEach(async () => {
  test.setNow(testNow);
  clinic = await aClinic(test);
  doctor = await aDoctor(test, clinic);
});
afterAll(() => test.close());

const save = (as: string | null = doctor.token, bytes = hand, headers = {}) => {
  const sent = asMultipart([["signature.png", bytes]], "signature");
  return test.call(saveSignature, as, { ...sent, headers: { ...sent.headers, ...headers } });
};
const read = async (as: TestUser) => (await test.call(ownSignature, as.token)).json();
const none = { image: null, savedAt: null };

it("needs a session of a doctor, of whom the owner is one", async () => {
  for (const endpoint of [ownSignature, removeSignature])
    expect((await test.call(endpoint, null, {})).statusCode).toBe(401);
  expect((await save(null)).statusCode).toBe(401);
  for (const { token } of [await aStaffMember(test, clinic, permissions), await anAdmin(test)]) {
    expect((await test.call(ownSignature, token)).statusCode).toBe(403);
    expect((await save(token)).statusCode).toBe(403);
    expect((await test.call(removeSignature, token, {})).statusCode).toBe(403);
  }
  expect((await save(clinic.owner.token)).statusCode).toBe(200);
});

it("is its doctor's own: nobody else reads, replaces or removes it", async () => {
  const saved = (await save()).json();
  expect(saved.savedAt).toBe("2026-11-20T02:42:00Z");
  expect(await read(clinic.owner)).toEqual(none);
  await test.call(removeSignature, clinic.owner.token, {});
  await save(clinic.owner.token);
  expect(await read(doctor)).toEqual(saved);
});

it("is drawn anew, without what the file told beside it, and stays transparent", async () => {
  const { image } = (await save()).json();
  const bytes = Buffer.from(image.replace("data:image/png;base64,", ""), "base64");
  const { format, width, height, hasAlpha, exif } = await sharp(bytes).metadata();
  expect({ format, width, height, hasAlpha, exif }).toEqual({
    format: "png",
    width: 900,
    height: 150,
    hasAlpha: true,
    exif: undefined,
  });
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  expect(data[3]).toBe(0x80);
});

it.each([
  ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), 415, /^SVG images are not accepted/],
  ["a text named .png", Buffer.from("hello"), 415, /^Use PNG, JPEG, WebP or GIF/],
  ["more than 200 kB", Buffer.alloc(200 * 1024 + 1, 1), 413, /larger than 200 kB/],
])("refuses %s and says why; the one before stays", async (_, bytes, status, message) => {
  const before = (await save()).json();
  const answer = await save(doctor.token, bytes);
  expect(answer.statusCode).toBe(status);
  expect(answer.json().fields.signature).toMatch(message);
  expect(await read(doctor)).toEqual(before);
});

it("a photograph is made as small as it must be", async () => {
  const noise = Buffer.from(Array.from({ length: 900 * 450 * 3 }, (_, at) => (at * 7919) % 251));
  const photo = await sharp(noise, { raw: { width: 900, height: 450, channels: 3 } })
    .jpeg({ quality: 30 })
    .toBuffer();
  const { image } = (await save(doctor.token, photo)).json();
  expect(Buffer.from(image, "base64").byteLength).toBeLessThan(210_000);
});

it("of two that are saved at once the later is in use, and both are kept", async () => {
  const answers = await Promise.all([save(), save(), save()]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const [count] = await test.sql<{ all: number; used: number }>(
    `select count(*)::integer as all, (count(*) filter (where ended_at is null))::integer as used
     from signatures where user_id = $1`,
    [doctor.id],
  );
  expect(count).toEqual({ all: 3, used: 1 });
});

it("removing it twice changes nothing, and the history tells of each change", async () => {
  await save();
  for (const _ of [1, 2]) expect((await test.call(removeSignature, doctor.token, {})).json()).toEqual(none);
  const told = await test.sql<{ event: string }>(
    "select event from record_history where user_id = $1 and event like 'account.signature%' order by id",
    [doctor.id],
  );
  expect(told.map(({ event }) => event)).toEqual(["account.signature", "account.signatureRemoved"]);
});
