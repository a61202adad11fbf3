import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { listDaysOff } from "#features/appointments/contract.ts";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import {
  addConsultation,
  type Consultation,
  latestVitals,
  patientConsultations,
  vitalSignReadings,
} from "#features/consultations/contract.ts";
import { searchDiagnoses } from "#features/diagnoses/contract.ts";
import { growthCurve } from "#features/growth/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import {
  type MedicineInUse,
  medicinesInUse,
  type Prescription,
  patientPrescriptions,
  toRepeat,
} from "#features/prescriptions/contract.ts";
import { type QuickText, quickTexts } from "#features/quick-texts/contract.ts";
import { patientVisits } from "#features/visits/contract.ts";
import { NO_VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { emptySummary, type FakeAnswer, renderScreen, reply } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { NewConsultationWizard } from "./NewConsultationWizard.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  return () => vi.useRealTimers();
});

const visit: Consultation = {
  id: 5,
  patientId: 1201,
  clinicId: 1,
  secretaryId: 1,
  consultationType: "General",
  chiefComplaint: "BP check",
  historyOfPresentIllness: JSON.stringify({ fever: true, feverOnset: "Monday", details: "No chest pain." }),
  vitalSigns: null,
  vitalsInError: null,
  enteredInError: null,
  physicalExamination: "Lungs clear",
  diagnosis: "Essential hypertension",
  diagnoses: [{ words: "Essential hypertension", code: "I10" }],
  treatment: "Same medicines",
  medications: null,
  followUpDate: "2026-11-16",
  notes: null,
  createdAt: "2026-11-09T02:42:00Z",
  isIntake: false,
  addenda: [],
  isConfidential: false,
  isOwn: false,
};

const template: QuickText = {
  id: 9,
  name: "htn",
  title: "Hypertension follow-up",
  text: "Since {year}.",
  template: {
    chiefComplaint: "BP check, {refill}",
    history: null,
    examination: "Lungs clear",
    diagnoses: [{ words: "Essential hypertension", code: "I10" }],
    treatment: "Low salt",
    followUpInDays: 28,
  },
  whose: "clinic",
  isExample: true,
  updatedAt: "2026-11-01T00:00:00Z",
};

const losartan = {
  name: "losartan",
  genericName: null,
  brandName: null,
  strength: "50 mg",
  form: "tablet",
  quantity: "30",
  dosage: "1 tab",
  frequency: "OD",
  duration: "30 days",
  instructions: null,
};
const lastPrescription: Prescription = {
  id: 1842,
  patientId: 1201,
  clinicId: 1,
  status: "final",
  preparedByName: null,
  physicianName: "Rafael Peñaflor",
  physicianLicense: "0098412",
  physicianSpecialization: null,
  physicianPTR: null,
  physicianS2: null,
  patientAddress: null,
  medications: [losartan, { ...losartan, name: "amlodipine", strength: "5 mg" }],
  diagnosis: "Essential hypertension",
  additionalInstructions: "Low-salt diet.",
  prescriptionDate: "2026-10-16",
  allergyReason: null,
  createdAt: "2026-10-16T02:00:00.000Z",
  releasedAt: "2026-10-16T02:00:00.000Z",
  withdrawnByName: null,
  withdrawnAt: null,
  withdrawReason: null,
  isConfidential: false,
  isOwn: false,
};

const show = (...answers: FakeAnswer[]) => {
  const onClose = vi.fn();
  const onPlanned = vi.fn();
  const shown = renderScreen(
    <NewConsultationWizard patientId={1201} onClose={onClose} onPlanned={onPlanned} />,
    {
      answers: [
        reply(onePatient, aPatientRecord()),
        reply(latestVitals, { ...NO_VITAL_SIGNS, recordedAt: null }),
        reply(patientVisits, []),
        reply(searchDiagnoses, []),
        reply(summary, emptySummary),
        reply(growthCurve, []),
        reply(vitalSignReadings, []),
        reply(medicinesInUse, []),
        reply(listPlaces, []),
        reply(listDaysOff, []),
        reply(quickTexts, [template]),
        reply(addConsultation, visit),
        ...answers,
      ],
    },
  );
  let step = 1;
  const next = async () => {
    await shown.hand.click(screen.getByRole("button", { name: "Next Step" }));
    step += 1;
    await screen.findByText(`Step ${step} of 3`);
  };
  const textOf = (name: string) => (screen.getByRole("textbox", { name }) as HTMLTextAreaElement).value;
  return { ...shown, onClose, onPlanned, next, textOf };
};

describe("Copy from the last visit", () => {
  it("fills empty fields, and marks them until they are changed", async () => {
    const { hand, next, textOf, sent } = show(reply(patientConsultations, [visit]));
    await hand.type(await screen.findByRole("textbox", { name: "Chief complaint" }), "Dizzy");
    await hand.click(await screen.findByRole("button", { name: "Copy from Nov 9" }));
    expect(textOf("Chief complaint")).toBe("Dizzy");
    expect(textOf("History of present illness")).toBe("No chest pain.");
    expect(screen.getByRole("checkbox", { name: "Fever" })).toHaveProperty("checked", true);
    expect(screen.getAllByText("from Nov 9, until you change it")).toHaveLength(1);
    await hand.type(screen.getByRole("textbox", { name: "History of present illness" }), " Sleeps well.");
    expect(screen.queryByText("from Nov 9, until you change it")).toBeNull();
    await next();
    await next();
    expect(textOf("Physical examination")).toBe("Lungs clear");
    expect(screen.getByText("I10")).toBeTruthy();
    expect(screen.getAllByText("from Nov 9, until you change it")).toHaveLength(3);
    await hand.click(screen.getByRole("button", { name: "Save Consultation" }));
    await waitFor(() => expect(sent(addConsultation)).toHaveLength(1));
    // The consultation itself does not record it, and the old follow-up date is not copied.
    const body = sent(addConsultation)[0]?.body;
    expect(body).toMatchObject({ treatment: "Same medicines", followUpDate: null, patientId: 1201 });
    expect(JSON.stringify(body)).not.toContain("copied");
  });
});

describe("a template", () => {
  it("is offered for the last diagnosis, fills the consultation, and asks about blanks before saving", async () => {
    const { hand, next, sent } = show(reply(patientConsultations, [visit]));
    await hand.click(await screen.findByRole("button", { name: "Template: Hypertension follow-up" }));
    const complaint = screen.getByRole("textbox", { name: "Chief complaint" }) as HTMLTextAreaElement;
    expect(document.activeElement).toBe(complaint);
    expect(complaint.value.slice(complaint.selectionStart, complaint.selectionEnd)).toBe("{refill}");
    await next();
    await next();
    expect(screen.getByRole("list", { name: "From the plan" }).textContent).toContain("Low salt");
    await hand.click(screen.getByRole("button", { name: "Save Consultation" }));
    expect(await screen.findByRole("alertdialog", { name: "Some blanks are not filled in" })).toBeTruthy();
    expect(screen.getByText("refill")).toBeTruthy();
    await hand.click(screen.getByRole("button", { name: "Go back" }));
    expect(sent(addConsultation)).toHaveLength(0);
    await hand.click(screen.getByRole("button", { name: "Save Consultation" }));
    await hand.click(await screen.findByRole("button", { name: "Save as it is" }));
    await waitFor(() => expect(sent(addConsultation)).toHaveLength(1));
    expect(sent(addConsultation)[0]?.body).toMatchObject({
      chiefComplaint: "BP check, {refill}",
      diagnoses: [{ words: "Essential hypertension", code: "I10" }],
      followUpDate: "2026-12-18",
    });
  });

  it("is found by typing", async () => {
    const { hand, textOf } = show();
    await screen.findByRole("textbox", { name: "Chief complaint" });
    await hand.click(await screen.findByRole("button", { name: "Templates" }));
    await screen.findByRole("button", { name: /Hypertension follow-up/ });
    await hand.keyboard("ht{Enter}");
    expect(textOf("Chief complaint")).toBe("BP check, {refill}");
  });
});

describe("the plan", () => {
  it("passes its medicines, with those of the last prescription, to the next one", async () => {
    const { hand, next, onPlanned, onClose, sent } = show(reply(patientPrescriptions, [lastPrescription]));
    await hand.type(await screen.findByRole("textbox", { name: "Chief complaint" }), "BP check");
    await next();
    await next();
    await hand.type(screen.getByRole("combobox", { name: "Diagnosis" }), "Hypertension");
    await hand.type(
      screen.getByRole("textbox", { name: "Treatment plan" }),
      "losartan 100 mg od 30 days. Low salt. Creatinine, potassium. Back in 2 weeks",
    );
    const rows = screen.getByRole("list", { name: "From the plan" });
    expect(rows.textContent).toContain("losartan: 1 tablet, once a day, for 30 days, #30 · was 50 mg");
    expect(rows.textContent).toContain("Prescription, Laboratory Request, Follow-up");
    expect(rows.textContent).toContain("Fri, Dec 4, 2026");
    expect(sent(patientPrescriptions)[0]?.query).toEqual(toRepeat);
    await hand.click(screen.getByRole("button", { name: /^Repeat last medicines/ }));
    expect(rows.textContent).toContain(
      "amlodipine 5 mg 1 tablet, once a day, for 30 days, #30 · as on Oct 16",
    );
    await hand.click(screen.getByRole("button", { name: "Save Consultation" }));
    await waitFor(() => expect(onPlanned).toHaveBeenCalledOnce());
    expect(onClose).not.toHaveBeenCalled();
    expect(sent(addConsultation)[0]?.body).toMatchObject({
      followUpDate: "2026-12-04",
      medications: "amlodipine 5 mg tablet, 1 tab, OD, 30 days\nlosartan 100 mg tablet, 1 tab, OD, 30 days",
    });
    expect(onPlanned.mock.calls[0]?.[0]).toMatchObject({
      prescription: {
        diagnosis: "Hypertension",
        medications: [
          { name: "amlodipine", strength: "5 mg" },
          { name: "losartan", strength: "100 mg", dosage: "1 tab", quantity: null },
        ],
      },
      requests: [{ kind: "laboratory_request", tests: [{ id: "creatinine" }, { id: "potassium" }] }],
    });
  });

  it("is written line by line, each of which can be changed, and asks no test twice", async () => {
    const { hand, next, sent } = show(
      reply(summary, {
        ...emptySummary,
        pending: [{ kind: "request", label: "HbA1c, Urinalysis and 2 more", since: "2026-11-01T00:00:00Z" }],
      }),
      reply(medicinesInUse, [{ ...losartan, brandName: "", used: 9 } as MedicineInUse]),
    );
    await hand.type(await screen.findByRole("textbox", { name: "Chief complaint" }), "BP check");
    await next();
    await next();
    await hand.type(screen.getByRole("combobox", { name: "Diagnosis" }), "Hypertension");
    const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Treatment plan" });
    await hand.type(field(), "losartan 50 mg od{Enter}creatinine, HbA1c{Enter}{Enter}low salt{Enter}");
    expect(field().value).toBe("");
    const rows = screen.getByRole("list", { name: "From the plan" });
    // The SIG and the days are as the clinic prescribes it.
    await waitFor(() =>
      expect(rows.textContent).toContain("losartan 50 mg 1 tablet, once a day, for 30 days, #30Prescription"),
    );
    expect(rows.textContent).toContain("HbA1c is not back yet, not asked twice");
    await hand.click(screen.getByRole("button", { name: "Change low salt" }));
    expect(document.activeElement).toBe(field());
    expect(field().value).toBe("low salt");
    await hand.type(field(), ", walking{Enter}back in 2 weeks");
    await hand.click(screen.getByRole("button", { name: "Change losartan 50 mg" }));
    await hand.clear(field());
    await hand.keyboard("amlodipine 5 mg od 7 days");
    await hand.click(screen.getByRole("button", { name: "Save Consultation" }));
    await waitFor(() => expect(sent(addConsultation)).toHaveLength(1));
    expect(sent(addConsultation)[0]?.body).toMatchObject({
      treatment: "amlodipine 5 mg od 7 days\ncreatinine, HbA1c\nlow salt, walking\nback in 2 weeks",
    });
  });

  it("goes to the line above with Backspace where nothing is typed", async () => {
    const { hand, next } = show();
    await hand.type(await screen.findByRole("textbox", { name: "Chief complaint" }), "BP check");
    await next();
    await next();
    const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Treatment plan" });
    await hand.type(field(), "low salt{Enter}{Backspace}");
    expect(field().value).toBe("low salt");
  });
});
