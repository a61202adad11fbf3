import { crc32, deflateRawSync } from "node:zlib";
import { columnLetters } from "./reading/list-builder.ts";

/** A cell of a generated workbook: text, a number, a day, or XML of its own. */
type MadeCell = string | number | { day: number } | { xml: string } | null;

type Part = { name: string; content: string | Buffer; declaredSize?: number };

/** A zip archive of these parts. `declaredSize` misstates a part's unpacked size. */
export function zipOf(parts: readonly Part[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content, declaredSize } of parts) {
    const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content);
    const packed = deflateRawSync(bytes, { level: 6 });
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(crc32(bytes), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(declaredSize ?? bytes.length, 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    entry.writeUInt16LE(20, 6);
    head.copy(entry, 10, 8, 28);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    local.push(head, Buffer.from(name), packed);
    central.push(entry, Buffer.from(name));
    offset += head.length + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

type Sheet = { name: string; rows: readonly (readonly MadeCell[])[]; isHidden?: boolean };

/** The parts of a workbook as Excel writes them: shared strings, days as numbers with a style. */
export function workbookParts(sheets: readonly Sheet[], { is1904 = false } = {}): Part[] {
  const shared = new Map<string, number>();
  const cellOf = (cell: MadeCell, row: number, column: number): string => {
    const at = `${columnLetters(column)}${row + 1}`;
    if (cell === null || cell === "") return "";
    if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
    if (typeof cell === "object")
      return "day" in cell ? `<c r="${at}" s="1"><v>${cell.day}</v></c>` : cell.xml.replace("AT", at);
    const index = shared.get(cell) ?? shared.size;
    shared.set(cell, index);
    return `<c r="${at}" t="s"><v>${index}</v></c>`;
  };
  const xml = (content: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${content}`;
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const drawn = sheets.map(
    ({ rows }) =>
      `<worksheet ${main}><sheetData>${rows
        .map(
          (row, index) =>
            `<row r="${index + 1}">${row.map((cell, column) => cellOf(cell, index, column)).join("")}</row>`,
        )
        .join("")}</sheetData></worksheet>`,
  );
  return [
    {
      name: "xl/workbook.xml",
      content: xml(
        `<workbook ${main} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr${is1904 ? ' date1904="1"' : ""}/><sheets>${sheets
          .map(
            ({ name, isHidden }, index) =>
              `<sheet name="${escaped(name)}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ""} r:id="rId${index + 1}"/>`,
          )
          .join("")}</sheets></workbook>`,
      ),
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: xml(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets
          .map(
            (_, index) =>
              `<Relationship Id="rId${index + 1}" Type="worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
          )
          .join("")}</Relationships>`,
      ),
    },
    {
      name: "xl/styles.xml",
      content: xml(
        `<styleSheet ${main}><numFmts count="5"><numFmt numFmtId="164" formatCode="mm/dd/yyyy;@"/><numFmt numFmtId="165" formatCode="00000"/><numFmt numFmtId="166" formatCode="00\\-000000000\\-0;@"/><numFmt numFmtId="167" formatCode="0.00"/><numFmt numFmtId="168" formatCode="0.0&quot; lbs&quot;"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/><xf numFmtId="168"/><xf numFmtId="9"/></cellXfs></styleSheet>`,
      ),
    },
    ...drawn.map((content, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: xml(content),
    })),
    {
      name: "xl/sharedStrings.xml",
      content: xml(
        `<sst ${main}>${[...shared.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join("")}</sst>`,
      ),
    },
  ];
}

export const workbookOf = (sheets: readonly Sheet[], options: { is1904?: boolean } = {}): Buffer =>
  zipOf(workbookParts(sheets, options));
