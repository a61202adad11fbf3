import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { prescriptionSheet } from "#shared/prescription/sheet.ts";
import { renderScreen } from "#web/testing.tsx";
import { PrescriptionSheetPreview } from "./PrescriptionSheetPreview.tsx";

const sheet = (additionalInstructions: string, name = "Ybañez, Marilou") =>
  prescriptionSheet({
    clinic: { name: "Peñaflor Heart Clinic" },
    patient: { name, sex: "F" },
    date: "2026-11-20",
    medications: [{ name: "furosemide", dosage: "1 tab", frequency: "OD", duration: "7 days" }],
    additionalInstructions,
    physician: { name: "Rafael Peñaflor", license: "0098412" },
    prescriptionId: null,
  });

it("draws a long word on as many pages as it needs", async () => {
  renderScreen(<PrescriptionSheetPreview sheet={sheet("W".repeat(5000))} />);
  expect((await screen.findAllByRole("group", { name: /^Prescription, page/ })).length).toBeGreaterThan(1);
});

it("shows a message instead of freezing the page with an unsavable text", async () => {
  renderScreen(<PrescriptionSheetPreview sheet={sheet("W".repeat(1_000_000))} />);
  expect(await screen.findByText(/^This text is too long to show as a page/)).toBeTruthy();
  expect(screen.queryByRole("group", { name: /^Prescription, page/ })).toBeNull();
});

it("names what does not fit on the paper", async () => {
  renderScreen(<PrescriptionSheetPreview sheet={sheet("", "W".repeat(2000))} />);
  expect(await screen.findByText(/don't fit on this paper/)).toBeTruthy();
});

it("does not highlight a missing value", async () => {
  renderScreen(<PrescriptionSheetPreview sheet={sheet("")} />);
  const [address] = await screen.findAllByText("not given");
  expect(address?.getAttribute("font-weight")).toBe("400");
  expect(screen.getByText("Ybañez, Marilou").getAttribute("font-weight")).toBe("500");
});
