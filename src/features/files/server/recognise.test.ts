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
