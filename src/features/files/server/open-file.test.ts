import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { viewFrame, viewPicture } from "#features/files/contract.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aDicom, aDoc, aJpeg, aPdf } from "#test/data/example-files.ts";
import {
  aClinic,
  anAdmin,
  aPatient,
  aStaffMember,
  type TestClinic,
  type TestUser,
} from "#test/data/factories.ts";
import { aDicom as aScan } from "./dicom/testing-dicom.ts";
import { filesOn, pdf } from "./testing-files.ts";

let test: TestApp;
let clinic: TestClinic;
let other: TestClinic;
let reader: TestUser;
let patient: number;
beforeAll(async () => {
  test = await startOwnApp();
  clinic = await aClinic(test);
  other = await aClinic(test);
  reader = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
});
beforeEach(async () => {
  patient = await aPatient(test, clinic);
});
afterAll(() => test.close());

const { uploaded, view, attached, row } = filesOn(() => ({ test, clinic, patient }));

describe("opening a file", () => {
  it("needs a session with the right to view patients", async () => {
    const path = await attached();
    const { token } = await aStaffMember(test, clinic, ["add_patients", "edit_patients", "view_reports"]);
    expect((await view(path, token)).statusCode).toBe(403);
    expect((await view(path, (await anAdmin(test)).token)).statusCode).toBe(403);
  });

  it("finds nothing of another clinic, unknown, or by a trick in the path", async () => {
    const path = await attached();
    const random = await view(`${"x".repeat(22)}-CBC.pdf`);
    expect(random.statusCode).toBe(404);
    const foreign = await view(path, other.owner.token);
    expect([foreign.statusCode, foreign.body]).toEqual([404, random.body]);
    for (const trick of ["../settings", "..%2f..%2fetc", "%00", "x".repeat(255), "ñ".repeat(255), "'--"])
      expect((await view(trick)).statusCode, trick).toBe(404);
    expect((await view("x".repeat(256))).statusCode).toBe(404);
  });

  it("shows an upload without a patient only to its uploader", async () => {
    const path = await uploaded("mine.pdf", pdf, reader.token);
    expect((await view(path, reader.token)).statusCode).toBe(200);
    expect((await view(path, clinic.owner.token)).statusCode).toBe(404);
    expect((await view(path, other.owner.token)).statusCode).toBe(404);
  });

  it("sends the bytes with their own type and name, sandboxed", async () => {
    const path = await attached("Peñaflor – CBC.pdf");
    const answer = await view(path, reader.token);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(pdf)).toBe(true);
    expect(answer.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-length": String(pdf.length),
      "content-disposition": `inline; filename="Penaflor  CBC.pdf"; filename*=UTF-8''Pe%C3%B1aflor%20%E2%80%93%20CBC.pdf`,
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "private, no-store",
      "accept-ranges": "bytes",
    });
    expect(answer.headers["content-security-policy"]).toMatch(/^default-src 'none';.* sandbox$/);
  });

  it("displays pictures inline; DICOM, Word and requested downloads are attachments", async () => {
    const disposition = async (path: string, query = {}) =>
      String((await view(path, reader.token, {}, query)).headers["content-disposition"]).split(";")[0];
    const jpeg = await attached("x.jpg", aJpeg());
    expect(await disposition(jpeg)).toBe("inline");
    expect(await disposition(jpeg, { download: "1" })).toBe("attachment");
    expect(await disposition(await attached("x.dcm", aDicom(), "imagingFiles"))).toBe("attachment");
    expect(await disposition(await attached("x.doc", aDoc(), "otherFiles"))).toBe("attachment");
  });

  it.each([
    ["bytes=0-3", 206, `bytes 0-3/${pdf.length}`, pdf.subarray(0, 4)],
    ["bytes=10-", 206, `bytes 10-${pdf.length - 1}/${pdf.length}`, pdf.subarray(10)],
    ["bytes=-6", 206, `bytes ${pdf.length - 6}-${pdf.length - 1}/${pdf.length}`, pdf.subarray(-6)],
    ["bytes=5-99999999", 206, `bytes 5-${pdf.length - 1}/${pdf.length}`, pdf.subarray(5)],
    ["bytes=99999999-", 416, `bytes */${pdf.length}`, Buffer.alloc(0)],
    ["bytes=9-3", 200, undefined, pdf],
    ["bytes=0-1,3-4", 200, undefined, pdf],
    ["lines=1-2", 200, undefined, pdf],
  ])("answers the range %s", async (range, status, contentRange, bytes) => {
    const answer = await view(await attached(), reader.token, { range });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers["content-range"]).toBe(contentRange);
    expect(answer.rawPayload.equals(bytes)).toBe(true);
  });

  it("does not compress, which would break ranges", async () => {
    const large = Buffer.concat([aPdf(), Buffer.alloc(20_000), aPdf()]);
    for (const [name, bytes, field] of [
      ["x.pdf", large, "laboratoryFiles"],
      ["x.jpg", Buffer.concat([aJpeg(), Buffer.alloc(20_000)]), "laboratoryFiles"],
      ["x.dcm", Buffer.concat([aDicom(), Buffer.alloc(20_000)]), "imagingFiles"],
      ["x.doc", Buffer.concat([aDoc(), Buffer.alloc(20_000)]), "otherFiles"],
    ] as const) {
      const answer = await view(await attached(name, bytes, field), reader.token, {
        "accept-encoding": "br, gzip",
      });
      expect(answer.headers["content-encoding"], name).toBeUndefined();
      expect(answer.rawPayload.equals(bytes), name).toBe(true);
    }
  });

  it("answers 304 when nothing changed", async () => {
    const path = await attached();
    const etag = String((await view(path)).headers.etag);
    const again = await view(path, clinic.owner.token, { "if-none-match": etag });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    const part = await view(path, clinic.owner.token, { range: "bytes=0-3", "if-range": '"other"' });
    expect(part.statusCode).toBe(200);
  });

  it("logs in the patient's history who opened and who downloaded it", async () => {
    const path = await attached();
    await view(path, reader.token);
    await view(path, reader.token, {}, { download: "1" });
    await view(await uploaded("mine.pdf", pdf, reader.token), reader.token);
    await test.app.kit.views.flush();
    const events = await test.sql(
      `select event, patient_id::integer, entity, entity_id = $2 as is_file, changes
       from record_history where user_id = $1 and event like 'file.%' order by id`,
      [reader.id, (await row(path))?.id],
    );
    expect(events.filter(({ patient_id }) => patient_id === patient)).toEqual([
      {
        event: "file.download",
        patient_id: patient,
        entity: "files",
        is_file: true,
        changes: { name: "CBC.pdf" },
      },
      { event: "file.open", patient_id: patient, entity: null, is_file: null, changes: {} },
    ]);
    expect(events.filter(({ patient_id }) => patient_id === null)).toEqual([]);
  });

  /** The answer for a file of this size in the store, over a connection. */
  async function answerFor(length: number): Promise<Response> {
    const path = await attached();
    const { storage } = test.app.kit;
    const get = async () => Readable.from([Buffer.alloc(length)]);
    test.app.kit.storage = { get } as Partial<typeof storage> as typeof storage;
    onTestFinished(() => {
      test.app.kit.storage = storage;
    });
    if (!test.app.server.listening) await test.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = test.app.server.address() as AddressInfo;
    return fetch(`http://127.0.0.1:${port}/api/uploads/${path}`, {
      headers: { authorization: `Bearer ${reader.token}` },
      signal: AbortSignal.timeout(10_000),
    });
  }

  it("breaks off a file that is shorter in the store than recorded", async () => {
    // Not the time limit.
    await expect(answerFor(100).then((answer) => answer.arrayBuffer())).rejects.toThrow(TypeError);
  });

  it("does not send a file that is longer in the store than recorded", async () => {
    const answer = await answerFor(100_000);
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: "files_unavailable" }]);
  });

  it("answers 503 with a message when the bytes cannot be read", async () => {
    const path = await attached();
    await test.app.kit.storage.remove(String((await row(path))?.stored_as));
    const answer = await view(path);
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: "files_unavailable" });
    expect(answer.headers["content-type"]).toMatch(/json/);
  });
});

describe("a DICOM picture", () => {
  const picture = (path: string, as: string | null = reader.token) =>
    test.call(viewPicture, as, { params: { path } });
  const frame = (path: string, at: number, as: string | null = reader.token) =>
    test.call(viewFrame, as, { params: { path, frame: at } });
  const scan = Buffer.from(
    aScan({ rows: 2, columns: 3, bits: 8, frames: 2, values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }),
  );

  it("has a header and frames for those who may view patients, of the own clinic", async () => {
    const path = await attached("IM000001", scan, "imagingFiles");
    expect((await picture(path, other.owner.token)).statusCode).toBe(404);
    expect((await frame(path, 0, other.owner.token)).statusCode).toBe(404);
    const { token } = await aStaffMember(test, clinic, ["add_patients"]);
    expect((await frame(path, 0, token)).statusCode).toBe(403);
    expect((await picture(path)).json()).toMatchObject({
      rows: 2,
      columns: 3,
      frames: 2,
      hasOverlays: false,
    });
    const { statusCode, headers, rawPayload } = await frame(path, 1);
    expect([statusCode, headers["content-type"]]).toEqual([200, "image/png"]);
    expect(rawPayload.subarray(1, 4).toString()).toBe("PNG");
  });

  it("says in words what cannot be shown", async () => {
    const torn = await attached("torn.dcm", scan.subarray(0, scan.length - 8), "imagingFiles");
    const answer = await picture(torn);
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      "This file is damaged and cannot be shown.",
    ]);
    expect((await frame(torn, 0)).statusCode).toBe(422);
    expect((await picture(await attached())).statusCode).toBe(422);
  });
});
