import { describe, expect, test } from "vitest";
import { aCompoundFile, aDicom, aDoc, aDocx, aJpeg, aPdf, aPng, aZip } from "#test/example-files.ts";
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

const html = "<!doctype html><html><script>alert(1)</script></html>";
const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`;
const elf = Buffer.from("7f454c460201010000000000", "hex");
const word = ["[Content_Types].xml", "word/document.xml"];
const looped = aDoc();
// The directory's second sector names its first as the next.
looped.writeUInt32LE(1, 512 + 8);

describe("what is taken", () => {
  test.each([
    ["CBC.pdf", aPdf(), "pdf"],
    ["CBC.PDF", aPdf(), "pdf"],
    ["signed twice.pdf", Buffer.concat([aPdf(), aPdf("appended")]), "pdf"],
    ["padded.pdf", Buffer.concat([aPdf(), Buffer.alloc(1000)]), "pdf"],
    ["2.0.pdf", Buffer.from(aPdf().toString("latin1").replace("1.4", "2.0"), "latin1"), "pdf"],
    ["x-ray.jpg", aJpeg(), "jpeg"],
    ["x-ray.jpeg", aJpeg(5000, 6000), "jpeg"],
    ["padded.jpg", Buffer.concat([Buffer.from("ffd8ffff", "hex"), aJpeg().subarray(3)]), "jpeg"],
    ["photo.png", aPng(), "png"],
    ["photo.PNG", aPng(4000, 3000), "png"],
    ["chest.dcm", aDicom(), "dicom"],
    ["pathology.dcm", aDicom(Buffer.from("II*\0\b\0\0\0")), "dicom"],
    ["pathology.dcm", aDicom(Buffer.from("MM\0*\0\0\0\b")), "dicom"],
    ["referral.doc", aDoc(), "doc"],
    ["referral.docx", aDocx(), "docx"],
    ["with pictures.docx", aZip([...word, "word/media/image1.png"]), "docx"],
  ])("%s", async (name, bytes, kind) => {
    expect(await of(name, bytes)).toEqual({ kind });
  });
});

describe("what is refused", () => {
  test.each<[string, string, Buffer, RegExp]>([
    ["HTML as .pdf", "a.pdf", Buffer.from(html), /not a PDF/],
    ["HTML as .jpg", "a.jpg", Buffer.from(html), /not a JPEG/],
    ["HTML as .png", "a.png", Buffer.from(html), /not a PNG/],
    ["HTML as .doc", "a.doc", Buffer.from(html), /not a Word/],
    ["HTML as .docx", "a.docx", Buffer.from(html), /not a Word/],
    ["HTML as .dcm", "a.dcm", Buffer.from(html.padEnd(300)), /not a DICOM/],
    ["HTML under its own name", "a.html", Buffer.from(html), /Only PDF, JPG, JPEG, PNG, DCM, DOC or DOCX/],
    ["SVG under its own name", "a.svg", Buffer.from(svg), /Only PDF/],
    ["SVG as .png", "a.png", Buffer.from(svg), /not a PNG/],
    ["SVG as .jpg", "a.jpg", Buffer.from(svg), /not a JPEG/],
    ["SVG as .pdf", "a.pdf", Buffer.from(svg), /not a PDF/],
    ["no ending", "CBC", aPdf(), /Only PDF/],
    ["an ending that hides", "CBC.pdf.exe", aPdf(), /Only PDF/],
    ["a program", "a.exe", Buffer.from("MZ"), /Only PDF/],
    ["a program as .pdf", "a.pdf", Buffer.from("MZ\u0090\0"), /not a PDF/],
    ["a JPEG as .png", "a.png", aJpeg(), /not a PNG/],
    ["a PNG as .jpg", "a.jpg", aPng(), /not a JPEG/],
    ["a PDF as .png", "a.png", aPdf(), /not a PNG/],
    ["a PNG as .pdf", "a.pdf", aPng(), /not a PDF/],
    ["a GIF as .png", "a.png", Buffer.from("GIF89a\x01\0\x01\0"), /not a PNG/],
    ["a WebP as .png", "a.png", Buffer.from("RIFF\0\0\0\0WEBPVP8 "), /not a PNG/],
    ["text as .pdf", "a.pdf", Buffer.from("%!PS-Adobe-3.0"), /not a PDF/],
    ["HTML before a PDF", "a.pdf", Buffer.concat([Buffer.from(html), aPdf()]), /not a PDF/],
    [
      "HTML in a PDF's first comment",
      "a.pdf",
      Buffer.concat([Buffer.from(`%PDF-1.4\n${html}`), aPdf()]),
      /something else/,
    ],
    ["HTML behind a PDF", "a.pdf", Buffer.concat([aPdf(), Buffer.from(html)]), /something else/],
    ["an archive behind a PDF", "a.pdf", Buffer.concat([aPdf(), aZip(["x"])]), /something else/],
    ["a PDF that was cut off", "a.pdf", aPdf().subarray(0, 60), /cut off/],
    ["a PDF of an unknown version", "a.pdf", Buffer.from("%PDF-9.9\n%%EOF"), /not a PDF/],
    ["a JPEG of 900 megapixels", "a.jpg", aJpeg(30_000, 30_000), /100 megapixels/],
    ["a PNG of 900 megapixels", "a.png", aPng(30_000, 30_000), /100 megapixels/],
    ["a PNG of 2^62 pixels", "a.png", aPng(2 ** 31, 2 ** 31), /100 megapixels/],
    ["a picture without a size", "a.png", aPng(0, 0), /damaged/],
    ["a PNG that was cut off", "a.png", aPng().subarray(0, 40), /not a PNG/],
    [
      "a JPEG without a frame",
      "a.jpg",
      Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex"),
      /not a JPEG/,
    ],
    ["a JPEG of three bytes", "a.jpg", Buffer.from("ffd8ff", "hex"), /not a JPEG/],
    [
      "a JPEG whose segments lead nowhere",
      "a.jpg",
      Buffer.from("ffd8ffe0ffff0000000000", "hex"),
      /not a JPEG/,
    ],
    [
      "a Windows program in a DICOM preamble",
      "a.dcm",
      aDicom(Buffer.from("MZ\x90\0\x03")),
      /does not belong/,
    ],
    ["a Linux program in a DICOM preamble", "a.dcm", aDicom(elf), /does not belong/],
    ["a script in a DICOM preamble", "a.dcm", aDicom(Buffer.from("#!/bin/sh\nrm")), /does not belong/],
    ["HTML in a DICOM preamble", "a.dcm", aDicom(Buffer.from(html)), /does not belong/],
    ["a PDF in a DICOM preamble", "a.dcm", aDicom(aPdf()), /does not belong/],
    [
      "a DICOM file without meta group",
      "a.dcm",
      Buffer.concat([aDicom().subarray(0, 132), Buffer.alloc(9)]),
      /not a DICOM/,
    ],
    ["a DICOM file of 132 bytes", "a.dcm", aDicom().subarray(0, 132), /not a DICOM/],
    ["a spreadsheet as .doc", "a.doc", aCompoundFile("Workbook"), /not a Word/],
    ["an installer as .doc", "a.doc", aCompoundFile("\u0005SummaryInformation"), /not a Word/],
    [
      "an encrypted package as .doc",
      "a.doc",
      aCompoundFile("EncryptedPackage", "EncryptionInfo"),
      /not a Word/,
    ],
    ["a bare compound header as .doc", "a.doc", aDoc().subarray(0, 512), /not a Word/],
    ["a compound header that was cut off", "a.doc", aDoc().subarray(0, 20), /not a Word/],
    ["a .docx as .doc", "a.doc", aDocx(), /not a Word/],
    ["a .doc as .docx", "a.docx", aDoc(), /not a Word/],
    ["rich text as .doc", "a.doc", Buffer.from("{\\rtf1 hello}"), /not a Word/],
    ["any archive as .docx", "a.docx", aZip(["readme.txt"]), /not a Word/],
    ["a spreadsheet as .docx", "a.docx", aZip(["[Content_Types].xml", "xl/workbook.xml"]), /not a Word/],
    ["a Java archive as .docx", "a.docx", aZip(["META-INF/MANIFEST.MF"]), /not a Word/],
    ["a bomb as .docx", "a.docx", aZip(word, 4_000_000_000), /too large when it is opened/],
    ["macros as .docx", "a.docx", aZip([...word, "word/vbaProject.bin"]), /macros/],
    ["HTML behind a .docx", "a.docx", Buffer.concat([aDocx(), Buffer.from(html)]), /not a Word/],
    ["a .docx behind a program", "a.docx", Buffer.concat([Buffer.from("MZ"), aDocx()]), /not a Word/],
    ["a .docx that was cut off", "a.docx", aDocx().subarray(0, -30), /not a Word/],
    ["an empty file", "a.pdf", Buffer.alloc(0), /not a PDF/],
    ["zeros", "a.dcm", Buffer.alloc(500), /not a DICOM/],
  ])("%s", async (_, name, bytes, reason) => {
    expect(await of(name, bytes)).toEqual({ reason: expect.stringMatching(reason) });
  });

  test("a compound file whose directory goes round in circles is given up", async () => {
    expect(await of("a.doc", looped)).toEqual({ kind: "doc" });
    const endless = aCompoundFile("a", "b", "c", "d", "e");
    endless.writeUInt32LE(1, 512 + 8);
    expect(await of("a.doc", endless)).toEqual({ reason: expect.stringMatching(/not a Word/) });
  });

  test("what the category does not take, with what it takes", async () => {
    expect(await of("a.dcm", aDicom(), "laboratory")).toEqual({
      reason: "Only PDF, JPG, JPEG or PNG files are taken here.",
    });
    expect(await of("a.doc", aDoc(), "imaging")).toEqual({
      reason: expect.stringMatching(/DCM files are taken here/),
    });
    expect(await of("a.dcm", aDicom(), "imaging")).toEqual({ kind: "dicom" });
    expect(await of("a.doc", aDoc(), "other")).toEqual({ kind: "doc" });
  });
});
