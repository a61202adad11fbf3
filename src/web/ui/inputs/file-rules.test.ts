import { expect, test } from "vitest";
import { refusals } from "./file-rules.ts";

const file = (name: string, bytes: number) => ({ name, size: bytes }) as File;
const rules = { accept: ["pdf", "jpg"], max: 3 };

test("every refused file is listed with its reason, the others are accepted", () => {
  const files = [
    file("CBC.PDF", 1000),
    file("notes.docx", 1000),
    file("ECG.jpg", 14.2 * 1024 * 1024),
    file("empty.pdf", 0),
    file("BNP.pdf", 1000),
    file("Lipids.pdf", 1000),
  ];
  expect(refusals(files, rules, 1)).toEqual([
    undefined,
    "Only PDF, JPG. Not added.",
    "Over 10MB (14.2 MB). Not added.",
    "The file is empty. Not added.",
    undefined,
    "Only 3 files. Not added.",
  ]);
});
