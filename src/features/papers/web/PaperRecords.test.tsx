import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { type ClinicPaper, patientPapers } from "#features/papers/contract.ts";
import { renderScreen, reply } from "#web/testing.tsx";
import { PaperRecords } from "./PaperRecords.tsx";

const paper: ClinicPaper = {
  id: 1,
  clinicId: 1,
  patientId: 1201,
  number: "2026-00001",
  kind: "laboratory_request",
  title: "Laboratory Request",
  day: "2026-11-20",
  state: "final",
  code: "1A-7Q4M-9ZXP-3HVD-W8R1",
  sheet: {
    clinic: { name: "Clinic", address: "", phone: "" },
    patient: { name: "Abella, Teresa", ageAndSex: "31 / F", address: "" },
    date: "November 20, 2026",
    number: "2026-00001",
    title: "Laboratory Request",
    paragraphs: [],
    groups: [],
    notes: [],
    doctor: null,
  },
  items: [],
  preparedById: 1,
  preparedByName: null,
  releasedAt: null,
  withdrawnByName: null,
  withdrawnAt: null,
  withdrawReason: null,
  createdAt: "2026-11-20T02:42:00Z",
  isConfidential: false,
  isOwn: false,
};

it("says which paper is confidential", async () => {
  renderScreen(<PaperRecords patientId={1201} onAdd={vi.fn()} />, {
    answers: [
      reply(patientPapers, [
        paper,
        { ...paper, id: 2, number: "2026-00002", isConfidential: true, isOwn: true },
      ]),
    ],
  });
  expect((await screen.findByText("Confidential")).closest("li")?.textContent).toContain("2026-00002");
});
