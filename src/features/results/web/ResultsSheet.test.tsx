import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { onePatient } from "#features/patients/contract.ts";
import { patientResults, type Result } from "#features/results/contract.ts";
import { renderScreen, reply } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { ResultsSheet } from "./ResultsSheet.tsx";

const result: Result = {
  id: 1,
  clinicId: 1,
  patientId: 1201,
  panel: "fbs",
  panelName: "Fasting blood sugar",
  collectedAt: "2026-11-19T00:00:00Z",
  laboratory: null,
  note: null,
  values: [
    {
      analyte: "fbs",
      name: "FBS",
      value: "5.1",
      unit: "mmol/L",
      low: "3.9",
      high: "5.5",
      source: null,
      flag: null,
    },
  ],
  state: "final",
  file: null,
  fileName: null,
  recordedByName: null,
  createdAt: "2026-11-20T02:42:00Z",
  version: 1,
  updatedAt: "2026-11-20T02:42:00Z",
  isConfidential: false,
  isOwn: false,
};

it("says which result is confidential", async () => {
  renderScreen(<ResultsSheet patientId={1201} />, {
    answers: [
      reply(onePatient, aPatientRecord()),
      reply(patientResults, [
        result,
        { ...result, id: 2, collectedAt: "2026-11-12T00:00:00Z", isConfidential: true, isOwn: true },
      ]),
    ],
  });
  expect((await screen.findByText("Confidential")).closest("th")?.textContent).toContain("Nov 12");
});

it("says which result was corrected, also on paper", async () => {
  renderScreen(<ResultsSheet patientId={1201} />, {
    answers: [
      reply(onePatient, aPatientRecord()),
      reply(patientResults, [
        result,
        { ...result, id: 2, collectedAt: "2026-11-12T00:00:00Z", state: "corrected" },
      ]),
    ],
  });
  await screen.findAllByText(/corrected/);
  const heads = [...document.querySelectorAll("thead th")].map((head) => head.textContent);
  const corrected = heads.filter((head) => head.includes("corrected"));
  expect(corrected).toHaveLength(document.querySelectorAll("table").length);
  expect(corrected.every((head) => head.includes("Nov 12"))).toBe(true);
  expect(document.querySelector('[data-print="only"]')?.textContent).toContain("corrected");
});
