/** Small valid files of every kind that a clinic stores. */
import { crc32 } from "node:zlib";

export const aPdf = (text = "Hemoglobin 142 g/L") =>
  Buffer.from(
    `%PDF-1.4\n%âãÏÓ\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n`,
    "latin1",
  );

/** A list of patients to import. */
export const aPatientList = 'Name,Birthday,Sex\n"Lim, Bo",1990-01-02,M\n"Tan, Cy",1991-03-04,F\n';

/** One blue pixel with valid checksums. */
export const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

export function aPng(width = 1, height = 1): Buffer {
  const picture = Buffer.from(onePixel);
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  picture.writeUInt32BE(crc32(picture.subarray(12, 29)), 29);
  return picture;
}

/** With a segment of the camera's own before the frame header, as phones write it. */
export function aJpeg(width = 640, height = 480): Buffer {
  const exif = Buffer.concat([Buffer.from("ffe10806", "hex"), Buffer.from("Exif\0\0"), Buffer.alloc(2046)]);
  const frame = Buffer.from("ffc0000b080000000001011100", "hex");
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([
    Buffer.from("ffd8", "hex"),
    exif,
    frame,
    Buffer.from("ffda0008010100003f0000ffd9", "hex"),
  ]);
}

export function aDicom(preamble: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(132);
  preamble.copy(head, 0, 0, 128);
  head.write("DICM", 128);
  return Buffer.concat([
    head,
    Buffer.from("0200000055 4c0400 c4000000".replaceAll(" ", ""), "hex"),
    Buffer.alloc(64),
  ]);
}

const sector = 512;

/** A compound file (MS-CFB) whose directory names these streams. */
export function aCompoundFile(...streams: string[]): Buffer {
  const names = ["Root Entry", ...streams];
  const directorySectors = Math.ceil(names.length / 4);
  const header = Buffer.alloc(sector, 0xff);
  header.fill(0, 0, 76);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(header);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(sector, 0xff);
  for (let at = 1; at < directorySectors; at += 1) table.writeUInt32LE(at + 1, at * 4);
  table.writeUInt32LE(0xfffffffe, directorySectors * 4);
  const directory = Buffer.alloc(directorySectors * sector);
  for (const [index, name] of names.entries()) {
    const at = index * 128;
    directory.write(name, at, "utf16le");
    directory.writeUInt16LE((name.length + 1) * 2, at + 64);
    directory[at + 66] = index === 0 ? 5 : 2;
  }
  return Buffer.concat([header, table, directory]);
}

export const aDoc = () => aCompoundFile("1Table", "SummaryInformation", "Data", "CompObj", "WordDocument");

/** A ZIP archive of stored, empty entries that claim to have `size` bytes when unpacked. */
export function aZip(names: string[], size = 100): Buffer {
  const locals: Buffer[] = [];
  const listed: Buffer[] = [];
  let at = 0;
  for (const name of names) {
    const text = Buffer.from(name);
    const local = Buffer.concat([Buffer.from("504b0304", "hex"), Buffer.alloc(26), text]);
    local.writeUInt16LE(text.length, 26);
    const entry = Buffer.concat([Buffer.from("504b0102", "hex"), Buffer.alloc(42), text]);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(text.length, 28);
    entry.writeUInt32LE(at, 42);
    locals.push(local);
    listed.push(entry);
    at += local.length;
  }
  const directory = Buffer.concat(listed);
  const end = Buffer.concat([Buffer.from("504b0506", "hex"), Buffer.alloc(18)]);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

export const aDocx = () => aZip(["[Content_Types].xml", "_rels/.rels", "word/document.xml"]);

type Part = readonly [name: string, bytes: Buffer | string];
const boundary = "klinika-test-boundary";

/** multipart/form-data as a browser sends it. */
export function asMultipart(files: readonly Part[], field = "files") {
  const parts = files.flatMap(([name, bytes]) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name.replace(/[\r\n"]/g, (letter) => encodeURIComponent(letter))}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(bytes as string),
    Buffer.from("\r\n"),
  ]);
  return {
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}

/** 64 × 48 pixels, the left half red (200, 30, 30), the right half blue (30, 30, 200), compressed by x265. */
export const aHeic = (): Buffer =>
  Buffer.from(
    "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA" +
      "AA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAgAACAAEAAAAAAAAA" +
      "AQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAA" +
      "ALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQED" +
      "cAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlz" +
      "cGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGlt" +
      "ZwACAAEAAQAAAIhtZGF0AAAAfCgBrw7gV4YDk6/3b2v//mSHkP5Rb0wU/9oVdp/iba//8B4CxdU1w/CGOY7AmSGxj106fLZ4g3EZ" +
      "U7dHHoLj4wJm/XY09IY+MHMPmh+BInvOU5DXFlZpgPn/5K/NP3C+cPe4Nw1dMCxq8cY+ug5EsLqWfRI3ce0VWHu7hb8=",
    "base64",
  );
