import { describe, expect, test } from "vitest";
import { aCompoundFile, aDicom, aDoc } from "#test/data/example-files.ts";
import { disguisedFiles, honestFiles, looped } from "#test/safety/disguised-files.ts";
import { recognise } from "./recognise.ts";

const of = (name: string, bytes: Buffer, category?: "laboratory" | "imaging" | "other") =>
  recognise(
    name,
    {
      size: bytes.length,
      read: async (position, length) => bytes.subarray(position, position + length),
    },
    category,
  );

describe("accepted files", () => {
  test.each(honestFiles)("%s", async (name, bytes, kind) => {
    expect(await of(name, bytes)).toEqual({ kind });
  });
});

test.each(["IM000001", "1.2.840.113619.2.55"])("a DICOM file of a disc: %s", async (name) => {
  expect(await of(name, aDicom(), "imaging")).toEqual({ kind: "dicom" });
  expect(await of(name, aDicom(), "laboratory")).toEqual({ reason: expect.stringMatching(/^Only PDF/) });
  expect(await of(name, Buffer.alloc(500), "imaging")).toEqual({
    reason: expect.stringMatching(/^Only PDF/),
  });
});

test("a disc's table of contents is refused in words", async () => {
  const directory = Buffer.concat([
    aDicom().subarray(0, 132),
    Buffer.from("\x02\0\x02\0UI\x14\x001.2.840.10008.1.3.10", "latin1"),
  ]);
  expect(await of("DICOMDIR", directory, "imaging")).toEqual({
    reason: expect.stringMatching(/table of contents \(DICOMDIR\)/),
  });
});

describe("refused files", () => {
  test.each(disguisedFiles)("%s", async (_, name, bytes, reason) => {
    expect(await of(name, bytes)).toEqual({ reason: expect.stringMatching(reason) });
  });

  test("a compound file with a circular directory is refused", async () => {
    expect(await of("a.doc", looped)).toEqual({ kind: "doc" });
    const endless = aCompoundFile("a", "b", "c", "d", "e");
    endless.writeUInt32LE(1, 512 + 8);
    expect(await of("a.doc", endless)).toEqual({ reason: expect.stringMatching(/isn't a valid Word/) });
  });

  test("a file that the category does not accept, with what it accepts", async () => {
    expect(await of("a.dcm", aDicom(), "laboratory")).toEqual({
      reason: "Only PDF, JPG, JPEG or PNG files are accepted.",
    });
    expect(await of("a.doc", aDoc(), "imaging")).toEqual({
      reason: expect.stringMatching(/DCM files are accepted/),
    });
    expect(await of("a.dcm", aDicom(), "imaging")).toEqual({ kind: "dicom" });
    expect(await of("a.doc", aDoc(), "other")).toEqual({ kind: "doc" });
  });
});
