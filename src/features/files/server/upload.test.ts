import { readdir } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_FILE_BYTES, uploadFiles } from "#features/files/contract.ts";
import { filesUnavailable } from "#server/storage/storage.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aDicom, aDoc, aDocx, aHeic, aJpeg, aPdf, aPng, asMultipart } from "#test/data/example-files.ts";
import { aClinic, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { startS3Store } from "#test/servers/s3-store.ts";

type Part = readonly [name: string, bytes: Buffer | string];

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startOwnApp();
  clinic = await aClinic(test);
});
afterAll(() => test.close());

const upload = (
  files: readonly Part[],
  { as = clinic.owner.token as string | null, on = test, headers = {}, query = {} } = {},
) => {
  const form = asMultipart(files);
  return on.call(uploadFiles, as, {
    body: form.body,
    headers: { ...form.headers, ...headers },
    query: query as Record<string, string>,
  });
};
const rows = (on = test) =>
  on.sql<{ name: string; type: string; size: string }>("select * from files order by id");
const storedFiles = async (folder = test.dataDir) =>
  (await readdir(join(folder, "files"), { recursive: true, withFileTypes: true }).catch(() => [])).filter(
    (entry) => entry.isFile(),
  ).length;
const waiting = () => readdir(join(test.dataDir, "incoming")).catch(() => []);

it("stores the pictures of iPhones as JPEG, and refuses damaged ones in words", async () => {
  const answer = await upload(
    [
      ["IMG_0421.HEIC", aHeic()],
      ["IMG_0422.heic", "not a picture"],
    ],
    { query: { category: "laboratory" } },
  );
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json().files).toEqual([expect.stringMatching(/IMG_0421\.jpg$/)]);
  expect(answer.json().refused).toMatchObject([
    { name: "IMG_0422.heic", reason: expect.stringContaining("HEIC") },
  ]);
  expect((await rows()).at(-1)).toMatchObject({ name: "IMG_0421.jpg", type: "image/jpeg" });
});

it("needs the right to add or edit patients", async () => {
  for (const right of ["add_patients", "edit_patients"] as const) {
    const { token } = await aStaffMember(test, clinic, [right]);
    expect((await upload([["a.pdf", aPdf()]], { as: token })).statusCode).toBe(200);
  }
  const { token } = await aStaffMember(test, clinic, ["view_patients", "delete_patients", "view_reports"]);
  expect((await upload([["a.pdf", aPdf()]], { as: token })).statusCode).toBe(403);
});

describe("invalid requests", () => {
  it.each([
    ["nothing", {}, undefined, 400],
    ["JSON", { "content-type": "application/json" }, "{}", 415],
    ["a form without a boundary", { "content-type": "multipart/form-data" }, "x", 400],
    [
      "a form that ends too early",
      { "content-type": "multipart/form-data; boundary=b" },
      "--b\r\nContent-Disp",
      400,
    ],
    ["an empty form", asMultipart([]).headers, asMultipart([]).body, 400],
    [
      "the wrong field",
      asMultipart([["a.pdf", aPdf()]], "file").headers,
      asMultipart([["a.pdf", aPdf()]], "file").body,
      400,
    ],
  ])("%s is refused", async (_, headers, body, status) => {
    const answer = await test.call(uploadFiles, clinic.owner.token, {
      headers: headers as Record<string, string>,
      body,
    });
    expect(answer.statusCode, answer.body).toBe(status);
    if (status === 400) expect(answer.json().fields).toEqual({ files: expect.any(String) });
  });

  it("refuses an unknown category", async () => {
    const answer = await upload([["a.pdf", aPdf()]], { query: { category: "x-rays" } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ category: expect.any(String) });
  });
});

describe("refusals", () => {
  it.each<[string, Part, number, RegExp]>([
    ["HTML as .pdf", ["a.pdf", "<html>"], 415, /isn't a valid PDF/],
    ["an empty file", ["a.pdf", ""], 415, /empty/],
    [
      "a program in a DICOM preamble",
      ["a.dcm", aDicom(Buffer.from("MZ"))],
      415,
      /doesn't start like a DICOM/,
    ],
    ["10 MB and one byte", ["a.pdf", Buffer.alloc(MAX_FILE_BYTES + 1)], 413, /larger than 10 MB/],
  ])("%s: nothing is kept, and the reason is said", async (_, part, status, reason) => {
    const before = [await rows(), await storedFiles()];
    const answer = await upload([part]);
    expect(answer.statusCode).toBe(status);
    expect(answer.json().refused).toEqual([{ name: part[0], reason: expect.stringMatching(reason) }]);
    expect(answer.json().message).toMatch(reason);
    expect([await rows(), await storedFiles()]).toEqual(before);
    expect(await waiting()).toEqual([]);
  });

  it("of a category's types happen before the upload ends", async () => {
    const answer = await upload([["chest.dcm", aDicom()]], { query: { category: "laboratory" } });
    expect(answer.statusCode).toBe(415);
    expect((await upload([["chest.dcm", aDicom()]], { query: { category: "imaging" } })).statusCode).toBe(
      200,
    );
  });

  it("too large and of a wrong type together are 415", async () => {
    const answer = await upload([
      ["a.pdf", Buffer.alloc(MAX_FILE_BYTES + 1)],
      ["b.pdf", "no"],
    ]);
    expect(answer.statusCode).toBe(415);
    expect(answer.json().refused).toHaveLength(2);
  });

  it("files beyond the fifth are listed as refused", async () => {
    const answer = await upload(Array.from({ length: 7 }, (_, index) => [`${index}.pdf`, aPdf()] as const));
    expect(answer.statusCode).toBe(200);
    expect(answer.json().files).toHaveLength(5);
    expect(answer.json().refused).toEqual(
      ["5.pdf", "6.pdf"].map((name) => ({
        name,
        reason: expect.stringMatching(/^5 files can be added at a time/),
      })),
    );
  });

  it("a request with far too many files is not read to the end", async () => {
    const answer = await upload(Array.from({ length: 60 }, (_, index) => [`${index}.pdf`, aPdf()] as const));
    expect(answer.statusCode).toBe(413);
    expect(await waiting()).toEqual([]);
  });

  it("a request that declares a gigabyte is not read at all", async () => {
    const answer = await upload([["a.pdf", aPdf()]], { headers: { "content-length": "1000000000" } });
    expect(answer.statusCode).toBe(413);
  });
});

describe("accepted files", () => {
  it("stores every type, by its bytes, in the order sent, beside refused ones", async () => {
    const parts: Part[] = [
      ["CBC – Peñaflor.pdf", aPdf()],
      ["bad.png", "<svg/>"],
      ["x-ray.JPG", aJpeg()],
      ["chest.dcm", aDicom()],
      ["referral.doc", aDoc()],
    ];
    const answer = await upload(parts);
    expect(answer.statusCode).toBe(200);
    const { files, refused } = answer.json();
    expect(refused).toEqual([{ name: "bad.png", reason: "This isn't a valid PNG picture." }]);
    expect(files.map((path: string) => path.replace(/^[\w-]{22}-/, ""))).toEqual([
      "CBC-Peñaflor.pdf",
      "x-ray.JPG",
      "chest.dcm",
      "referral.doc",
    ]);
    const stored = (await rows()).slice(-4);
    expect(stored.map(({ name, type }) => [name, type])).toEqual([
      ["CBC – Peñaflor.pdf", "application/pdf"],
      ["x-ray.JPG", "image/jpeg"],
      ["chest.dcm", "application/dicom"],
      ["referral.doc", "application/msword"],
    ]);
    expect((await upload([["referral.docx", aDocx()]])).statusCode).toBe(200);
  });

  it("10 MB exactly", async () => {
    const pdf = Buffer.concat([aPdf(), Buffer.alloc(MAX_FILE_BYTES - 2 * aPdf().length), aPdf()]);
    expect((await upload([["large.pdf", pdf]])).statusCode).toBe(200);
    expect((await rows()).at(-1)).toMatchObject({ size: String(MAX_FILE_BYTES) });
  });

  it.each([
    ["../../../etc/cron.d/x.pdf", "x.pdf"],
    ["a\r\nContent-Type: text.pdf", "a_0D_0AContent-Type_ text.pdf"],
    [`${"long ".repeat(800)}.pdf`, `${"long ".repeat(30).slice(0, 146).trim()}.pdf`],
    ["invoice\u202Efdp.pdf", "invoicefdp.pdf"],
    ['CBC & "final" <2>.pdf', "CBC & _final_ _2_.pdf"],
  ])("cleans the name %j", async (sent, kept) => {
    const answer = await upload([[sent, aPdf()]]);
    expect(answer.statusCode).toBe(200);
    expect((await rows()).at(-1)?.name).toBe(kept);
    expect(answer.json().files[0]).toMatch(/^[\w-]{22}-[^/\\\s%]+\.pdf$/);
    expect(answer.json().files[0].length).toBeLessThanOrEqual(255);
  });

  it("are stored once per key, however often they are sent", async () => {
    const headers = { "idempotency-key": "one-upload" };
    const first = await upload([["a.pdf", aPdf("once")]], { headers });
    const before = await storedFiles();
    const again = await upload([["a.pdf", aPdf("once")]], { headers });
    expect(again.json()).toEqual(first.json());
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect(await storedFiles()).toBe(before);
    expect((await upload([["a.pdf", aPdf("other bytes")]], { headers })).statusCode).toBe(422);
    expect((await upload([["b.pdf", aPdf("once")]], { headers })).statusCode).toBe(422);
  });

  it("two concurrent requests with one key get the same response", async () => {
    const headers = { "idempotency-key": "two-at-once" };
    const answers = await Promise.all([1, 2, 3].map(() => upload([["a.pdf", aPdf("race")]], { headers })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });

  it("interrupted uploads", async () => {
    expect(await waiting()).toEqual([]);
  });
});

it("a cut connection leaves no partial file", async () => {
  await test.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = test.app.server.address() as AddressInfo;
  const before = [await rows(), await storedFiles()];
  const form = asMultipart([["large.pdf", Buffer.alloc(5_000_000, aPdf())]]);
  const sending = httpRequest({
    host: "127.0.0.1",
    port,
    method: "POST",
    path: uploadFiles.path,
    headers: {
      ...form.headers,
      authorization: `Bearer ${clinic.owner.token}`,
      "content-length": form.body.length,
    },
  });
  sending.on("error", () => undefined);
  sending.write(form.body.subarray(0, 2_000_000));
  await expect.poll(async () => (await waiting()).length).toBe(1);
  sending.destroy();
  await expect.poll(waiting).toEqual([]);
  expect([await rows(), await storedFiles()]).toEqual(before);
});

it("limits uploads per user and minute", async () => {
  const strict = await startOwnApp({ UPLOADS_PER_MINUTE: "2" });
  try {
    const { owner } = await aClinic(strict);
    const send = () => upload([["a.pdf", aPdf()]], { as: owner.token, on: strict });
    expect([(await send()).statusCode, (await send()).statusCode, (await send()).statusCode]).toEqual([
      200, 200, 429,
    ]);
  } finally {
    await strict.close();
  }
});

it("answers when a store that failed does not answer the cleanup either", async () => {
  const { storage } = test.app.kit;
  test.app.kit.storage = {
    put: () => Promise.reject(filesUnavailable()),
    remove: () => new Promise(() => undefined),
  } as Partial<typeof storage> as typeof storage;
  try {
    const answer = await upload([["a.pdf", aPdf()]]);
    expect([answer.statusCode, answer.json().code]).toEqual([503, "files_unavailable"]);
  } finally {
    test.app.kit.storage = storage;
  }
});

describe("with an S3 store", () => {
  it("stores the bytes there; while it is down an upload says so and leaves nothing", async () => {
    const store = await startS3Store();
    const remote = await startOwnApp(store.env);
    try {
      const { owner } = await aClinic(remote);
      const send = () =>
        upload(
          [
            ["a.pdf", aPdf()],
            ["b.png", aPng()],
          ],
          { as: owner.token, on: remote },
        );
      expect((await send()).statusCode).toBe(200);
      expect(await rows(remote)).toHaveLength(2);
      expect(await storedFiles(remote.dataDir)).toBe(0);
      await store.stop();
      const answer = await send();
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toEqual({
        code: "files_unavailable",
        message: "Files cannot be stored or opened right now. Please try again in a moment.",
      });
      expect(answer.headers["retry-after"]).toBe("30");
      // Whether the store received the bytes is unknown, so the rows stay for the cleanup job.
      expect(await rows(remote)).toHaveLength(4);
    } finally {
      await remote.close();
      await store.stop();
    }
  });
});
