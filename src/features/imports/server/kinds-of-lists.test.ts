import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import type { ListEncoding } from "#features/imports/contract.ts";
import { namedByHeader } from "./header-targets.ts";
import type { ListRow } from "./reading/list-builder.ts";
import { readList } from "./reading/read-in-worker.ts";
import { workbookOf, workbookParts, zipOf } from "./testing-lists.ts";

const read = async (content: string | Buffer, encoding: ListEncoding | null = null) => {
  const list = await readList({ bytes: new Uint8Array(Buffer.from(content)), sheet: null, encoding });
  const rows = list.chunks.flatMap((chunk) => JSON.parse(new TextDecoder().decode(chunk)) as ListRow[]);
  return { ...list, rows, cells: rows.map(([, cells]) => cells) };
};
const refusal = (content: string | Buffer, encoding: ListEncoding | null = null) =>
  readList({ bytes: new Uint8Array(Buffer.from(content)), sheet: null, encoding }).then(
    () => "read",
    (error: Error) => error.message,
  );

describe("letters", () => {
  const list = 'Name,Birthday,Sex\r\n"Ñeco, José",1980-05-02,M\r\n"PEÑA, Begoña",1981-05-02,F\r\n';

  it.each([
    ["DOS (850)", "cp850"],
    ["DOS (850)", "cp437"],
    ["Mac Roman", "macintosh"],
    ["Windows-1252", "windows-1252"],
    ["UTF-16", "utf-16le"],
  ])("of %s are read (%s)", async (encoding, label) => {
    const found = await read(iconv.encode(list, label));
    expect(found.encoding).toBe(encoding);
    expect(found.cells).toEqual([
      ["Ñeco, José", "1980-05-02", "M"],
      ["PEÑA, Begoña", "1981-05-02", "F"],
    ]);
  });

  it.each(["Ñeco, José", "Begoña d’Été", "Müller, Ana", "Ramón – “Mon”"])(
    "%s is made right after it was read as Windows-1252, also twice",
    async (name) => {
      let wrong = name;
      for (let time = 0; time < 2; time += 1) {
        wrong = new TextDecoder("windows-1252").decode(Buffer.from(wrong, "utf8"));
        expect((await read(`Name\tSex\n${wrong}\tF\n`)).cells).toEqual([[name, "F"]]);
      }
    },
  );

  it("are read as the user chooses where the guess is wrong", async () => {
    // Of letters that fit neither better, DOS has "£" where Windows has "œ".
    const bytes = iconv.encode("Name,Sex,Remarks\nAna,F,£5\n", "cp850");
    expect(await read(bytes, "DOS (850)")).toMatchObject({
      encoding: "DOS (850)",
      cells: [["Ana", "F", "£5"]],
    });
    expect(await read(bytes, "Windows-1252")).toMatchObject({ cells: [["Ana", "F", "œ5"]] });
    expect(await refusal(bytes, "UTF-8")).toMatch(/cannot be read as UTF-8/);
  });

  it("that all write alike are no choice", async () => {
    expect(await read("Name,Sex\nAna,F\n")).toMatchObject({ encoding: null });
  });

  it("of right names stay as they are", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(..."abcñÑéíóúüÁÉçÂâß’–“”Šž"), { minLength: 1, maxLength: 20 }),
        async (letters) => {
          const name = `A${letters.join("a")}`;
          expect((await read(`Name\tSex\n${name}\tF\n`)).cells).toEqual([[name, "F"]]);
        },
      ),
    );
  });
});

describe("headers", () => {
  it.each([
    ["Pt. Name", "name.comma"],
    ["Name of Patient", "name.comma"],
    ["Cel #", "contactNumber"],
    ["Mobile No.", "contactNumber"],
    ["Usual Mobile Number", "contactNumber"],
    ["Complete Home Address", "address"],
    ["Birth Date (mm/dd/yyyy)", "birthday"],
    ["Patient's Birthday", "birthday"],
    ["Age/Sex", "ageSex"],
    ["Age & Sex", "ageSex"],
    ["Email Address *", "email"],
    ["Name of Mother", null],
    ["Emergency Contact Number", null],
    ["Place of Birth", null],
    ["Last Visit", null],
    ["Wife's Phone", null],
    ["Daughter Mobile No.", null],
    ["Contact No. ng Bantay", null],
    ["Old Address", null],
    ["Food Allergies", "allergies"],
    ["Date of Death", "recordStatus"],
    ["Deceased?", "recordStatus"],
    ["Company Address", null],
    ["Civil Status", null],
  ])("%s is %s", (header, target) => {
    expect(namedByHeader(header, "patients")?.target ?? null).toBe(target);
  });

  it.each([
    ["Body Weight", "weight"],
    ["Birth Weight (kg)", null],
    ["Target BP", null],
    ["Differential Diagnosis", null],
    ["Past Medications", null],
    ["Maintenance Medications", "medications"],
  ])("%s of a visit is %s", (header, target) => {
    expect(namedByHeader(header, "consultations")?.target ?? null).toBe(target);
  });

  it("in two rows are joined", async () => {
    const found = await read(
      "No,Name,,,Birthday,Contact,\n,Last,First,Middle,,Number,Person\n1,Santos,Ana,P,1980-05-02,0917,Ben\n",
    );
    expect(found.headers).toEqual([
      "No",
      "Last",
      "First",
      "Middle",
      "Birthday",
      "Contact Number",
      "Contact Person",
    ]);
    expect(found.cells).toEqual([["1", "Santos", "Ana", "P", "1980-05-02", "0917", "Ben"]]);
  });

  it("beside their column are moved to it", async () => {
    const found = await read(
      ',,,SAMPLE COOP,,\nKey,,,Client Name,Sex,Birth Date\n1001,,"SANTOS, ANA",,F,05/22/1980\n',
    );
    expect(found.headers[2]).toBe("Client Name");
    expect(found.leftOut).toBe("Not read as patients: row 1 (above the headers).");
  });

  it.each([
    "TOTAL: 2",
    "Total,2",
    "Grand Total No. of patients: 2",
    "Prepared by: Joy Santos RN",
    "Noted by,Dr. Lim",
    "Page 1 of 3",
    "*** Nothing follows ***",
  ])("have no patient in the report's last line: %s", async (foot) => {
    const found = await read(`Name,Age,Sex\n"Santos, Ana",34,F\n"Total, Ben",3,M\nTotales Cy,,F\n${foot}\n`);
    expect(found.rowCount).toBe(3);
    expect(found.leftOut).toBe("Not read as patients: row 5 (a total or a signature).");
  });

  it("missing, the first patient is not taken for them", async () => {
    expect((await read("Santos Ana,F,Cebu City\nReyes Ben,M,Cebu City\n")).rowCount).toBe(2);
  });
});

describe("cells", () => {
  it("merged over several rows have their value in each", async () => {
    const parts = workbookParts([
      {
        name: "A",
        rows: [
          ["Last Name", "First Name", "Sex"],
          ["Santos", "Ana", "F"],
          ["", "Ben", "M"],
          ["", "", ""],
          ["Reyes", "Cy", "M"],
        ],
      },
    ]).map((part) =>
      part.name.includes("sheet1")
        ? {
            ...part,
            content: String(part.content).replace(
              "</sheetData>",
              '</sheetData><mergeCells count="1"><mergeCell ref="A2:A4"/></mergeCells>',
            ),
          }
        : part,
    );
    expect((await read(zipOf(parts))).cells).toEqual([
      ["Santos", "Ana", "F"],
      ["Santos", "Ben", "M"],
      ["Reyes", "Cy", "M"],
    ]);
  });

  it("keep no spreadsheet's mark of a text", async () => {
    expect((await read("Name,Phone,Remarks\nAna,'+639170000001,'-- see\nBen,',\n")).cells).toEqual([
      ["Ana", "+639170000001", "-- see"],
      ["Ben"],
    ]);
  });

  it.each(["|", ";", "\t"])("are parted by %j beside names with commas", async (sign) => {
    const list = [`Name${sign}Birthday${sign}Sex`, `Santos, Ana${sign}1980-05-02${sign}F`].join("\n");
    expect((await read(list)).cells).toEqual([["Santos, Ana", "1980-05-02", "F"]]);
  });
});

describe("files", () => {
  it("that are a web page named .xls are read", async () => {
    const found = await read(
      '\n<html xmlns:x="urn:x"><head><meta charset="utf-8"><style>td{}</style></head><body><table><tr><td>Menu</td></tr></table><table><thead><tr><th>Name</th><th>Birthday</th><th>Sex</th></tr></thead><tr><td rowspan="2">Santos,&nbsp;Ana</td><td>05/22/1980</td><td>F</td></tr><tr><td>05/23/1981</td><td>M</td></tr></table></body></html>',
    );
    expect(found.headers).toEqual(["Name", "Birthday", "Sex"]);
    expect(found.cells).toEqual([
      ["Santos, Ana", "05/22/1980", "F"],
      ["Santos, Ana", "05/23/1981", "M"],
    ]);
  });

  it.each([
    [
      '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="x"/>',
      /XML \(Excel 2003\).*save it as/,
    ],
    ['<?xml version="1.0"?><office:document xmlns:office="x"/>', /OpenDocument.*save it as/],
    ["ID;PWXL;N;E\r\nP;PGeneral\r\n", /SYLK.*save it as/],
    ['TABLE\r\n0,1\r\n"EXCEL"\r\n', /DIF.*save it as/],
    ["{\\rtf1\\ansi Name}", /RTF/],
    ["%PDF-1.7 Name", /PDF/],
    ["BEGIN:VCARD\nFN:Ana\nEND:VCARD\n", /vCard.*CSV/],
    [zipOf([{ name: "Index/Document.iwa", content: "x" }]), /Numbers.*Export To/],
    [zipOf([{ name: "content.xml", content: "<x/>" }]), /OpenDocument/],
    [zipOf([{ name: "word/document.xml", content: "<x/>" }]), /Word/],
  ])("%j is refused with what to do", async (content, words) => {
    expect(await refusal(content as string)).toMatch(words);
  });

  it("of Numbers begin with a summary, which is passed over", async () => {
    const found = await read(
      workbookOf([
        {
          name: "Export Summary",
          rows: [["This document was exported from Numbers."], ["Sheet", "Table"], ["List", "A"]],
        },
        {
          name: "List",
          rows: [
            ["Name", "Sex"],
            ["Santos, Ana", "F"],
          ],
        },
      ]),
    );
    expect(found.sheet).toBe("List");
  });
});

it("no row is lost without a word", async () => {
  const word = fc.constantFrom(
    "Name",
    "Sex",
    "Santos, Ana",
    "F",
    "M",
    "",
    "",
    "Cebu",
    "1980-05-02",
    "Last",
    "First",
    "x",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(word, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 30 }),
      async (rows) => {
        const list = await read(rows.map((row) => row.map((cell) => `"${cell}"`).join(",")).join("\n")).catch(
          () => null,
        );
        if (list === null) return;
        const typed = rows.filter((row) => row.some(Boolean)).length;
        const named = [...(list.leftOut?.matchAll(/rows? ([\d, ]+)(?: and (\d+) more)?/g) ?? [])].reduce(
          (sum, [, numbers = "", more = "0"]) =>
            sum + numbers.split(",").filter((one) => one.trim()).length + Number(more),
          0,
        );
        // One or two rows of headers, which the columns show.
        const headers = typed - list.rowCount - named;
        expect(headers).toBeGreaterThanOrEqual(0);
        expect(headers).toBeLessThanOrEqual(list.headerRow === 0 ? 0 : 2);
      },
    ),
    { numRuns: 300 },
  );
});
