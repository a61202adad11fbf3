import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { clinicSettings } from "#features/clinics/contract.ts";
import { patientConsultations } from "#features/consultations/contract.ts";
import { addPaper, paperTemplates } from "#features/papers/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { prescribingPhysician } from "#features/prescriptions/contract.ts";
import { emptySummary, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
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

it("says at the field that the patient is called fit within the days of rest", async () => {
  show("medical_certificate", null);
  const save = await screen.findByRole("button", { name: "Save" });
  const hand = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const type = (label: RegExp, text: string) => hand.type(screen.getByRole("textbox", { name: label }), text);
  await type(/^Diagnosis/, "Influenza");
  await type(/^To/, "11/30/2026");
  await type(/^From/, "11/27/2026");
  await type(/^Remarks/, "Fit to work from Nov 29");
  await hand.click(save);
  expect(await screen.findByText(/^The rest ends on Nov 30, 2026/)).toBeTruthy();
  const remarks = screen.getByRole("textbox", { name: /^Remarks/ });
  expect(remarks.getAttribute("aria-invalid")).toBe("true");
});

it.each([
  ["a laboratory request", "laboratory_request", open],
  ["a patient who is not pregnant", "imaging_request", null],
])("does not for %s", async (_, template, pregnancy) => {
  show(template, pregnancy);
  await screen.findByText("Clinical impression");
  expect(screen.queryByText(/expose the fetus/)).toBeNull();
});

it("names the doctor of the visit, who is sent with the paper", async () => {
  const doctors = [
    { id: 31, userId: 1, name: "Rafael Peñaflor", letter: "A" },
    { id: 32, userId: 9, name: "Ma. Corazon dela Peña", letter: "B" },
  ];
  const physician = {
    firstName: "Ma. Corazon",
    lastName: "dela Peña",
    licenseNumber: "0104227",
    ptrNumber: null,
    ptrYear: null,
    s2Number: null,
    specialization: null,
    credentials: null,
    practitionerId: 32,
  };
  const { sent } = renderScreen(
    <PaperDialog patientId={1201} template="medical_certificate" onClose={vi.fn()} />,
    {
      user: { ...staffWith("view_patients", "edit_patients"), doctors },
      answers: [
        reply(onePatient, aPatientRecord({ sex: "F", birthday: "1994-03-10" })),
        reply(paperTemplates, []),
        reply(clinicSettings, exampleSettings()),
        reply(prescribingPhysician, { physician }),
        refuse(addPaper, "unusable", "Try later."),
      ],
    },
  );
  await screen.findByText(/prepared for Dr\. Ma\. Corazon dela Peña, who must release it/);
  const hand = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await hand.type(screen.getByRole("textbox", { name: /Diagnosis/ }), "Flu");
  await hand.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Try later.");
  expect(sent(addPaper)[0]?.body).toMatchObject({ practitionerId: 32 });
});
