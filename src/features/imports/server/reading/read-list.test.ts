import { describe, expect, it } from "vitest";
import { cpuTime } from "#test/cpu-time.ts";
import { workbookOf, workbookParts, zipOf } from "../testing-lists.ts";
import type { ListRow } from "./list-builder.ts";
import { readList } from "./read-in-worker.ts";
import { RefusedList } from "./refused-list.ts";

const rowsOf = (chunks: readonly Uint8Array[]): ListRow[] =>
  chunks.flatMap((chunk) => JSON.parse(new TextDecoder().decode(chunk)) as ListRow[]);

const read = async (bytes: Uint8Array, sheet: string | null = null) => {
  const list = await readList({ bytes, sheet, encoding: null });
  return { ...list, rows: rowsOf(list.chunks) };
};

const refusal = (bytes: Uint8Array) =>
  readList({ bytes, sheet: null, encoding: null }).then(
    () => "read",
    (error: unknown) => (error instanceof RefusedList ? error.message : `threw ${String(error)}`),
  );

const list = "Pangalan,Kaarawan\r\nNuñez Althea,2018-07-19\r\n";
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, "utf16le");
  return isBig ? bytes.swap16() : bytes;
};

describe("CSV", () => {
  it.each([
    ["UTF-8", Buffer.from(list)],
    ["UTF-8", Buffer.from(`\ufeff${list}`)],
    ["UTF-16", utf16(`\ufeff${list}`)],
    ["UTF-16", utf16(`\ufeff${list}`, true)],
    ["UTF-16", utf16(list.repeat(8))],
    ["Windows-1252", Buffer.from(list, "latin1")],
  ])("in %s", async (encoding, bytes) => {
    const found = await read(bytes);
    expect(found.encoding).toBe(encoding);
    expect(found.headers).toEqual(["Pangalan", "Kaarawan"]);
    expect(found.rows[0]).toEqual([2, ["Nuñez Althea", "2018-07-19"]]);
  });

  it.each([[";"], ["\t"], [","]])("delimited by %j, with the other delimiters in quotes", async (sign) => {
    const found = await read(
      Buffer.from(`Name${sign}Sex${sign}Address\n"Cruz, Ana; \tB"${sign}F${sign}"Unit 1\nCebu, ""City"""\n`),
    );
    expect(found.rows).toEqual([[2, ["Cruz, Ana; \tB", "F", 'Unit 1\nCebu, "City"']]]);
  });

  it.each([["Name,Sex\r\nAna,F\nBen,M\rCy,M\r\n"], ["Name,Sex\nAna,F\r\nBen,M\r\rCy,M"]])(
    "with several line ends, %j",
    async (text) => {
      const found = await read(Buffer.from(text));
      expect(found.rows.map(([, cells]) => cells)).toEqual([
        ["Ana", "F"],
        ["Ben", "M"],
        ["Cy", "M"],
      ]);
    },
  );

  it("with formulas that keep leading zeros", async () => {
    const found = await read(Buffer.from('Name,Number,Phone\nAna,="00123","=""0917"""\n'));
    expect(found.rows).toEqual([[2, ["Ana", "00123", "0917"]]]);
  });

  const header = "Last name,First name,Birthday,Sex,Remarks";
  it.each([
    ["a quoted row", '"Ang","Fe","1995-01-01","F","last"'],
    ["a row with a quotation mark in a word", 'Ang,Fe,1995-01-01,F,said "yes"'],
    ["a row with inches", 'Ang,Fe,1995-01-01,F,6" of scar'],
  ])("refuses a quotation mark that swallows %s", async (_, next) => {
    const text = [header, "Uy,Di,1993-01-01,F,fine", 'Go,El,1994-01-01,M,"see', next, "Sy,Gi,1996-01-01,F,"];
    expect(await refusal(Buffer.from(text.join("\r\n")))).toBe(
      "The quotation mark in the row of line 3 is not closed, so the rows after it cannot be told apart. Close or delete it and choose the list again.",
    );
  });

  it("names the line of a quotation mark that is never closed", async () => {
    const text = [
      header,
      'Uy,Di,1993-01-01,F,"two\nlines"',
      'Go,El,1994-01-01,M,"see',
      "Sy,Gi,1996-01-01,F,",
    ];
    expect(await refusal(Buffer.from(text.join("\n")))).toMatch(
      /^The quotation mark in the row of line 4 is/,
    );
  });

  it("reads quotation marks within a cell, and cells of several lines", async () => {
    const remarks = ['2" laceration', 'said "ok"', '"Nene" to family', '"Nene"\nto family, Cebu'];
    const quoted = remarks.map((cell, index) => (index < 2 ? cell : `"${cell.replaceAll('"', '""')}"`));
    const found = await read(
      Buffer.from([header, ...quoted.map((cell) => `Go,El,1994-01-01,M,${cell}`)].join("\n")),
    );
    expect(found.rows.map(([, cells]) => cells[4])).toEqual(remarks);
    expect(found.leftOut).toBeNull();
  });

  it.each([[","], [";"], ["\t"]])("reads quotation marks after spaces, delimited by %j", async (sign) => {
    const rows = [
      ["Name", "Sex", "Address", "Remarks"],
      ['"Cruz, Ana; \tB"', ' "F"', ' "Unit 1\nCebu, ""City"""', ""],
      ["", "M", "", ' "x"'],
    ];
    const found = await read(Buffer.from(rows.map((row) => row.join(sign)).join("\n")));
    expect(found.rows.map(([, cells]) => cells)).toEqual([
      ["Cruz, Ana; \tB", "F", 'Unit 1\nCebu, "City"'],
      ["", "M", "", "x"],
    ]);
  });

  it("reports rows inside a cell, which two quotation marks of different rows make", async () => {
    const text = [
      header,
      'Go,El,1994-01-01,M,"see',
      "Ang,Fe,1995-01-01,F,",
      'Sy,Gi,1996-01-01,F,6"',
      "Uy,Di,1993-01-01,F,",
    ];
    const found = await read(Buffer.from(text.join("\n")));
    expect(found.rowCount).toBe(2);
    expect(found.leftOut).toBe(
      "The row of line 2 has a cell with lines that look like rows of the list. If they are patients, a quotation mark is missing: correct it and choose the list again.",
    );
  });

  describe("with a comma in a text without quotation marks", () => {
    const headers = "Name,Sex,Address,Allergies";
    it.each([
      ["a text", "Ana Cruz,F,12 Rizal St, Cebu City,Penicillin"],
      ["an empty cell", "Ana Cruz,F,12 Rizal St, Cebu City,"],
    ])("refuses rows that end with %s one column too far right", async (_, shifted) => {
      const text = ["My Clinic,,,,,", headers, "Bo Lim,M,Banilad,None", shifted, ",,,,", "Total: 2,,,,,,"];
      expect(await refusal(Buffer.from(text.join("\n")))).toBe(
        "Row 4 has more cells than there are headers, so a text may stand under the wrong one. Put texts with a comma in quotation marks, or give each column a header, and choose the list again.",
      );
    });

    it("names the first such row, and how many there are", async () => {
      const text = [headers, "Bo Lim,M,Banilad,", ...Array(3).fill("Ana Cruz,F,12 Rizal St, Cebu City,")];
      expect(await refusal(Buffer.from(text.join("\n")))).toMatch(
        /^Row 3 and 2 more have more cells than there/,
      );
    });

    it("reports that all rows are wider than the headers", async () => {
      const text = [headers, "Bo Lim,M,Banilad, Cebu City,", "Ana Cruz,F,12 Rizal St, Cebu City,Penicillin"];
      const found = await read(Buffer.from(text.join("\n")));
      expect(found.leftOut).toBe(
        "Each row has more cells than there are headers. Check that each text stands under its own header.",
      );
    });

    it("reads rows that all end with the delimiter, and shorter ones", async () => {
      const text = [headers, "Bo Lim,M,Banilad,,", "Ana Cruz,F,Cebu,Penicillin,", "Cy Tan,F"];
      const found = await read(Buffer.from(text.join("\n")));
      expect(found).toMatchObject({ rowCount: 3, leftOut: null });
    });
  });

  it("finds the headers below a title, drops empty rows and repeated headers", async () => {
    const found = await read(
      Buffer.from("My Clinic,,\n,,\nName,Sex,Age\nAna,F,3\n,,\nName,Sex,Age\nBen,M,4\n"),
    );
    expect(found).toMatchObject({ headers: ["Name", "Sex", "Age"], headerRow: 3, rowCount: 2 });
    expect(found.rows).toEqual([
      [4, ["Ana", "F", "3"]],
      [7, ["Ben", "M", "4"]],
    ]);
  });

  it("names the columns of a list without headers", async () => {
    const found = await read(Buffer.from("Ana Cruz,0917 555 0123\nBen Cruz,0917 555 0124\n"));
    expect(found).toMatchObject({ headers: ["Column A", "Column B"], headerRow: 0, rowCount: 2 });
  });

  it("counts which order the dates of a column have", async () => {
    const found = await read(
      Buffer.from("Name,Birthday\na,03/04/1972\nb,12/31/1980\nc,8-Mar-61\nd,5/5/80\n"),
    );
    expect(found.profiles[1]?.dates).toEqual({
      either: 1,
      example: "03/04/1972",
      monthFirst: 1,
      dayFirst: 0,
      shortYears: 2,
    });
  });

  it("refuses invalid, too long and too wide ones with a message", async () => {
    expect(await refusal(Buffer.from([1, 0, 2, 0, 0, 0, 3]))).toMatch(/not a list/);
    expect(await refusal(Buffer.from('Name,Sex\n"Ana,F\nBen,M\n'))).toMatch(/quotation mark/);
    expect(await refusal(Buffer.from(`Name,Sex\n${"x,".repeat(10_000)}y\n`))).toMatch(/200 columns/);
    expect(await refusal(Buffer.from(`Name,Sex\n${"Ana,F\n".repeat(50_001)}`))).toMatch(/50,000 rows/);
    expect(await refusal(Buffer.from("Name,Sex\n"))).toMatch(/No rows/);
    expect(await refusal(Buffer.from(`Name,Sex\nAna,${"x".repeat(40_000)}\n`))).toMatch(/32,767/);
    const wide = `Ana,${"x".repeat(30_000)},${"x".repeat(30_000)}`;
    expect(await refusal(Buffer.from(`Name,Sex,Remarks\n${wide}\n`))).toMatch(/Row 2 .*50,000 characters/);
  });

  it("reads long cells in time linear in their length", async () => {
    const start = cpuTime();
    const note = "x ".repeat(16_000);
    const found = await read(Buffer.from(`Name,Sex,Remarks\n${`Ana,F,${note}\n`.repeat(200)}`));
    expect(found.rowCount).toBe(200);
    expect(cpuTime() - start).toBeLessThan(5000);
  });
});

describe("XLSX", () => {
  const rows = [
    ["Name", "Birthday", "CP #"],
    ["Cruz, Ana", { day: 29_586 }, 9_175_550_123],
    ["Santos, Ben", "03/04/1972", "0917 555 0124"],
  ];

  it("reads texts, days and numbers", async () => {
    const found = await read(workbookOf([{ name: "Master list", rows }]));
    expect(found).toMatchObject({ format: "xlsx", sheet: "Master list", sheets: ["Master list"] });
    expect(found.rows).toEqual([
      [2, ["Cruz, Ana", "1980-12-31", "9175550123"]],
      [3, ["Santos, Ben", "03/04/1972", "0917 555 0124"]],
    ]);
  });

  it("reads numbers with the leading zeros that their format shows", async () => {
    const shown = (style: number, value: string) => ({ xml: `<c r="AT" s="${style}"><v>${value}</v></c>` });
    const found = await read(
      workbookOf([
        {
          name: "A",
          rows: [
            ["Name", "Patient number", "PhilHealth number", "Amount"],
            ["Ana", shown(2, "123"), shown(3, "12345678901"), shown(4, "7")],
            ["Ben", shown(2, "123456"), shown(3, "123456789012"), shown(4, "7.5")],
          ],
        },
      ]),
    );
    expect(found.rows.map(([, cells]) => cells)).toEqual([
      ["Ana", "00123", "012345678901", "7"],
      ["Ben", "123456", "123456789012", "7.5"],
    ]);
  });

  it("reads numbers with the unit that their format shows", async () => {
    const shown = (style: number, value: string) => ({ xml: `<c r="AT" s="${style}"><v>${value}</v></c>` });
    const found = await read(
      workbookOf([
        {
          name: "A",
          rows: [
            ["Name", "Weight", "O2 sat"],
            ["Ana", shown(5, "154"), shown(6, "0.98")],
            ["Ben", shown(5, "154.5"), shown(6, "1")],
          ],
        },
      ]),
    );
    expect(found.rows.map(([, cells]) => cells)).toEqual([
      ["Ana", "154 lbs", "98%"],
      ["Ben", "154.5 lbs", "100%"],
    ]);
  });

  it("says which rows are hidden, and reads them", async () => {
    const hidden = workbookParts([{ name: "Master list", rows }]).map((part) =>
      part.name.includes("sheet1")
        ? { ...part, content: String(part.content).replace('<row r="3"', '<row r="3" hidden="1"') }
        : part,
    );
    const found = await read(zipOf(hidden));
    expect(found.rows).toHaveLength(2);
    expect(found.leftOut).toBe(
      "One row is hidden in the workbook and read all the same. Delete what does not belong here, and choose the list again.",
    );
  });

  it("reads days counted from 1904", async () => {
    const found = await read(
      workbookOf(
        [
          {
            name: "A",
            rows: [
              ["Name", "Birthday"],
              ["Ana", { day: 28_124 }],
            ],
          },
        ],
        { is1904: true },
      ),
    );
    expect(found.rows[0]?.[1]).toEqual(["Ana", "1980-12-31"]);
  });

  it("reads the first visible sheet that is not empty, or the named one", async () => {
    const workbook = workbookOf([
      { name: "Old", rows, isHidden: true },
      { name: "Cover", rows: [["Clinic"]] },
      { name: "List", rows },
      {
        name: "Second",
        rows: [
          ["Name", "Sex"],
          ["Dee", "F"],
        ],
      },
    ]);
    expect(await read(workbook)).toMatchObject({ sheet: "List", sheets: ["Cover", "List", "Second"] });
    expect((await read(workbook, "Second")).rows).toEqual([[2, ["Dee", "F"]]]);
  });

  it("reads a formula's saved value, and refuses one without", async () => {
    const withValue = { xml: '<c r="AT" t="str"><f>A1&amp;"x"</f><v>Cruz, Ana</v></c>' };
    expect(
      (
        await read(
          workbookOf([
            {
              name: "A",
              rows: [
                ["Name", "Sex"],
                [withValue, "F"],
              ],
            },
          ]),
        )
      ).rows,
    ).toEqual([[2, ["Cruz, Ana", "F"]]]);
    const without = { xml: '<c r="AT"><f>A1</f></c>' };
    expect(
      await refusal(
        workbookOf([
          {
            name: "A",
            rows: [
              ["Name", "Sex"],
              [without, "F"],
            ],
          },
        ]),
      ),
    ).toMatch(/Cell A2 has a formula without a saved value/);
  });

  it("refuses damaged, locked, old and invalid ones with a message", async () => {
    const good = workbookOf([{ name: "A", rows }]);
    expect(await refusal(good.subarray(0, good.length - 200))).toMatch(/damaged/);
    expect(await refusal(zipOf([{ name: "word/document.xml", content: "<a/>" }]))).toMatch(
      /not an Excel workbook/,
    );
    expect(await refusal(zipOf([{ name: "xl/workbook.bin", content: "x" }]))).toMatch(/xlsb/);
    expect(await refusal(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))).toMatch(/password/);
  });

  const withSheet = (content: string | Buffer, declaredSize?: number) =>
    zipOf(
      workbookParts([{ name: "A", rows }]).map((part) =>
        part.name.includes("sheet1")
          ? { name: part.name, content, ...(declaredSize !== undefined && { declaredSize }) }
          : part,
      ),
    );

  it("refuses zip bombs by declared and by actual size", async () => {
    const big = Buffer.alloc(30_000_000, "<row/>");
    expect(await refusal(withSheet(big, 3_000_000_000))).toMatch(/larger than 400 MB/);
    // A part that unpacks to more than it declares is cut there.
    expect(await refusal(withSheet(big, 1000))).toMatch(/damaged/);
  });

  it("refuses entity definitions, which could read files or expand without limit", async () => {
    const doctype = '<!DOCTYPE w [<!ENTITY a SYSTEM "file:///etc/passwd">]>';
    expect(await refusal(withSheet(`<?xml version="1.0"?>${doctype}<worksheet>&a;</worksheet>`))).toMatch(
      /definitions/,
    );
    expect(await refusal(withSheet("<worksheet>&b;</worksheet>"))).toMatch(/damaged/);
  });

  it("profiles columns by their content", async () => {
    const wide = { xml: '<c r="NTP2" t="inlineStr"><is><t>x</t></is></c>' };
    const empty = { xml: '<c r="XFD2" s="1"/>' };
    expect(
      await refusal(
        workbookOf([
          {
            name: "A",
            rows: [
              ["Name", "Sex"],
              ["Ana", wide],
            ],
          },
        ]),
      ),
    ).toMatch(/200 columns/);
    expect(
      (
        await read(
          workbookOf([
            {
              name: "A",
              rows: [
                ["Name", "Sex"],
                ["Ana", empty],
              ],
            },
          ]),
        )
      ).rows,
    ).toEqual([[2, ["Ana"]]]);
  });
});
