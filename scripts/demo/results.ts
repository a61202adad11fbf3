import { aDicom } from "#features/files/server/dicom/testing-dicom.ts";
import { drawPdf } from "#server/pdf/pdf.ts";

/** Invented laboratory and imaging results, each a valid file. */

type Line = readonly [test: string, value: string, unit: string, reference: string];

/** A laboratory's report on A4. */
export function aLabReport(
  title: string,
  patient: string,
  date: Date,
  lines: readonly Line[],
): Promise<Buffer> {
  const ink = "#1a1a18";
  const page = {
    size: [595.28, 841.89] as const,
    author: "Osmeña Diagnostics",
    creator: "Osmeña Diagnostics",
  };
  return drawPdf({ ...page, title, createdAt: date }, (pen) => {
    pen.turnPage();
    const write = (text: string, x: number, y: number, size = 10, font: "regular" | "semibold" = "regular") =>
      pen.text({ text, font }, x, y, { size, color: ink, leading: size * 1.4 });
    write("Osmeña Diagnostics, Cebu City", 56, 72, 14, "semibold");
    write(title, 56, 104, 12, "semibold");
    write(`${patient} · ${date.toISOString().slice(0, 10)}`, 56, 122);
    for (const [index, [test, value, unit, reference]] of [
      ["Test", "Result", "Unit", "Reference"] as Line,
      ...lines,
    ].entries()) {
      const y = 160 + index * 22;
      const font = index === 0 ? "semibold" : "regular";
      write(test, 56, y, 10, font);
      write(value, 270, y, 10, index === 0 ? "semibold" : "semibold");
      write(unit, 350, y, 10, font);
      write(reference, 430, y, 10, font);
      pen.rule(56, y + 8, 540, { weight: 0.5, color: "#cfccc4" });
    }
  });
}

export const bloodCount: readonly Line[] = [
  ["Hemoglobin", "128", "g/L", "120 - 155"],
  ["Hematocrit", "0.39", "", "0.36 - 0.46"],
  ["White cells", "7.8", "x10⁹/L", "4.5 - 11.0"],
  ["Platelets", "264", "x10⁹/L", "150 - 400"],
];
export const heartMarkers: readonly Line[] = [
  ["NT-proBNP", "1,840", "pg/mL", "under 300"],
  ["Troponin I", "0.02", "ng/mL", "under 0.04"],
  ["Creatinine", "96", "µmol/L", "45 - 84"],
  ["Potassium", "4.3", "mmol/L", "3.5 - 5.1"],
];
export const lipids: readonly Line[] = [
  ["Total cholesterol", "5.9", "mmol/L", "under 5.2"],
  ["LDL", "3.8", "mmol/L", "under 2.6"],
  ["HDL", "1.1", "mmol/L", "over 1.3"],
  ["Fasting blood sugar", "6.4", "mmol/L", "3.9 - 5.5"],
];

/** A drawn chest, front view: two dark lungs, a bright spine and a wide heart; 12 bits in 16. */
export function aChestXray(side = 320): Buffer {
  const inside = (x: number, y: number, cx: number, cy: number, rx: number, ry: number) =>
    ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2;
  const values = Array.from({ length: side * side }, (_, at) => {
    const x = (at % side) / side;
    const y = Math.floor(at / side) / side;
    const body = inside(x, y, 0.5, 0.58, 0.44, 0.52);
    if (body > 1) return 90;
    let grey = 2300 - body * 500;
    for (const centre of [0.31, 0.69]) {
      const lung = inside(x, y, centre, 0.48, 0.15, 0.32);
      if (lung < 1) grey = 700 + lung * 700 + (Math.sin(y * 70) > 0.6 ? 260 : 0);
    }
    if (Math.abs(x - 0.5) < 0.035) grey = 3100 + Math.sin(y * 110) * 220;
    const heart = inside(x, y, 0.57, 0.62, 0.19, 0.17);
    if (heart < 1) grey = Math.max(grey, 2900 - heart * 300);
    return Math.round(Math.min(4095, Math.max(0, grey)));
  });
  const window = [
    [0x0028, 0x1050, "DS", "1900"],
    [0x0028, 0x1051, "DS", "3600"],
  ] as const;
  return Buffer.from(
    aDicom({ rows: side, columns: side, stored: 12, values, more: window.map((tag) => [...tag]) }),
  );
}
