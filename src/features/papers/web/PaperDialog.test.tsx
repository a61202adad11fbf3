import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { clinicSettings } from "#features/clinics/contract.ts";
import { patientConsultations } from "#features/consultations/contract.ts";
import { paperTemplates } from "#features/papers/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { emptySummary, renderScreen, reply } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { exampleSettings } from "#web/testing-settings.ts";
import { PaperDialog } from "./PaperDialog.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  return () => vi.useRealTimers();
});

// 24 weeks on November 20, 2026.
const open = {
  id: 9,
  lmp: "2026-06-05",
  dueOn: "2027-03-12",
  datedBy: "lmp" as const,
  score: "G1P0 (0-0-0-0)",
};
const warning = "Pregnant, 24 weeks: X-ray and CT expose the fetus.";

const show = (template: string, pregnancy: typeof open | null) =>
  renderScreen(<PaperDialog patientId={1201} template={template} onClose={vi.fn()} />, {
    answers: [
      reply(onePatient, aPatientRecord({ sex: "F", birthday: "1994-03-10" })),
      reply(summary, { ...emptySummary, pregnancy }),
      reply(patientConsultations, []),
      reply(paperTemplates, []),
      reply(clinicSettings, exampleSettings()),
    ],
  });

it("warns of a pregnancy in an imaging request", async () => {
  show("imaging_request", open);
  expect(await screen.findByText(warning)).toBeTruthy();
});

it("does not save a certificate without its diagnosis, nor says that the patient was seen", async () => {
  show("medical_certificate", null);
  const save = await screen.findByRole("button", { name: "Save" });
  expect(await screen.findByText(/is a patient of this clinic\./)).toBeTruthy();
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(save);
  expect(await screen.findByText("Enter the diagnosis")).toBeTruthy();
});

it.each([
  ["a laboratory request", "laboratory_request", open],
  ["a patient who is not pregnant", "imaging_request", null],
])("does not for %s", async (_, template, pregnancy) => {
  show(template, pregnancy);
  await screen.findByText("Clinical impression");
  expect(screen.queryByText(/expose the fetus/)).toBeNull();
});
