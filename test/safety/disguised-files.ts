import { aCompoundFile, aDicom, aDoc, aDocx, aJpeg, aPdf, aPng, aZip } from "../data/example-files.ts";

const html = "<!doctype html><html><script>alert(1)</script></html>";
const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`;
const elf = Buffer.from("7f454c460201010000000000", "hex");
const word = ["[Content_Types].xml", "word/document.xml"];
export const looped = aDoc();
// The directory's second sector names its first as the next.
looped.writeUInt32LE(1, 512 + 8);

/** Files that are what their names say. */
export const honestFiles: [name: string, bytes: Buffer, kind: string][] = [
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
  ["with something behind.png", Buffer.concat([aPng(), Buffer.alloc(3000)]), "png"],
  ["with a video behind.jpg", Buffer.concat([aJpeg(), Buffer.alloc(300_000)]), "jpeg"],
  ["chest.dcm", aDicom(), "dicom"],
  ["pathology.dcm", aDicom(Buffer.from("II*\0\b\0\0\0")), "dicom"],
  ["pathology.dcm", aDicom(Buffer.from("MM\0*\0\0\0\b")), "dicom"],
  ["referral.doc", aDoc(), "doc"],
  ["referral.docx", aDocx(), "docx"],
  ["with pictures.docx", aZip([...word, "word/media/image1.png"]), "docx"],
];

/** With another byte at one place. */
function changed(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

/** Files that are something else, or broken: what each is, its name, its bytes, and why it is refused. */
export const disguisedFiles: [what: string, name: string, bytes: Buffer, reason: RegExp][] = [
  ["HTML as .pdf", "a.pdf", Buffer.from(html), /isn't a valid PDF/],
  ["HTML as .jpg", "a.jpg", Buffer.from(html), /isn't a valid JPEG/],
  ["HTML as .png", "a.png", Buffer.from(html), /isn't a valid PNG/],
  ["HTML as .doc", "a.doc", Buffer.from(html), /isn't a valid Word/],
  ["HTML as .docx", "a.docx", Buffer.from(html), /isn't a valid Word/],
  ["HTML as .dcm", "a.dcm", Buffer.from(html.padEnd(300)), /isn't a valid DICOM/],
  ["HTML under its own name", "a.html", Buffer.from(html), /Only PDF, JPG, JPEG, PNG, DCM, DOC or DOCX/],
  ["SVG under its own name", "a.svg", Buffer.from(svg), /Only PDF/],
  ["SVG as .png", "a.png", Buffer.from(svg), /isn't a valid PNG/],
  ["SVG as .jpg", "a.jpg", Buffer.from(svg), /isn't a valid JPEG/],
  ["SVG as .pdf", "a.pdf", Buffer.from(svg), /isn't a valid PDF/],
  ["no ending", "CBC", aPdf(), /Only PDF/],
  ["an ending that hides", "CBC.pdf.exe", aPdf(), /Only PDF/],
  ["a program", "a.exe", Buffer.from("MZ"), /Only PDF/],
  ["a program as .pdf", "a.pdf", Buffer.from("MZ\u0090\0"), /isn't a valid PDF/],
  ["a JPEG as .png", "a.png", aJpeg(), /isn't a valid PNG/],
  ["a PNG as .jpg", "a.jpg", aPng(), /isn't a valid JPEG/],
  ["a PDF as .png", "a.png", aPdf(), /isn't a valid PNG/],
  ["a PNG as .pdf", "a.pdf", aPng(), /isn't a valid PDF/],
  ["a GIF as .png", "a.png", Buffer.from("GIF89a\x01\0\x01\0"), /isn't a valid PNG/],
  ["a WebP as .png", "a.png", Buffer.from("RIFF\0\0\0\0WEBPVP8 "), /isn't a valid PNG/],
  ["text as .pdf", "a.pdf", Buffer.from("%!PS-Adobe-3.0"), /isn't a valid PDF/],
  ["HTML before a PDF", "a.pdf", Buffer.concat([Buffer.from(html), aPdf()]), /isn't a valid PDF/],
  [
    "HTML in a PDF's first comment",
    "a.pdf",
    Buffer.concat([Buffer.from(`%PDF-1.4\n${html}`), aPdf()]),
    /more than a PDF/,
  ],
  ["HTML behind a PDF", "a.pdf", Buffer.concat([aPdf(), Buffer.from(html)]), /more than a PDF/],
  ["an archive behind a PDF", "a.pdf", Buffer.concat([aPdf(), aZip(["x"])]), /more than a PDF/],
  ["a PDF that was cut off", "a.pdf", aPdf().subarray(0, 60), /incomplete/],
  ["a PDF of an unknown version", "a.pdf", Buffer.from("%PDF-9.9\n%%EOF"), /isn't a valid PDF/],
  ["a JPEG of 900 megapixels", "a.jpg", aJpeg(30_000, 30_000), /100 megapixels/],
  ["a PNG of 900 megapixels", "a.png", aPng(30_000, 30_000), /100 megapixels/],
  ["a PNG of 2^62 pixels", "a.png", aPng(2 ** 31, 2 ** 31), /100 megapixels/],
  ["a picture without a size", "a.png", aPng(0, 0), /damaged/],
  ["a PNG that was cut off", "a.png", aPng().subarray(0, 40), /incomplete/],
  ["a PNG without its end", "a.png", aPng().subarray(0, -12), /incomplete/],
  ["a PNG with a changed pixel", "a.png", changed(aPng(), 45), /damaged/],
  ["a JPEG that was cut off", "a.jpg", aJpeg().subarray(0, -2), /incomplete/],
  ["a JPEG cut off before its pixels", "a.jpg", aJpeg().subarray(0, -12), /incomplete/],
  [
    "a JPEG without a frame",
    "a.jpg",
    Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex"),
    /isn't a valid JPEG/,
  ],
  ["a JPEG of three bytes", "a.jpg", Buffer.from("ffd8ff", "hex"), /isn't a valid JPEG/],
  [
    "a JPEG whose segments lead nowhere",
    "a.jpg",
    Buffer.from("ffd8ffe0ffff0000000000", "hex"),
    /isn't a valid JPEG/,
  ],
  [
    "a Windows program in a DICOM preamble",
    "a.dcm",
    aDicom(Buffer.from("MZ\x90\0\x03")),
    /doesn't start like a DICOM/,
  ],
  ["a Linux program in a DICOM preamble", "a.dcm", aDicom(elf), /doesn't start like a DICOM/],
  [
    "a script in a DICOM preamble",
    "a.dcm",
    aDicom(Buffer.from("#!/bin/sh\nrm")),
    /doesn't start like a DICOM/,
  ],
  ["HTML in a DICOM preamble", "a.dcm", aDicom(Buffer.from(html)), /doesn't start like a DICOM/],
  ["a PDF in a DICOM preamble", "a.dcm", aDicom(aPdf()), /doesn't start like a DICOM/],
  [
    "a DICOM file without meta group",
    "a.dcm",
    Buffer.concat([aDicom().subarray(0, 132), Buffer.alloc(9)]),
    /isn't a valid DICOM/,
  ],
  ["a DICOM file of 132 bytes", "a.dcm", aDicom().subarray(0, 132), /isn't a valid DICOM/],
  ["a spreadsheet as .doc", "a.doc", aCompoundFile("Workbook"), /isn't a valid Word/],
  ["an installer as .doc", "a.doc", aCompoundFile("\u0005SummaryInformation"), /isn't a valid Word/],
  [
    "an encrypted package as .doc",
    "a.doc",
    aCompoundFile("EncryptedPackage", "EncryptionInfo"),
    /isn't a valid Word/,
  ],
  ["a bare compound header as .doc", "a.doc", aDoc().subarray(0, 512), /isn't a valid Word/],
  ["a compound header that was cut off", "a.doc", aDoc().subarray(0, 20), /isn't a valid Word/],
  ["a .docx as .doc", "a.doc", aDocx(), /isn't a valid Word/],
  ["a .doc as .docx", "a.docx", aDoc(), /isn't a valid Word/],
  ["rich text as .doc", "a.doc", Buffer.from("{\\rtf1 hello}"), /isn't a valid Word/],
  ["any archive as .docx", "a.docx", aZip(["readme.txt"]), /isn't a valid Word/],
  [
    "a spreadsheet as .docx",
    "a.docx",
    aZip(["[Content_Types].xml", "xl/workbook.xml"]),
    /isn't a valid Word/,
  ],
  ["a Java archive as .docx", "a.docx", aZip(["META-INF/MANIFEST.MF"]), /isn't a valid Word/],
  ["a bomb as .docx", "a.docx", aZip(word, 4_000_000_000), /too large when it is opened/],
  ["macros as .docx", "a.docx", aZip([...word, "word/vbaProject.bin"]), /macros/],
  ["HTML behind a .docx", "a.docx", Buffer.concat([aDocx(), Buffer.from(html)]), /isn't a valid Word/],
  ["a .docx behind a program", "a.docx", Buffer.concat([Buffer.from("MZ"), aDocx()]), /isn't a valid Word/],
  ["a .docx that was cut off", "a.docx", aDocx().subarray(0, -30), /isn't a valid Word/],
  ["an empty file", "a.pdf", Buffer.alloc(0), /isn't a valid PDF|empty/],
  ["zeros", "a.dcm", Buffer.alloc(500), /isn't a valid DICOM/],
];
