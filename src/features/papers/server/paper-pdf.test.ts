import { getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { proofAt } from "#shared/clinic-paper/draw-paper.ts";
import { nothingEntered, paperSheet, type SheetInput } from "#shared/clinic-paper/sheet.ts";
import { starterTemplates } from "#shared/clinic-paper/starter-templates.ts";
import { laboratoryTests } from "#shared/clinical/requested-tests.ts";
import { type PaperSize, SIZE_IN_POINTS } from "#shared/paper-size.ts";
import { pagesOf } from "#test/pdf-text.ts";
import { drawPaperPdf } from "./paper-pdf.ts";

const code = "1A-7Q4M-9ZXP-3HVD-W8R1";
const input: SheetInput = {
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
  day: "2026-11-20",
  kind: "medical_certificate",
  template: starterTemplates.medical_certificate,
  entered: { ...nothingEntered, diagnosis: "Acute bronchitis", days: 3 },
  number: "2026-00012",
  doctor: { name: "Rafael M. Peñaflor, MD, FPCP, FPCC", license: "0098412", ptr: "2614407", ptrYear: 2026 },
};

const drawn = (more: Partial<SheetInput>, paper: PaperSize = "A5") =>
  drawPaperPdf(paperSheet({ ...input, ...more }), {
    paper,
    proof: proofAt("https://www.klinika.ph", code),
    createdAt: new Date("2026-11-20T01:31:00Z"),
    logo: null,
  });
const joined = (page = "") => page.replace(/\s+/g, " ");

test.each(["A5", "half-letter", "A4", "letter"] as const)(
  "prints a certificate on one page of %s",
  async (paper) => {
    const bytes = await drawn({}, paper);
    const [page, ...more] = await pagesOf(bytes);
    expect(more).toEqual([]);
    for (const words of [
      "Medical Certificate",
      "2026-00012",
      "Maria Concepcion Esperanza dela Peña Macaraeg-Villanueva, 67 years old, female",
      "rest for 3 days, from November 20, 2026 to November 22, 2026",
      "PRC License No. 0098412",
      "PTR No. 2614407, 2026",
      "klinika.ph/verify/",
      code,
    ])
      expect(joined(page)).toContain(words);
    const first = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1);
    const [, , width = 0, height = 0] = first.view;
    expect([width, height].map(Math.round)).toEqual(SIZE_IN_POINTS[paper].map(Math.round));
  },
);

test("prints every test of the catalog, and long names, each page signed and numbered", async () => {
  const tests = laboratoryTests.flatMap((group) => group.tests);
  const pages = await pagesOf(
    await drawn({
      kind: "laboratory_request",
      patient: {
        ...input.patient,
        name: `${"Macaraeg-Villanueva ".repeat(8)}, Ana`,
        address: "Sikatuna St. ".repeat(75),
      },
      entered: {
        ...nothingEntered,
        tests: tests.map(({ id }) => id),
        otherTests: "x".repeat(1000),
        impression: "Hypertension ".repeat(70),
      },
    }),
  );
  expect(pages.length).toBeGreaterThan(1);
  const all = joined(pages.join(" "));
  for (const { label } of tests) expect(all).toContain(label);
  expect(all.match(/x/g)?.length).toBeGreaterThanOrEqual(1000);
  for (const [index, page] of pages.entries()) {
    expect(joined(page)).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(joined(page)).toContain("PRC License No. 0098412");
    expect(joined(page)).toContain(code);
  }
});

test("names what does not fit on the paper", async () => {
  const clinic = { ...input.clinic, name: "W".repeat(2000) };
  await expect(drawn({ clinic })).rejects.toMatchObject({ code: "unusable" });
});
