import { RefusedList } from "./refused-list.ts";

const OPENED = "Open it in a spreadsheet program, save it as Excel workbook (.xlsx) and choose it again.";

/** Files that are often named like a list and are none that is read, by how they begin. */
const TEXTS: readonly (readonly [begin: RegExp, words: string])[] = [
  [
    /^\s*(?:<\?xml[\s\S]*?\?>\s*)?(?:<\?mso[\s\S]*?\?>\s*)?<(?:\w+:)?Workbook\b/,
    `This is a workbook in XML (Excel 2003). ${OPENED}`,
  ],
  [
    /^\s*(?:<\?xml[\s\S]*?\?>\s*)?<office:document\b/,
    `This is a flat OpenDocument spreadsheet (.fods). ${OPENED}`,
  ],
  [/^ID;P/, `This is a SYLK file. ${OPENED}`],
  [/^TABLE\r?\n0,1\r?\n/, `This is a DIF file. ${OPENED}`],
  [
    /^\s*\{\\rtf/,
    "This is a text document (RTF). Copy its table into a spreadsheet program and save it as XLSX.",
  ],
  [
    /^%PDF-/,
    "This is a PDF. Ask the other system for an export as Excel or CSV, or copy the table into a spreadsheet program.",
  ],
  [/^\s*<(?:\?xml|[A-Za-z])/, `This is an XML file and no list. ${OPENED}`],
  [/^BEGIN:VCARD/i, "These are contact cards (vCard). Export the contacts as CSV."],
];

/** @throws RefusedList for a text in another format, with what to do */
export function refuseOtherTexts(text: string): void {
  const start = text.slice(0, 2000);
  const found = TEXTS.find(([begin]) => begin.test(start));
  if (found) throw new RefusedList(found[1]);
}

/** What an archive is that is no Excel workbook, by its parts. */
export function otherArchive(has: (part: string) => boolean): string {
  if (has("xl/workbook.bin")) return "This is an .xlsb workbook. Save it as .xlsx and choose it again.";
  if (has("word/document.xml"))
    return "This is a Word document, not an Excel workbook. Copy its table into a spreadsheet program and save it as XLSX.";
  if (has("Index/Document.iwa"))
    return "This is a Numbers spreadsheet. In Numbers choose File, Export To, Excel, and choose that file.";
  if (has("content.xml"))
    return "This is an OpenDocument spreadsheet (.ods). Save it as Excel workbook (.xlsx) and choose it again.";
  if (has("manifest.json"))
    return "This is a whole archive and not an Excel workbook. Unpack it and choose one list, such as csv/patients.csv.";
  return "This is not an Excel workbook. Save the list as XLSX or CSV.";
}
