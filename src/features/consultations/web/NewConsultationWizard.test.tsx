import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { listDaysOff } from "#features/appointments/contract.ts";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import {
  addConsultation,
  type Consultation,
  latestVitals,
  patientConsultations,
  type VitalSignReading,
  vitalSignReadings,
} from "#features/consultations/contract.ts";
import { searchDiagnoses } from "#features/diagnoses/contract.ts";
import { growthCurve } from "#features/growth/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import { medicinesInUse } from "#features/prescriptions/contract.ts";
import { patientVisits } from "#features/visits/contract.ts";
import { NO_VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { emptySummary, type FakeAnswer, refuse, renderScreen, reply } from "#web/testing.tsx";
import { aPatientRecord, aVisit } from "#web/testing-records.ts";
import { NewConsultationWizard } from "./NewConsultationWizard.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  return () => vi.useRealTimers();
});

const saved: Consultation = {
  id: 5,
  patientId: 1201,
  clinicId: 1,
  secretaryId: 1,
  consultationType: "General",
  chiefComplaint: "Fever",
  historyOfPresentIllness: "{}",
  vitalSigns: null,
  vitalsInError: null,
  enteredInError: null,
  physicalExamination: null,
  diagnosis: "Dengue fever",
  treatment: "Fluids",
  medications: null,
  followUpDate: null,
  notes: null,
  createdAt: "2026-11-20T02:42:00Z",
  isIntake: false,
  diagnoses: [],
  addenda: [],
  isConfidential: false,
  isOwn: false,
};

const mainClinic = {
  id: 5,
  clinicId: 1,
  name: "Main clinic",
  address: null,
  room: null,
  isActive: true,
  hours: [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: "08:00", to: "17:00" })),
  slotMinutes: 30,
};

const before: VitalSignReading = {
  ...NO_VITAL_SIGNS,
  id: 3,
  weight: 24.9,
  recordedAt: "2026-11-19T02:00:00Z",
  recordedById: null,
  isPregnant: false,
  gestationDays: null,
  enteredInError: null,
};

const show = (...answers: FakeAnswer[]) => {
  const onClose = vi.fn();
  const onPlanned = vi.fn();
  const shown = renderScreen(<NewConsultationWizard patientId={1201} {...{ onPlanned, onClose }} />, {
    answers: [
      reply(onePatient, aPatientRecord({ allergies: "Penicillin" })),
      reply(latestVitals, { ...NO_VITAL_SIGNS, weight: 24.9, recordedAt: "2026-11-19T02:00:00Z" }),
      reply(vitalSignReadings, [before]),
      reply(patientVisits, []),
      reply(medicinesInUse, []),
      reply(searchDiagnoses, []),
      reply(summary, emptySummary),
      reply(listPlaces, [mainClinic]),
      reply(listDaysOff, []),
      reply(growthCurve, []),
      ...answers,
    ],
  });
  const { hand } = shown;
  return {
    ...shown,
    onClose,
    onPlanned,
    next: () => hand.click(screen.getByRole("button", { name: "Next Step" })),
    write: async (label: string | RegExp, text: string) =>
      hand.type(
        await screen.findByRole(label === "Diagnosis" ? "combobox" : "textbox", { name: label }),
        text,
      ),
  };
};

describe("today's entry of the desk", () => {
  const measured = {
    ...NO_VITAL_SIGNS,
    bloodPressure: "110/70",
    pulse: 92,
    recordedAt: "2026-11-20T02:33:00Z",
  };
  const told = aVisit({ id: 9, day: "2026-11-20", state: "with_doctor", reason: "Fever since Monday" });
  const typedIn = (name: string) => (screen.getByRole("textbox", { name }) as HTMLInputElement).value;

  it("is filled in, says so, and is saved as it is", async () => {
    const { hand, write, next, sent, onPlanned } = show(
      reply(patientVisits, [told]),
      reply(latestVitals, measured),
      reply(addConsultation, saved),
    );
    expect(await screen.findByText("as told at the desk")).toBeTruthy();
    expect(typedIn("Chief complaint")).toBe("Fever since Monday");
    await next();
    expect(screen.getByText(/^Taken today at 10:33 AM and filled in/)).toBeTruthy();
    expect(typedIn("Pulse")).toBe("92");
    await next();
    await write("Diagnosis", "Dengue fever");
    await write("Treatment plan", "Fluids");
    await hand.click(screen.getByRole("button", { name: "Save Consultation" }));
    await waitFor(() => expect(sent(addConsultation)).toHaveLength(1));
    const body = sent(addConsultation)[0]?.body as { chiefComplaint: string; vitalSigns: string };
    expect(body.chiefComplaint).toBe("Fever since Monday");
    expect(JSON.parse(body.vitalSigns)).toMatchObject({ bloodPressure: "110/70", pulse: 92 });
    // The visit is still to be closed.
    await waitFor(() =>
      expect(onPlanned).toHaveBeenCalledExactlyOnceWith({
        prescription: null,
        requests: [],
        isConfidential: false,
      }),
    );
  });

  it("asks nothing when it is closed as it was filled in", async () => {
    const { hand, onClose } = show(reply(patientVisits, [told]), reply(latestVitals, measured));
    await screen.findByText("as told at the desk");
    await hand.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("no longer says so once it is changed, and can be cleared and filled in again", async () => {
    const { hand, write, next } = show(reply(patientVisits, [told]), reply(latestVitals, measured));
    await screen.findByText("as told at the desk");
    await write("Chief complaint", ", day 4");
    expect(screen.queryByText("as told at the desk")).toBeNull();
    await next();
    await hand.click(screen.getByRole("button", { name: "Clear" }));
    expect(typedIn("Pulse")).toBe("");
    await hand.click(screen.getByRole("button", { name: "Fill In" }));
    expect(typedIn("Pulse")).toBe("92");
  });

  it("brings along how a sign was measured", async () => {
    const fasting = { ...measured, bloodSugar: 104, bloodSugarTiming: "fasting" } as const;
    const { hand, write, next, sent } = show(reply(latestVitals, fasting), reply(addConsultation, saved));
    await write("Chief complaint", "Follow-up");
    await next();
    expect(screen.getByRole("combobox", { name: "Blood sugar taken" })).toHaveProperty("value", "fasting");
    await next();
    await write("Diagnosis", "Diabetes");
    await write("Treatment plan", "Diet");
    await hand.click(screen.getByRole("button", { name: "Save Consultation" }));
    await waitFor(() => expect(sent(addConsultation)).toHaveLength(1));
    const body = sent(addConsultation)[0]?.body as { vitalSigns: string };
    expect(JSON.parse(body.vitalSigns)).toMatchObject({ bloodSugar: 104, bloodSugarTiming: "fasting" });
  });

  it.each([
    ["is the complaint of a patient who was registered today", [], "Rash"],
    ["is none once a consultation has it", [saved], ""],
  ])("%s", async (_, entries, complaint) => {
    const registered = { createdAt: "2026-11-20T01:00:00Z", chiefComplaint: "Rash" };
    show(reply(onePatient, aPatientRecord(registered)), reply(patientConsultations, entries));
    await screen.findByText(entries.length > 0 ? "Last visit, Nov 20" : "as told at the desk");
    expect(typedIn("Chief complaint")).toBe(complaint);
  });

  it("is none where the complaint and the vital signs are of an earlier day", async () => {
    const { next, write } = show();
    await screen.findByRole("textbox", { name: "Chief complaint" });
    expect(typedIn("Chief complaint")).toBe("");
    await write("Chief complaint", "Fever");
    await next();
    expect(screen.queryByText(/^Taken today/)).toBeNull();
    expect(typedIn("Weight")).toBe("");
  });
});

describe("the three steps", () => {
  it("are titled with the patient, and go on only with a complaint", async () => {
    const { next, write } = show();
    expect(await screen.findByRole("heading", { name: "Nuñez, Althea Marie Cabahug" })).toBeTruthy();
    expect(screen.getByText("Allergies: Penicillin")).toBeTruthy();
    expect(screen.getByText("Step 1 of 3")).toBeTruthy();
    await next();
    expect(await screen.findByText("Chief complaint is required")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Chief complaint" }));
    await write("Chief complaint", "Fever, day 4");
    await next();
    expect(await screen.findByText("Step 2 of 3")).toBeTruthy();
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("33");
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Blood pressure" }));
  });

  it("ask for a symptom's details only when its box is ticked", async () => {
    const { hand } = show();
    await screen.findByRole("checkbox", { name: "Fever" });
    expect(screen.queryByRole("textbox", { name: "Onset" })).toBeNull();
    await hand.click(screen.getByRole("checkbox", { name: "Fever" }));
    expect(screen.getByRole("textbox", { name: "Onset" })).toBeTruthy();
    await hand.click(screen.getByRole("checkbox", { name: "Fever" }));
    expect(screen.queryByRole("textbox", { name: "Onset" })).toBeNull();
  });

  it("flag the vital signs of a child of 8 while they are typed", async () => {
    const { next, write } = show();
    await write("Chief complaint", "Fever");
    await next();
    for (const [label, value] of [
      ["Blood pressure", "92/58"],
      ["Temperature", "38.9"],
      ["Pulse", "128"],
      ["Respiratory rate", "24"],
      ["Oxygen saturation", "97"],
      ["Weight", "24.5"],
      ["Height", "126"],
    ] as const)
      await write(label, value);
    for (const flag of [
      "Within 86 to 118 systolic",
      "Fever, above 38.0",
      "Above 110",
      "Above 22",
      "95 or more",
      "0.4 kg less",
      "was 24.9",
      "BMI 15.4, no adult label under 19",
    ])
      expect(screen.getByText(flag)).toBeTruthy();
    const note =
      /^All optional\. Values outside the range for age 8 are highlighted; this is not a diagnosis\./;
    expect(screen.getByText(note).textContent).toContain("“was” is the last other visit, Nov 19.");
  });

  it("tell a child's measurement beyond the limits of the WHO", async () => {
    // The same row for every table.
    const { next, write } = show(reply(growthCurve, [{ x: 3093, l: -1.65, m: 15.8, s: 0.111 }]));
    await write("Chief complaint", "Fever");
    await next();
    await write("Weight", "245");
    expect(await screen.findByText("Weight for age not possible: measure again")).toBeTruthy();
  });

  it("do not go on from an impossible value, and always go back", async () => {
    const { hand, next, write } = show();
    await write("Chief complaint", "Fever");
    await next();
    await write("Temperature", "102");
    await next();
    expect(await screen.findByText("Enter °C; 102 looks like Fahrenheit")).toBeTruthy();
    expect(screen.getByText("Step 2 of 3")).toBeTruthy();
    await hand.click(screen.getByRole("button", { name: "Previous Step" }));
    expect(await screen.findByText("Step 1 of 3")).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Chief complaint" }).value).toBe("Fever");
  });

  it("require diagnosis and treatment plan at the end", async () => {
    const { hand, next, write, sent } = show();
    await write("Chief complaint", "Fever");
    await next();
    await screen.findByText("Step 2 of 3");
    await next();
    await screen.findByText("Step 3 of 3");
    expect(screen.getAllByText("Done:")).toHaveLength(2);
    await hand.click(screen.getByRole("button", { name: "Save Consultation" }));
    expect(await screen.findByText("Diagnosis is required")).toBeTruthy();
    expect(screen.getByText("Treatment plan is required")).toBeTruthy();
    expect(sent(addConsultation)).toHaveLength(0);
  });
});

describe("the follow-up date", () => {
  const closed = (why: string) => `Main clinic is closed then: ${why}.`;

  it("says when the clinic is closed then", async () => {
    const { hand, next, write } = show(reply(listPlaces, [mainClinic, { ...mainClinic, id: 6, hours: [] }]));
    await write("Chief complaint", "Fever");
    await next();
    await next();
    const retype = async (text: string) => {
      await hand.clear(await screen.findByRole("textbox", { name: "Follow-up date" }));
      await write("Follow-up date", text);
    };
    await retype("11/30/2026");
    expect(await screen.findByText(closed("Bonifacio Day"))).toBeTruthy();
    // A Sunday.
    await retype("11/29/2026");
    expect(await screen.findByText(closed("outside clinic hours"))).toBeTruthy();
    await retype("12/01/2026");
    expect(screen.queryByText(/is closed then/)).toBeNull();
  });

  it("says nothing while another place is open", async () => {
    const open = {
      placeId: 6,
      id: 1,
      firstDay: "2026-11-30",
      lastDay: "2026-11-30",
      isOpen: true,
      note: null,
    };
    const { next, write } = show(
      reply(listPlaces, [mainClinic, { ...mainClinic, id: 6, name: "Annex" }]),
      reply(listDaysOff, [open]),
    );
    await write("Chief complaint", "Fever");
    await next();
    await next();
    await write("Follow-up date", "11/30/2026");
    expect(await screen.findByText("November 30, 2026")).toBeTruthy();
    expect(screen.queryByText(/is closed then/)).toBeNull();
  });
});

describe("saving", () => {
  const fill = async ({ hand, next, write }: ReturnType<typeof show>) => {
    await write("Chief complaint", "Fever, day 4");
    await hand.click(screen.getByRole("checkbox", { name: "Fever" }));
    await write("Onset", "four days ago");
    await hand.click(screen.getByRole("checkbox", { name: "Vomiting" }));
    await write("Frequency", "twice");
    await hand.click(screen.getByRole("checkbox", { name: "Vomiting" }));
    await next();
    await write("Temperature", "38.9");
    await next();
    await write("Diagnosis", "Dengue fever");
    await write("Treatment plan", "Fluids");
    await write("Follow-up date", "11/21/2026");
  };
  const save = ({ hand }: ReturnType<typeof show>) =>
    hand.click(screen.getByRole("button", { name: "Save Consultation" }));

  it("sends the specification's payload, shows a toast and closes", async () => {
    const wizard = show(reply(addConsultation, saved));
    await fill(wizard);
    await save(wizard);
    expect(await screen.findByText("Consultation record saved successfully")).toBeTruthy();
    expect(wizard.onClose).toHaveBeenCalledOnce();
    const [sent] = wizard.sent(addConsultation).map(({ body }) => body as Record<string, string>);
    const { historyOfPresentIllness, vitalSigns, ...body } = sent ?? {};
    expect(body).toEqual({
      patientId: 1201,
      chiefComplaint: "Fever, day 4",
      physicalExamination: null,
      diagnosis: "Dengue fever",
      treatment: "Fluids",
      medications: null,
      followUpDate: "2026-11-21",
      notes: null,
      consultationType: "General",
    });
    expect(JSON.parse(historyOfPresentIllness ?? "")).toMatchObject({
      fever: true,
      feverOnset: "four days ago",
      vomiting: false,
      vomitingFrequency: "",
    });
    expect(JSON.parse(vitalSigns ?? "")).toEqual({ ...NO_VITAL_SIGNS, temperature: 38.9 });
  });

  it("keeps everything after a failure, and retries with the same key", async () => {
    const wizard = show(refuse(addConsultation, "internal", "", { reference: "AB12" }));
    await fill(wizard);
    await save(wizard);
    expect(await screen.findByText("Failed to save consultation (reference AB12)")).toBeTruthy();
    expect(wizard.onClose).not.toHaveBeenCalled();
    wizard.answer(reply(addConsultation, saved));
    await save(wizard);
    await waitFor(() => expect(wizard.onClose).toHaveBeenCalledOnce());
    const [first, second] = wizard.sent(addConsultation).map(({ headers }) => headers.get("idempotency-key"));
    expect(first).toBeTruthy();
    expect(second).toBe(first);
  });

  it("returns to the step whose field the server refused", async () => {
    const message = "Enter a temperature from 30 to 45 °C";
    const wizard = show(
      refuse(addConsultation, "invalid", message, { fields: { "vitalSigns.temperature": message } }),
    );
    await fill(wizard);
    await save(wizard);
    expect(await screen.findByText("Step 2 of 3")).toBeTruthy();
    const field = screen.getByRole("textbox", { name: "Temperature" });
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.getAttribute("aria-invalid")).toBe("true");
  });

  it("asks before discarding what was typed", async () => {
    const wizard = show();
    await wizard.write("Chief complaint", "Fever");
    await wizard.hand.keyboard("{Escape}");
    expect(await screen.findByRole("alertdialog")).toBeTruthy();
    expect(wizard.onClose).not.toHaveBeenCalled();
  });
});

describe("diagnoses", () => {
  const hypertension = { words: "Essential hypertension", code: "I10" };
  const diabetes = { words: "Type 2 diabetes", code: "E11.9" };
  const answer = reply(searchDiagnoses, ({ query: { search = "" } }) =>
    [hypertension, diabetes].filter(({ words }) =>
      words.toLowerCase().includes({ htn: "hyper", dm2: "diab" }[search] ?? search),
    ),
  );
  const toTheField = async (...answers: FakeAnswer[]) => {
    const wizard = show(answer, reply(addConsultation, saved), ...answers);
    await wizard.write("Chief complaint", "BP check");
    await wizard.next();
    await wizard.next();
    await wizard.write("Treatment plan", "Low salt");
    const field = await screen.findByRole("combobox", { name: "Diagnosis" });
    await wizard.hand.click(field);
    return { ...wizard, field: field as HTMLInputElement };
  };
  const chosen = () =>
    [...(screen.queryByRole("list", { name: "Chosen diagnoses" })?.children ?? [])].map(
      (each) => each.textContent,
    );
  const saveAll = async ({ hand, sent }: Awaited<ReturnType<typeof toTheField>>) => {
    await hand.click(screen.getByRole("button", { name: "Save Consultation" }));
    await waitFor(() => expect(sent(addConsultation)).toHaveLength(1));
    return sent(addConsultation)[0]?.body as { diagnosis?: string; diagnoses?: object[] };
  };

  it("are added with Enter, one after the other, even before the response has come", async () => {
    const wizard = await toTheField();
    await wizard.hand.keyboard("htn{Enter}");
    await waitFor(() => expect(chosen()).toEqual(["Essential hypertensionI10"]));
    expect(wizard.field.value).toBe("");
    expect(document.activeElement).toBe(wizard.field);
    await wizard.hand.keyboard("dm2");
    await screen.findByRole("option", { name: /Type 2 diabetes ?E11.9/, selected: true });
    await wizard.hand.keyboard("{Enter}");
    await wizard.hand.keyboard("{Enter}");
    expect(wizard.sent(addConsultation)).toHaveLength(0);
    const body = await saveAll(wizard);
    expect(body.diagnoses).toEqual([hypertension, diabetes]);
    expect(body).not.toHaveProperty("diagnosis");
  });

  it("may be free text, chosen as written or left in the field", async () => {
    const wizard = await toTheField();
    await wizard.hand.keyboard("htn ckd");
    await wizard.hand.click(await screen.findByRole("option", { name: /Use “htn ckd” as written ?no code/ }));
    expect(chosen()).toEqual(["htn ckdno code"]);
    await wizard.hand.keyboard("tired");
    expect((await saveAll(wizard)).diagnoses).toEqual([{ words: "htn ckd", code: null }, { words: "tired" }]);
  });

  it("can be removed, and Escape closes the list and keeps what was typed", async () => {
    const wizard = await toTheField();
    await wizard.hand.keyboard("htn{Enter}");
    await waitFor(() => expect(chosen()).toHaveLength(1));
    await wizard.hand.click(screen.getByRole("button", { name: "Remove Essential hypertension" }));
    expect(chosen()).toEqual([]);
    await wizard.hand.type(wizard.field, "htn");
    await screen.findByRole("option", { name: /Essential hypertension ?I10/ });
    await wizard.hand.keyboard("{Escape}");
    expect(screen.queryByRole("option")).toBeNull();
    expect(wizard.field.getAttribute("aria-expanded")).toBe("false");
    expect(screen.getByText("Step 3 of 3")).toBeTruthy();
    expect(await saveAll(wizard)).toMatchObject({ diagnosis: "htn" });
  });

  it("are saved as written while codes cannot be searched", async () => {
    const wizard = await toTheField(refuse(searchDiagnoses, "internal", ""));
    await wizard.hand.keyboard("htn");
    await screen.findByText("Codes cannot be looked up now. What you type is saved as written.");
    await wizard.hand.keyboard("{Enter}");
    await waitFor(() => expect(chosen()).toEqual(["htnno code"]));
  });
});

it("shows an error when the patient fails to load", async () => {
  renderScreen(<NewConsultationWizard patientId={1201} onClose={() => undefined} />, {
    answers: [
      refuse(onePatient, "not_found", "Patient not found"),
      refuse(latestVitals, "not_found", "Patient not found"),
      refuse(patientVisits, "not_found", "Patient not found"),
    ],
  });
  expect((await screen.findByRole("alert")).textContent).toContain("Patient not found");
});
