import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  deletePatient,
  editPatient,
  listPatients,
  onePatient,
  patientPhoto,
  removePatientPhoto,
  setPatientPhoto,
} from "#features/patients/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { asMultipart } from "#test/data/example-files.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let neighbour: TestClinic;
let id: number;
let picture: Buffer;
beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  neighbour = await aClinic(test);
  picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#a33" } })
    .withExif({ IFD0: { Make: "Telepono" } })
    .jpeg()
    .toBuffer();
});
beforeEach(async () => {
  id = await aPatient(test, clinic);
});
afterAll(() => test.close());

const send = (bytes: Buffer = picture, as: string | null = clinic.owner.token, to = id) =>
  test.call(setPatientPhoto, as, { params: { id: to }, ...asMultipart([["face.jpg", bytes]], "photo") });
const show = (as: string | null = clinic.owner.token, of = id) =>
  test.call(patientPhoto, as, { params: { id: of } });
const remove = (as: string | null = clinic.owner.token, of = id) =>
  test.call(removePatientPhoto, as, { params: { id: of } });

it("finds nobody of another clinic, and 404 without a photo", async () => {
  await send();
  expect((await send(picture, neighbour.owner.token)).statusCode).toBe(404);
  expect((await show(neighbour.owner.token)).statusCode).toBe(404);
  expect((await remove(neighbour.owner.token)).statusCode).toBe(404);
  expect((await show()).statusCode).toBe(200);
  expect((await show(clinic.owner.token, await aPatient(test, clinic))).statusCode).toBe(404);
});

it.each([
  ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), 415, /^SVG images are not accepted/],
  ["a text", Buffer.from("hello"), 415, /^Use PNG, JPEG, WebP or GIF/],
  ["more than 2 MB", Buffer.alloc(2 * 1024 * 1024 + 1, 1), 413, /larger than 2 MB/],
  ["nothing", Buffer.alloc(0), 415, /empty/],
])("refuses %s and says why", async (_, bytes, status, message) => {
  const answer = await send(bytes);
  expect(answer.statusCode).toBe(status);
  expect(answer.json().fields.photo).toMatch(message);
  expect(
    (await test.call(onePatient, clinic.owner.token, { params: { id } })).json().patientPhoto,
  ).toBeNull();
});

it("stores a small square of it, without the camera's metadata, and shows it in list and record", async () => {
  const answer = await send();
  expect(answer.statusCode).toBe(200);
  const address: string = answer.json().patientPhoto;
  expect(address).toMatch(new RegExp(`^/api/patients/${id}/photo\\?v=[0-9a-f]{16}$`));
  expect(answer.json().version).toBe(1);
  const shown = await show();
  expect(shown.headers).toMatchObject({
    "content-type": "image/jpeg",
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  });
  const { format, width, height, exif } = await sharp(shown.rawPayload).metadata();
  expect({ format, width, height, exif }).toEqual({
    format: "jpeg",
    width: 256,
    height: 256,
    exif: undefined,
  });
  const [listed] = (await test.call(listPatients, clinic.owner.token, { query: { limit: "1" } })).json();
  expect(listed).toMatchObject({ id, patientPhoto: address });
});

it("the history logs once per five minutes who viewed photos, however many", async () => {
  const viewer = await aStaffMember(test, clinic, ["view_patients"]);
  const other = await aPatient(test, clinic);
  await send();
  await send(picture, clinic.owner.token, other);
  for (const shown of [id, other, id]) expect((await show(viewer.token, shown)).statusCode).toBe(200);
  await test.app.kit.views.flush();
  expect(
    await test.sql("select event, patient_id from record_history where user_id = $1", [viewer.id]),
  ).toEqual([{ event: "patient.photo", patient_id: null }]);
});

it("a new one replaces the previous one, with another URL, and does not conflict with an open form", async () => {
  const first = (await send()).json().patientPhoto;
  const other = await sharp(picture).negate().png().toBuffer();
  expect((await send(other)).json().patientPhoto).not.toBe(first);
  const edited = await test.call(editPatient, clinic.owner.token, {
    params: { id },
    body: { remarks: "Typed meanwhile" },
    headers: { "if-match": '"v1"' },
  });
  expect(edited.statusCode).toBe(200);
  const events = await test.sql(
    "select event from record_history where patient_id = $1 and changes ? 'patient_photo'",
    [id],
  );
  expect(events).toHaveLength(2);
});

it("can be removed, even twice", async () => {
  await send();
  expect((await remove()).json().patientPhoto).toBeNull();
  expect((await remove()).statusCode).toBe(200);
  expect((await show()).statusCode).toBe(404);
});

it("one key stores it once", async () => {
  const keyed = () =>
    test.call(setPatientPhoto, clinic.owner.token, {
      params: { id },
      ...withHeader(asMultipart([["face.jpg", picture]], "photo"), "idempotency-key", `photo-${id}`),
    });
  expect((await keyed()).statusCode).toBe(200);
  expect((await keyed()).headers["idempotency-replayed"]).toBe("true");
});

it("a key that is repeated after the patient was deleted reveals nothing of the patient", async () => {
  const keyed = {
    params: { id },
    ...withHeader(asMultipart([["face.jpg", picture]], "photo"), "idempotency-key", `gone-${id}`),
  };
  await test.call(setPatientPhoto, clinic.owner.token, keyed);
  await test.call(deletePatient, clinic.owner.token, { params: { id } });
  expect((await test.call(setPatientPhoto, clinic.owner.token, keyed)).statusCode).toBe(404);
  const [kept] = await test.sql<{ answer: object }>("select answer from idempotency_keys where key = $1", [
    `gone-${id}`,
  ]);
  expect(kept?.answer).toEqual({ code: "not_found", message: "Patient not found" });
});

it("is sealed with the record and deleted with it", async () => {
  await send();
  await test.call(deletePatient, clinic.owner.token, { params: { id } });
  expect((await show()).statusCode).toBe(404);
  expect(await test.sql("select 1 from patient_photos where patient_id = $1", [id])).toEqual([]);
  const [sealed] = await test.sql<{ photo: string }>(
    "select record ->> 'photo' as photo from sealed_records where patient_id = $1",
    [id],
  );
  expect(Buffer.from(sealed?.photo ?? "", "base64").subarray(0, 3)).toEqual(Buffer.from("ffd8ff", "hex"));
});

const withHeader = <Form extends { headers?: Record<string, string> }>(
  form: Form,
  name: string,
  value: string,
) => ({ ...form, headers: { ...form.headers, [name]: value } });

it("reveals nothing of a deleted patient to a repeated key", async () => {
  const upload = asMultipart([["face.jpg", picture]], "photo");
  const again = () =>
    test.call(setPatientPhoto, clinic.owner.token, {
      params: { id },
      ...upload,
      headers: { ...upload.headers, "idempotency-key": `photo-of-${id}` },
    });
  expect((await again()).statusCode).toBe(200);
  await test.call(deletePatient, clinic.owner.token, { params: { id } });
  const repeat = await again();
  expect(repeat.statusCode).toBe(404);
  expect(repeat.json()).toEqual({ code: "not_found", message: "Patient not found" });
});
