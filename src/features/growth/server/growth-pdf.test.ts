import { expect, test } from "vitest";
import { pagesOf } from "#test/pdf-text.ts";
import { drawGrowthPdf } from "./growth-pdf.ts";

test("every page says whose values these are", async () => {
  const paper = {
    clinic: { name: "Peñaflor Clinic", address: null, phone: null },
    patient: { name: "Reyes, Ana", facts: "2 years / Female" },
    written: "Growth as of November 20, 2026",
    findings: "",
    charts: [],
    columns: ["Date", "Weight"],
    rows: Array.from({ length: 120 }, (_, index) => [`Day ${index}`, "7.2 kg"]),
    reference: "Patient 12",
  };
  const pages = await pagesOf(await drawGrowthPdf(paper, new Date("2026-11-20T02:00:00Z"), null));
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(page).toContain("Reyes, Ana 2 years / Female");
});
