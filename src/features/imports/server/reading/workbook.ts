import { SaxesParser } from "saxes";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import { otherArchive } from "./refused-formats.ts";
import { RefusedList } from "./refused-list.ts";

/** The limit of all parts' unpacked bytes, whatever they declare. */
const MAX_UNPACKED = 400_000_000;
const MAX_PARTS = 2000;
/** The limits of the shared strings: characters, and number. */
const MAX_SHARED_TEXT = 60_000_000;
const MAX_SHARED = 3_000_000;
const MAX_SHEETS = 200;

/** Handles the elements of a part. Names have no prefix. */
export type PartReader = {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
};

/** As a day, or with at least this many digits: "00000" shows 123 as 00123. With a unit behind it: `0 "lbs"`, `0%`. */
export type NumberStyle = { isDate: boolean; digits: number; unit: string };

export type Workbook = {
  /** Visible ones. */
  sheets: { name: string; part: string }[];
  sharedTexts: readonly string[];
  /** How numbers of a cell style are shown. */
  styles: readonly NumberStyle[];
  is1904: boolean;
  parse(part: string, reader: PartReader): Promise<void>;
  close(): void;
};

const MARKS = {
  zip: [0x50, 0x4b, 0x03, 0x04],
  // Old workbooks, and new ones with a password.
  compound: [0xd0, 0xcf, 0x11, 0xe0],
};

const startsWith = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, index) => bytes[index] === byte);

export const isWorkbook = (bytes: Uint8Array): boolean =>
  startsWith(bytes, MARKS.zip) || startsWith(bytes, MARKS.compound);

/** @throws RefusedList */
export async function openWorkbook(bytes: Uint8Array): Promise<Workbook> {
  if (startsWith(bytes, MARKS.compound))
    throw new RefusedList(
      "This is an old .xls workbook, or one with a password. Save it as .xlsx without a password and choose it again.",
    );
  const parts = await Parts.open(bytes);
  const isThere = (name: string) => parts.has(name);
  if (!isThere("xl/workbook.xml")) throw new RefusedList(otherArchive(isThere));
  const relations = await relationsOf(parts);
  const { sheets, is1904 } = await bookOf(parts, relations);
  const sharedTexts = isThere("xl/sharedStrings.xml") ? await sharedTextsOf(parts) : [];
  const styles = isThere("xl/styles.xml") ? await stylesOf(parts) : [];
  return {
    sheets,
    sharedTexts,
    styles,
    is1904,
    parse: (part, reader) => parts.parse(part, reader),
    close: () => parts.close(),
  };
}

/** The parts of the archive, unpacked as streams and counted. */
class Parts {
  private readonly zip: ZipFile;
  private readonly entries: ReadonlyMap<string, Entry>;
  private unpacked = 0;
  /** By part: it may be read twice, and counts once. */
  private readonly sizes = new Map<string, number>();

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.zip = zip;
    this.entries = entries;
  }

  static async open(bytes: Uint8Array): Promise<Parts> {
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      fromBuffer(buffer, { lazyEntries: true, validateEntrySizes: true }, (error, opened) =>
        error ? reject(damaged()) : resolve(opened),
      );
    });
    if (zip.entryCount > MAX_PARTS) throw new RefusedList("This workbook has more parts than a list needs.");
    const entries = new Map<string, Entry>();
    await new Promise<void>((resolve, reject) => {
      zip.on("entry", (entry: Entry) => {
        entries.set(entry.fileName.replace(/^\//, ""), entry);
        zip.readEntry();
      });
      zip.once("end", resolve);
      zip.once("error", () => reject(damaged()));
      zip.readEntry();
    });
    return new Parts(zip, entries);
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  close(): void {
    this.zip.close();
  }

  async parse(name: string, reader: PartReader): Promise<void> {
    const entry = this.entries.get(name);
    if (!entry) throw damaged();
    if (entry.isEncrypted()) throw new RefusedList("This workbook has a password. Save it without one.");
    this.unpacked -= this.sizes.get(name) ?? 0;
    const before = this.unpacked;
    if (this.unpacked + entry.uncompressedSize > MAX_UNPACKED) throw tooLarge();
    const parser = new SaxesParser({ position: false, xmlns: false });
    const local = (tag: string) => tag.slice(tag.indexOf(":") + 1);
    parser.on("doctype", () => {
      throw withEntities();
    });
    parser.on("error", () => {
      throw damaged();
    });
    parser.on("opentag", ({ name: tag, attributes }) => reader.open?.(local(tag), attributes));
    parser.on("closetag", ({ name: tag }) => reader.close?.(local(tag)));
    parser.on("text", (text) => reader.text?.(text));
    const decoder = new TextDecoder("utf-8");
    for await (const chunk of await this.stream(entry)) {
      this.unpacked += chunk.length;
      if (this.unpacked > MAX_UNPACKED) throw tooLarge();
      const text = decoder.decode(chunk, { stream: true });
      if (text.includes("<!DOCTYPE") || text.includes("<!ENTITY")) throw withEntities();
      parser.write(text);
    }
    parser.close();
    this.sizes.set(name, this.unpacked - before);
  }

  private async stream(entry: Entry): Promise<AsyncIterable<Buffer>> {
    const opened = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      this.zip.openReadStream(entry, (error, stream) => (error ? reject(damaged()) : resolve(stream)));
    });
    return unbroken(opened as AsyncIterable<Buffer>);
  }
}

/** A stream that fails (wrong size or checksum) means a damaged archive. */
async function* unbroken(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await chunks.next().catch(() => {
        throw damaged();
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await chunks.return?.();
  }
}

async function relationsOf(parts: Parts): Promise<ReadonlyMap<string, string>> {
  const relations = new Map<string, string>();
  await parts.parse("xl/_rels/workbook.xml.rels", {
    open(name, { Id = "", Target = "", TargetMode }) {
      if (name !== "Relationship" || TargetMode === "External") return;
      relations.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return relations;
}

async function bookOf(parts: Parts, relations: ReadonlyMap<string, string>) {
  const sheets: Workbook["sheets"] = [];
  let is1904 = false;
  await parts.parse("xl/workbook.xml", {
    open(name, attributes) {
      if (name === "workbookPr") is1904 = ["1", "true"].includes(attributes.date1904 ?? "");
      if (name !== "sheet" || (attributes.state ?? "visible") !== "visible") return;
      if (sheets.length === MAX_SHEETS) throw new RefusedList("The workbook has more than 200 sheets.");
      const id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1] ?? "";
      const part = relations.get(id);
      if (part && parts.has(part)) sheets.push({ name: attributes.name ?? "Sheet", part });
    },
  });
  return { sheets, is1904 };
}

async function sharedTextsOf(parts: Parts): Promise<string[]> {
  const texts: string[] = [];
  let written = "";
  let length = 0;
  let isIn = false;
  // Phonetic hints are not part of the text.
  let isPhonetic = false;
  await parts.parse("xl/sharedStrings.xml", {
    open(name) {
      if (name === "si") written = "";
      if (name === "rPh") isPhonetic = true;
      if (name === "t") isIn = !isPhonetic;
    },
    text(text) {
      if (isIn) written += text;
    },
    close(name) {
      if (name === "t") isIn = false;
      if (name === "rPh") isPhonetic = false;
      if (name !== "si") return;
      texts.push(written);
      length += written.length;
      if (length > MAX_SHARED_TEXT || texts.length > MAX_SHARED) throw tooLarge();
    },
  });
  return texts;
}

/** Built-in number formats that are dates. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** Without quoted text, escapes and colors, a date format contains a day or a year, or months as words. */
const isDateFormat = (code: string) =>
  /[dy]|mmm/i.test(code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, "").replace(/general/gi, ""));

/** The digits of a format of zeros alone, also with separators: 12 of `00\-000000000\-0`. Else 0. */
function digitsOf(code: string): number {
  const [shown = ""] = code.split(";");
  const zeros = shown.replace(/\[[^\]]*\]|["\\ ()-]/g, "");
  return /^0+$/.test(zeros) ? zeros.length : 0;
}

/** What a format shows behind a number, of letters or a percent sign; "" for none. */
function unitOf(code: string): string {
  const [first = ""] = code.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  const shown = first
    .replace(/\[[^\]]*\]|_.|\*.|E[+-]0+/g, "")
    .replace(/"([^"]*)"/g, "$1")
    .replaceAll("\\", "");
  return /(?:[0#?]|general)\s*(%|°?\p{L}[\p{L}/.]*)\s*$/iu.exec(shown)?.[1] ?? "";
}

/** Built-in formats of percentages. */
const isBuiltInPercent = (id: number) => id === 9 || id === 10;

async function stylesOf(parts: Parts): Promise<NumberStyle[]> {
  const formats = new Map<number, NumberStyle>();
  const styles: NumberStyle[] = [];
  let isInCells = false;
  await parts.parse("xl/styles.xml", {
    open(name, attributes) {
      const id = Number(attributes.numFmtId);
      const { formatCode = "" } = attributes;
      if (name === "numFmt")
        formats.set(id, {
          isDate: isDateFormat(formatCode),
          digits: digitsOf(formatCode),
          unit: unitOf(formatCode),
        });
      if (name === "cellXfs") isInCells = true;
      if (name === "xf" && isInCells)
        styles.push(
          formats.get(id) ?? {
            isDate: isBuiltInDate(id),
            digits: 0,
            unit: isBuiltInPercent(id) ? "%" : "",
          },
        );
    },
    close(name) {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return styles;
}

const damaged = () =>
  new RefusedList("The workbook is damaged. Open it in a spreadsheet program, save it and choose it again.");

const tooLarge = () =>
  new RefusedList(
    "Unpacked, this workbook is larger than 400 MB, which no list of 50,000 patients is. It is not read.",
  );

const withEntities = () =>
  new RefusedList("This workbook contains definitions that spreadsheets do not write. It is not read.");
