import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { patientResults, type Result } from "#features/results/contract.ts";
import { renderScreen, reply } from "#web/testing.tsx";
import { ResultRecords } from "./ResultRecords.tsx";

const result: Result = {
  id: 1,
  clinicId: 1,
  patientId: 1201,
  panel: "fbs",
  panelName: "Fasting blood sugar",
  collectedAt: "2026-11-19T00:00:00Z",
  laboratory: null,
  note: null,
  values: [],
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
  renderScreen(<ResultRecords patientId={1201} onOpen={vi.fn()} />, {
    answers: [
      reply(patientResults, [
        result,
        { ...result, id: 2, panelName: "HIV screening", isConfidential: true, isOwn: true },
      ]),
    ],
  });
  expect((await screen.findByText("Confidential")).closest("li")?.textContent).toContain("HIV screening");
});
