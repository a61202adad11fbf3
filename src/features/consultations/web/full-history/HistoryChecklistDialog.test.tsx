import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { addConsultation, type Consultation } from "#features/consultations/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { type FakeAnswer, refuse, renderScreen, reply } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { HistoryChecklistDialog } from "./HistoryChecklistDialog.tsx";

const saved: Consultation = {
  id: 5,
  patientId: 1201,
  clinicId: 1,
  secretaryId: 1,
  consultationType: "General",
  chiefComplaint: "Fever, day 4",
  historyOfPresentIllness: "{}",
  vitalSigns: null,
  vitalsInError: null,
  enteredInError: null,
  physicalExamination: null,
  diagnosis: "Assessment pending",
  treatment: "Consultation in progress",
  medications: null,
  followUpDate: null,
  notes: "Consultation history checklist completed",
  isIntake: true,
  createdAt: "2026-11-20T02:42:00Z",
  diagnoses: [],
  addenda: [],
  isConfidential: false,
  isOwn: false,
};

const show = (...answers: FakeAnswer[]) => {
  const onClose = vi.fn();
  const shown = renderScreen(<HistoryChecklistDialog patientId={1201} onClose={onClose} />, {
    answers: [reply(onePatient, aPatientRecord()), ...answers],
  });
  return { ...shown, onClose, send: () => shown.hand.click(button("Consultation History Checklist")) };
};
const button = (name: string) => screen.getByRole("button", { name });
const pair = async (symptom: string) => within(await screen.findByRole("group", { name: symptom }));

it("requires only the chief complaint", async () => {
  const { send, sent } = show();
  await screen.findByRole("textbox", { name: "Chief complaint" });
  await send();
  expect(await screen.findByText("Chief complaint is required")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Chief complaint" }));
  expect(sent(addConsultation)).toHaveLength(0);
});

it("Yes reveals the details, No hides them, and each clears the other", async () => {
  const { hand } = show();
  for (const [symptom, detail] of [
    ["Pain / discomfort", "Location"],
    ["Fever", "Onset / duration"],
    ["Vomiting", "Frequency"],
    ["Diarrhea", "Duration"],
    ["Shortness of breath", "Details"],
  ] as const) {
    const [yes, no] = (await pair(symptom)).getAllByRole<HTMLInputElement>("radio");
    if (!yes || !no) throw new Error(`${symptom} has no pair`);
    expect([yes.checked, no.checked, screen.queryByRole("textbox", { name: new RegExp(detail) })]).toEqual([
      false,
      false,
      null,
    ]);
    await hand.click(yes);
    expect([yes.checked, no.checked]).toEqual([true, false]);
    expect(screen.getByRole("textbox", { name: new RegExp(`^${detail}`) })).toBeTruthy();
    await hand.click(no);
    expect([yes.checked, no.checked]).toEqual([false, true]);
    expect(screen.queryByRole("textbox", { name: new RegExp(`^${detail}`) })).toBeNull();
  }
});

it("sends the specification's fixed texts with an object for each symptom, shows a toast and closes", async () => {
  const { hand, send, sent, onClose } = show(reply(addConsultation, saved));
  await hand.type(await screen.findByRole("textbox", { name: "Chief complaint" }), "Fever, day 4");
  await hand.click((await pair("Fever")).getByRole("radio", { name: "Yes" }));
  await hand.type(screen.getByRole("textbox", { name: /^Onset/ }), "four days ago");
  await hand.click((await pair("Vomiting")).getByRole("radio", { name: "No" }));
  await send();
  expect(await screen.findByText("Consultation record added successfully")).toBeTruthy();
  expect(onClose).toHaveBeenCalledOnce();
  const [{ historyOfPresentIllness, ...body }] = sent(addConsultation).map(
    (call) => call.body as { historyOfPresentIllness: string },
  ) as [{ historyOfPresentIllness: string }];
  expect(body).toEqual({
    patientId: 1201,
    chiefComplaint: "Fever, day 4",
    diagnosis: "Assessment pending",
    treatment: "Consultation in progress",
    notes: "Consultation history checklist completed",
    consultationType: "General",
  });
  expect(JSON.parse(historyOfPresentIllness)).toEqual({
    painDiscomfort: { present: null, location: "" },
    fever: { present: true, onset: "four days ago" },
    vomiting: { present: false, frequency: "" },
    diarrhea: { present: null, duration: "" },
    shortnessOfBreath: { present: null, details: "" },
  });
});

it("keeps everything after a failure, and retries with the same key", async () => {
  const { hand, send, sent, answer, onClose } = show(refuse(addConsultation, "internal", ""));
  await hand.type(await screen.findByRole("textbox", { name: "Chief complaint" }), "Fever");
  await send();
  expect(await screen.findByText("Failed to add consultation")).toBeTruthy();
  answer(reply(addConsultation, saved));
  await send();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [first, second] = sent(addConsultation).map(({ headers }) => headers.get("idempotency-key"));
  expect(second).toBe(first);
});

it("Cancel asks before discarding what was typed", async () => {
  const { hand, onClose } = show();
  await hand.type(await screen.findByRole("textbox", { name: "Chief complaint" }), "Fever");
  await hand.click(button("Cancel"));
  expect(await screen.findByRole("alertdialog")).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});
