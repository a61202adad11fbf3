import fc from "fast-check";
import { getDocumentProxy, getMeta } from "unpdf";
import { describe, expect, test } from "vitest";
import { type PaperSize, SIZE_IN_POINTS } from "#shared/paper-size.ts";
import {
  type PrescribedMedicine,
  prescriptionSheet,
  type Sheet,
  type SheetInput,
} from "#shared/prescription/sheet.ts";
import { onePixel } from "#test/data/example-files.ts";
import { pagesOf } from "#test/pdf-text.ts";
import { drawPrescriptionPdf } from "./prescription-pdf.ts";

const createdAt = new Date("2026-11-20T01:31:00Z");

const medicine = (name: string, more: Partial<PrescribedMedicine> = {}): PrescribedMedicine => ({
  name,
  strength: "20 mg",
  form: "tablet",
  quantity: "30",
  dosage: "1 tab",
  frequency: "OD, morning",
  duration: "30 days",
  instructions: "Take with a full glass of water.",
  ...more,
});

const EIGHT = [
  medicine("sacubitril + valsartan", { brandName: "Entresto", quantity: "60", frequency: "BID" }),
  medicine("furosemide", { brandName: "Lasix" }),
  medicine("bisoprolol", { brandName: "Concor" }),
  medicine("atorvastatin", { frequency: "HS" }),
  medicine("amoxicillin + clavulanic acid", { brandName: "Augmentin", strength: "625 mg" }),
  medicine("metformin hydrochloride", { brandName: "Glucophage XR", form: "extended-release tablet" }),
  medicine("losartan potassium + hydrochlorothiazide", { strength: "50 mg/12.5 mg" }),
  medicine("salbutamol", { brandName: "Ventolin", form: "syrup", quantity: "1 bottle of 60 mL" }),
];

const sheetOf = (medications: PrescribedMedicine[], more: Partial<SheetInput> = {}): Sheet =>
  prescriptionSheet({
    clinic: {
      name: "Peñaflor Heart Clinic",
      address: "Unit 305, Osmeña Medical Arts Bldg., Osmeña Blvd., Cebu City 6000",
      phone: "+63322550142",
    },
    patient: {
      name: "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña",
      birthday: "1959-03-08",
      sex: "F",
      address: "14 Sikatuna St., Brgy. Zapatera, Cebu City, Cebu",
    },
    date: "2026-11-20",
    medications,
    additionalInstructions: "Low-salt diet. Bring ₱1,200.50 for the ECG.",
    physician: {
      name: "Rafael M. Peñaflor, MD, FPCP, FPCC",
      license: "0098412",
      specialization: "Internal Medicine, Cardiology",
      ptr: "2614407, Cebu City, 2026",
    },
    nextVisit: "2026-12-18",
    prescriptionId: 1842,
    ...more,
  });

const squeeze = (text: string) => text.replace(/\s+/g, "");

const printed = async (sheet: Sheet, paper: PaperSize = "A5") =>
  pagesOf(await drawPrescriptionPdf(sheet, { paper, createdAt }));

/** Everything that must be readable on paper, ignoring line breaks. */
const wordsOf = (sheet: Sheet): string[] => [
  sheet.clinic.name,
  sheet.clinic.address,
  sheet.clinic.phone,
  sheet.patient.name,
  sheet.patient.ageAndSex,
  sheet.patient.address,
  sheet.date,
  ...sheet.lines.flatMap((line) => [
    line.generic,
    line.brand ?? "",
    line.quantity,
    line.sig,
    line.instructions ?? "",
  ]),
  sheet.diagnosis ?? "",
  sheet.additionalInstructions ?? "",
  sheet.physician.name,
  ...sheet.physician.lines,
  sheet.nextVisit ?? "",
  sheet.reference,
];

test("the page has the sheet's text, generic before brand, with ñ and ₱", async () => {
  const sheet = sheetOf(EIGHT.slice(0, 4), { diagnosis: "Heart failure, reduced ejection fraction" });
  const [page = "", ...rest] = await printed(sheet);
  expect(rest).toEqual([]);
  for (const words of wordsOf(sheet)) expect(squeeze(page)).toContain(squeeze(words));
  expect(page).toContain("sacubitril + valsartan 20 mg tablet (Entresto)");
  expect(page).toContain("1 tablet, once a day, in the morning, for 30 days");
  expect(page).toContain("₱1,200.50");
  expect(page).toContain("Peñaflor Heart Clinic");
  expect(page).toContain("PRC License No. 0098412");
  expect(page).toContain("Page 1 of 1");
});

test("what is missing is printed as missing", async () => {
  const [page = ""] = await printed(
    sheetOf([medicine("furosemide", { quantity: null })], { patient: { name: "Dela Peña, Consuelo" } }),
  );
  expect(page).toContain("# not given");
  expect(page).toContain("Address not given");
});

test.each(["A5", "half-letter", "A4", "letter"] as const)(
  "six medicines fit on one page of %s",
  async (paper) => {
    const pages = await printed(sheetOf(EIGHT.slice(0, 6)), paper);
    expect(pages).toHaveLength(1);
  },
);

test("a second page repeats patient, date and doctor, and the next visit is printed once", async () => {
  const long = EIGHT.map((one) => ({
    ...one,
    instructions: "Take with food. Come back at once if a rash appears. ".repeat(3),
  }));
  const sheet = sheetOf(long);
  const pages = await printed(sheet);
  expect(pages).toHaveLength(2);
  for (const [index, page] of pages.entries()) {
    for (const words of [
      sheet.clinic.name,
      sheet.patient.name,
      sheet.date,
      sheet.physician.name,
      ...sheet.physician.lines,
    ]) {
      expect(squeeze(page)).toContain(squeeze(words));
    }
    expect(page).toContain(`Page ${index + 1} of 2`);
  }
  const together = pages.join(" ");
  for (const { generic } of sheet.lines) expect(squeeze(together).split(squeeze(generic))).toHaveLength(2);
  expect(together.split("December 18, 2026")).toHaveLength(2);
});

test("a long diagnosis and a long address print whole, once, and not at the head of each page", async () => {
  const diagnosis = Array.from({ length: 600 }, (_, index) => `finding${index}`).join(" ");
  const address = Array.from({ length: 100 }, (_, index) => `street${index}`).join(" ");
  const pages = await printed(
    sheetOf(EIGHT, { diagnosis, patient: { name: "Dela Peña, Consuelo", address } }),
  );
  expect(pages.length).toBeGreaterThan(1);
  const together = squeeze(pages.join(" "));
  for (const words of ["finding0finding1finding2", "finding599", "street0street1street2", "street99"])
    expect(together.split(words)).toHaveLength(2);
  expect(pages[0]).toContain("Address See below");
});

test("names too long for the paper are refused with a message", async () => {
  const sheet = sheetOf(EIGHT, { patient: { name: "W".repeat(2000) } });
  await expect(printed(sheet)).rejects.toThrow("fit on this paper");
});

describe("nothing is clipped", () => {
  test("for any length of text", async () => {
    const phrase = fc.integer({ min: 1, max: 60 }).map((count) => "uminom ng maraming tubig ".repeat(count));
    const word = fc.integer({ min: 1, max: 120 }).map((count) => "ñ".repeat(count));
    const text = fc.oneof(phrase, word);
    const paper = fc.constantFrom<PaperSize>("A5", "half-letter", "A4");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(word, text), { minLength: 1, maxLength: 8 }),
        text,
        paper,
        async (typed, below, size) => {
          const medications = typed.map(([name, instructions]) =>
            medicine(`x${name}`, { instructions, quantity: name }),
          );
          const sheet = sheetOf(medications, {
            additionalInstructions: below,
            patient: { name: below.slice(0, 120) },
          });
          const pdf = await drawPrescriptionPdf(sheet, { paper: size, createdAt });
          const document = await getDocumentProxy(new Uint8Array(pdf));
          const [width, height] = SIZE_IN_POINTS[size];
          let all = "";
          for (let number = 1; number <= document.numPages; number += 1) {
            const { items } = await (await document.getPage(number)).getTextContent();
            let lowest = height;
            let lowestContent = height;
            for (const item of items) {
              if (!("str" in item) || !item.str.trim()) continue;
              const [, , , , x, y] = item.transform;
              expect(x).toBeGreaterThan(20);
              expect(x + item.width).toBeLessThan(width - 20);
              expect(y).toBeGreaterThan(12);
              expect(y).toBeLessThan(height - 12);
              if (item.str.includes(sheet.physician.name)) expect(lowestContent).toBeGreaterThan(y + 20);
              else lowestContent = Math.min(lowestContent, y);
              all += item.str;
              lowest = Math.min(lowest, y);
            }
            expect(lowest).toBeLessThan(40);
          }
          for (const line of sheet.lines)
            expect(squeeze(all)).toContain(squeeze(line.instructions ?? "").slice(0, 40));
          const typedLetters = (wanted: string) =>
            [...squeeze(wanted)].filter((letter) => letter === "ñ").length;
          const wanted = sheet.lines
            .map((line) => line.generic + line.quantity + (line.instructions ?? ""))
            .join("");
          expect(typedLetters(all)).toBeGreaterThanOrEqual(typedLetters(wanted + below));
        },
      ),
      { numRuns: 15 },
    );
  });
});

test("the same sheet and date give the same bytes, with a title", async () => {
  const sheet = sheetOf(EIGHT.slice(0, 2));
  const first = await drawPrescriptionPdf(sheet, { paper: "A5", createdAt });
  const second = await drawPrescriptionPdf(sheet, { paper: "A5", createdAt });
  expect(first.equals(second)).toBe(true);
  const { info } = await getMeta(new Uint8Array(first));
  expect(info.Title).toBe(`Prescription - ${sheet.patient.name} - November 20, 2026`);
});

test("a logo is drawn when it is a picture, and left out when it is not", async () => {
  const sheet = sheetOf(EIGHT.slice(0, 1));
  const draw = (logo: Uint8Array | null) => drawPrescriptionPdf(sheet, { paper: "A5", createdAt, logo });
  expect((await draw(onePixel)).includes("/Subtype /Image")).toBe(true);
  expect((await draw(Buffer.from("<svg/>"))).includes("/Subtype /Image")).toBe(false);
  expect((await draw(null)).includes("/Subtype /Image")).toBe(false);
});
