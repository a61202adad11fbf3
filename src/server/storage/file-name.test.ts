import { expect, test } from "vitest";
import { cpuTime } from "#test/cpu-time.ts";
import { cleanFileName, endingOf } from "./file-name.ts";

test.each([
  ["CBC result.pdf", "CBC result.pdf"],
  ["Peñaflor – résumé.PDF", "Peñaflor – résumé.PDF"],
  ["Pen\u0303a.pdf", "Peña.pdf"],
  ["../../etc/passwd.pdf", "passwd.pdf"],
  ["C:\\Users\\Ana\\CBC.pdf", "CBC.pdf"],
  ["CBC\r\nSet-Cookie: x=1.pdf", "CBCSet-Cookie_ x=1.pdf"],
  ["invoice\u202Efdp.exe", "invoicefdp.exe"],
  ["zero\u200Bwidth\u0000.pdf", "zerowidth.pdf"],
  ['say "aah"?.png', "say _aah__.png"],
  ["  many   spaces .pdf", "many spaces.pdf"],
  ["...hidden.pdf", "hidden.pdf"],
  [".pdf", "pdf"],
  ["..", "file"],
  ["", "file"],
  ["検査結果.pdf", "検査結果.pdf"],
])("%j is shown as %j", (sent, shown) => {
  expect(cleanFileName(sent)).toBe(shown);
});

test("a name of 4,000 characters keeps its beginning and its extension", () => {
  const shown = cleanFileName(`${"ñ".repeat(4000)}.jpeg`);
  expect(shown).toMatch(/^ñ{145}\.jpeg$/);
  expect(cleanFileName("x".repeat(4000))).toHaveLength(150);
});

test("the extension is the last one, in lower case", () => {
  expect(["a.PDF", "a.tar.gz", "a", "a.", "a.b c"].map(endingOf)).toEqual(["pdf", "gz", "", "", ""]);
});

test("a name of any length and shape is cleaned quickly", () => {
  const start = cpuTime();
  for (const shape of [".", ". ", "\u0315\u0300", "/", "a"]) {
    const name = cleanFileName(`a${shape.repeat(400_000 / shape.length)}x.pdf`);
    expect(name.endsWith(".pdf")).toBe(true);
    expect([...name].length).toBeLessThanOrEqual(150);
  }
  // Over 5,000 ms of one of them before.
  expect(cpuTime() - start).toBeLessThan(200);
});
