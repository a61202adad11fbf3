import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { Allergy } from "#features/clinical-lists/contract.ts";
import type { Medicine } from "#features/clinical-lists/medicines-contract.ts";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { clinicSettings } from "#features/clinics/contract.ts";
import { patientConsultations } from "#features/consultations/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import {
  type MedicineInUse,
  medicinesInUse,
  type Prescription,
  patientPrescriptions,
  prescribingPhysician,
  prescriptionPdf,
  savePrescription,
} from "#features/prescriptions/contract.ts";
import { queryKeyOf } from "#web/data/calls.ts";
import { choosePaper } from "#web/printing/paper-choice.ts";
import {
  badGateway,
  emptySummary,
  type FakeAnswer,
  refuse,
  renderScreen,
  reply,
  type SentCall,
  staffWith,
} from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { GeneratePrescriptionDialog } from "./GeneratePrescriptionDialog.tsx";
import { aMedication, aPrescription, clinicOnPaper } from "./testing-prescriptions.ts";

const amoxicillin: MedicineInUse = {
  name: "amoxicillin",
  brandName: "",
  strength: "500 mg",
  form: "capsule",
  dosage: "1 cap",
  frequency: "TID",
  duration: "7 days",
  used: 40,
};

const patient = aPatientRecord({ id: 7, address: "14 Sikatuna St., Cebu City", allergies: "penicillin" });
const record = {
  patientId: 7,
  clinicId: 1,
  recordedAt: "2026-11-20T02:00:00Z",
  recordedByName: null,
  version: 1,
};
const anAllergy = (substance: string): Allergy => ({
  ...record,
  id: 90,
  updatedAt: "2026-11-20T02:00:00Z",
  substance,
  reaction: null,
  severity: null,
  howKnown: null,
  state: "active",
  isFreeText: false,
});
const head = (known: { allergies?: Allergy[]; medicines?: Medicine[] }) =>
  reply(summary, {
    ...emptySummary,
    allergies: known.allergies ?? [],
    medicines: known.medicines ?? [],
  });
const warfarin: Medicine = {
  ...record,
  id: 91,
  generic: "warfarin",
  dose: "2.5 mg",
  frequency: null,
  since: null,
  until: null,
  source: "elsewhere",
  prescriptionId: null,
  item: null,
  state: "active",
  stopReason: null,
  stopId: null,
  isConfidential: false,
  isOwn: false,
};
const doctor = { licenseNumber: "0098412", ptrNumber: "2614407, 2026", specialization: "Cardiology" };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:rx", revokeObjectURL: () => undefined }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

/** One key means one record. */
const saves = (hold?: Promise<void>): FakeAnswer => {
  const records = new Map<string, Prescription>();
  return {
    endpoint: savePrescription,
    respond: async ({ headers, body }: SentCall) => {
      await hold;
      const key = headers.get("idempotency-key") ?? "";
      const record = records.get(key) ?? { ...aPrescription(), ...(body as object), id: 1842 + records.size };
      records.set(key, record as Prescription);
      return Response.json(record);
    },
  };
};

const draws: FakeAnswer = {
  endpoint: prescriptionPdf,
  respond: () => {
    const name = encodeURIComponent("prescription-Peña-2026-11-20.pdf");
    return new Response("%PDF", {
      headers: { "content-disposition": `inline; filename*=UTF-8''${name}` },
    });
  },
};

const open = async (
  answers: FakeAnswer[] = [],
  user: Parameters<typeof renderScreen>[1] = { user: doctor },
) => {
  const onClose = vi.fn();
  const shown = renderScreen(<GeneratePrescriptionDialog patientId={7} onClose={onClose} />, {
    ...user,
    answers: [
      reply(onePatient, patient),
      reply(patientPrescriptions, []),
      reply(patientConsultations, []),
      reply(medicinesInUse, [amoxicillin]),
      reply(clinicSettings, clinicOnPaper),
      draws,
      head({ allergies: [anAllergy("penicillin")] }),
      ...answers,
    ],
  });
  const name = await screen.findByRole("textbox", { name: "Medication name" });
  await screen.findByRole("combobox", { name: "Paper" });
  const write = async (label: string, text: string) => {
    const field = screen.getByRole("textbox", { name: label });
    await shown.hand.clear(field);
    await shown.hand.type(field, text);
  };
  const prescribe = async () => {
    await write("Medication name", "mefenamic acid");
    await write("SIG", "1 tab");
    await write("Frequency", "TID");
    await write("Duration", "7 days");
  };
  const press = (button: string) => shown.hand.click(screen.getByRole("button", { name: button }));
  return { ...shown, onClose, name, write, prescribe, press };
};

const preview = () => within(screen.getByRole("region", { name: "Preview" }));

it("opens on the first medicine, with the doctor, the address and today filled in", async () => {
  const { name } = await open();
  expect(document.activeElement).toBe(name);
  expect(screen.getByText("Allergies: penicillin")).toBeTruthy();
  const values = [
    "Physician name",
    "License number",
    "Specialization",
    "Patient address",
    "Prescription date",
  ].map((label) => (screen.getByRole("textbox", { name: label }) as HTMLInputElement).value);
  expect(values).toEqual([
    "Rafael Peñaflor",
    "0098412",
    "Cardiology",
    "14 Sikatuna St., Cebu City",
    "11/20/2026",
  ]);
});

it("requires the required fields before saving and printing", async () => {
  const { press, sent, name } = await open([], { user: { licenseNumber: null } });
  await press("Save Prescription");
  await screen.findByText("Please fill in all required fields before saving");
  for (const message of [
    "Medication name is required",
    "SIG is required",
    "Frequency is required",
    "Duration is required",
    "License number is required",
  ])
    expect(screen.getByText(message)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(name));
  await press("Print");
  await screen.findByText("Please fill in all required fields before printing");
  expect(sent(savePrescription)).toHaveLength(0);
});

it("shows the page while typing: generic first, brand in parentheses, SIG in words", async () => {
  const { prescribe, write } = await open();
  await prescribe();
  await write("Brand", "Ponstan");
  await write("Quantity", "21");
  expect(await preview().findByText("1 tablet, 3 times a day, for 7 days")).toBeTruthy();
  const drawn = () => preview().getByRole("group", { name: "Prescription, page 1 of 1" }).textContent;
  await waitFor(() => expect(drawn()).toContain("mefenamic acid (Ponstan)#21"));
  expect(preview().getByText("mefenamic acid: no strength, no form.")).toBeTruthy();
});

it("says at the medicine that a brand alone may not be printed", async () => {
  const { write } = await open();
  await write("Brand", "Norvasc");
  const field = screen.getByRole("textbox", { name: "Medication name" });
  expect(field.getAttribute("aria-invalid")).toBe("true");
  const said = document.getElementById(field.getAttribute("aria-describedby") ?? "");
  expect(said?.textContent).toMatch(/^Enter the generic name of Norvasc/);
  expect(await preview().findByText("This can't be printed yet")).toBeTruthy();
});

it("repeats the last prescription: medicines, diagnosis and instructions, with today's date", async () => {
  const earlier = aPrescription({
    medications: [aMedication(), aMedication({ name: "Concor", genericName: "bisoprolol", brandName: null })],
  });
  const { hand, sent } = await open([reply(patientPrescriptions, [earlier]), saves()]);
  await hand.keyboard("{Alt>}r{/Alt}");
  const names = screen.getAllByRole("textbox", { name: "Medication name" });
  expect(names.map((field) => (field as HTMLInputElement).value)).toEqual(["furosemide", "bisoprolol"]);
  expect(screen.getByRole("button", { name: "Repeat last, Oct 16" })).toBeTruthy();
  // Two keys behind the one that opened the dialog.
  await hand.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText("Prescription saved successfully");
  expect(sent(savePrescription)[0]?.body).toMatchObject({
    diagnosis: "Congestive heart failure",
    additionalInstructions: "Low-salt diet.",
    prescriptionDate: "2026-11-20",
    medications: [
      { name: "furosemide", brandName: "Lasix" },
      { name: "bisoprolol", brandName: "Concor" },
    ],
  });
});

it("saves once however often it is pressed, and prints that record afterwards", async () => {
  let release: () => void = () => undefined;
  const { prescribe, press, hand, sent } = await open([
    saves(
      new Promise<void>((resolve) => {
        release = resolve;
      }),
    ),
  ]);
  await prescribe();
  await press("Save Prescription");
  await hand.keyboard("{Control>}{Enter}{/Control}");
  expect(screen.getByRole("button", { name: "Saving…" })).toBeTruthy();
  release();
  await screen.findByText("Saved as prescription 1842");
  expect(sent(savePrescription)).toHaveLength(1);
  await press("Download PDF");
  await screen.findByText("Prescription generated and downloaded successfully");
  expect(sent(savePrescription)).toHaveLength(1);
  expect(sent(prescriptionPdf).map(({ params }) => params)).toEqual([{ id: "7", "rxId.pdf": "1842.pdf" }]);
});

it("an edit after saving is a new prescription", async () => {
  const { hand, prescribe, press, write, sent, onClose } = await open([saves()]);
  await prescribe();
  await press("Save Prescription");
  await screen.findByText("Saved as prescription 1842");
  await write("Duration", "5 days");
  expect(screen.getByText("Changed since prescription 1842: saving makes a new one")).toBeTruthy();
  await press("Save Prescription");
  await screen.findByText("Saved as prescription 1843");
  const [first, second] = sent(savePrescription).map(({ headers }) => headers.get("idempotency-key"));
  expect(first).not.toBe(second);
  await hand.click(screen.getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
  expect(onClose).toHaveBeenCalled();
});

it("shows the server's refusal at the field and in the toast, and retries with the same key", async () => {
  const { prescribe, press, sent, answer } = await open([
    refuse(savePrescription, "invalid", "Mefenamic acid cannot be saved", {
      fields: { "medications.0.name": "Write another name" },
    }),
  ]);
  await prescribe();
  await press("Save Prescription");
  expect(await screen.findByText("Write another name")).toBeTruthy();
  expect(await screen.findByText("Mefenamic acid cannot be saved")).toBeTruthy();
  answer(saves());
  await press("Save Prescription");
  await screen.findByText("Saved as prescription 1842");
  const keys = new Set(sent(savePrescription).map(({ headers }) => headers.get("idempotency-key")));
  expect(keys.size).toBe(1);
});

it("a failure without a message gets the specification's, for the record and for its PDF", async () => {
  const { prescribe, press } = await open([badGateway(savePrescription)]);
  await prescribe();
  await press("Save Prescription");
  await screen.findByText("Failed to save prescription");
  await press("Download PDF");
  await screen.findByText("Failed to generate prescription");
});

it("names the clinic's only doctor on a staff member's prescription", async () => {
  const physician = {
    firstName: "Rafael",
    lastName: "Peñaflor",
    licenseNumber: "0098412",
    ptrNumber: "2614407",
    ptrYear: 2026,
    s2Number: null,
    specialization: "Cardiology",
    credentials: "MD, FPCP",
  };
  await open([reply(prescribingPhysician, { physician })], { user: staffWith("view_patients") });
  const value = (name: string) => (screen.getByRole("textbox", { name }) as HTMLInputElement).value;
  expect(["Physician name", "License number", "Specialization", "PTR number"].map(value)).toEqual([
    "Rafael Peñaflor, MD, FPCP",
    "0098412",
    "Cardiology",
    "2614407, 2026",
  ]);
});

it("anyone but the owner prepares it: with several doctors none is filled in, nothing is printed before release", async () => {
  const { prescribe, write, press } = await open(
    [
      reply(prescribingPhysician, { physician: null }),
      reply(savePrescription, aPrescription({ status: "prepared", prescriptionDate: "2026-11-20" })),
    ],
    { user: staffWith("view_patients") },
  );
  expect(screen.getByText(/The doctor must release it before it can be printed or downloaded/)).toBeTruthy();
  for (const name of ["Print", "Download PDF"])
    expect(screen.getByRole("button", { name }).hasAttribute("disabled")).toBe(true);
  expect((screen.getByRole("textbox", { name: "Physician name" }) as HTMLInputElement).value).toBe("");
  await prescribe();
  await write("Physician name", "Rafael Peñaflor");
  await write("License number", "0098412");
  await press("Save Prescription");
  await screen.findByText("Saved as prescription 1842, awaiting release");
});

it("keeps at least one medicine, and asks before discarding typed ones", async () => {
  const { hand, press, name, onClose } = await open();
  expect(screen.queryByRole("button", { name: "Remove medicine 1" })).toBeNull();
  await hand.type(name, "paracetamol");
  await press("Add Medication");
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getAllByRole("textbox", { name: "Medication name" })[1]),
  );
  // The new row is empty because it is new, so it shows no error.
  expect(screen.queryByText("SIG is required")).toBeNull();
  await press("Remove medicine 2");
  expect(screen.queryByRole("button", { name: "Remove medicine 1" })).toBeNull();
  await press("Cancel");
  await hand.click(await screen.findByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalled();
});

it("prints the PDF of the record that it saves, in a window opened by the click itself", async () => {
  const tab = { closed: false, close: vi.fn(), location: { href: "" } };
  const opens = vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
  const { prescribe, press, sent } = await open([saves()]);
  await press("Print");
  await screen.findByText("Please fill in all required fields before printing");
  expect(opens).not.toHaveBeenCalled();
  await prescribe();
  await press("Print");
  await screen.findByText("Saved as prescription 1842");
  expect(tab.location.href).toBe("blob:rx");
  await press("Print");
  await waitFor(() => expect(opens).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(sent(prescriptionPdf)).toHaveLength(2));
  expect(sent(savePrescription)).toHaveLength(1);
});

it("closes that window when the PDF is refused; the record stays saved", async () => {
  const tab = { closed: false, close: vi.fn(), location: { href: "" } };
  vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
  const { prescribe, press } = await open([refuse(savePrescription, "unusable", "Use the DOH yellow form")]);
  await prescribe();
  await press("Print");
  await screen.findByText("Use the DOH yellow form");
  expect(tab.close).toHaveBeenCalledOnce();
});

it("reports a paper that is too long to draw", async () => {
  const words = "This document is too long to print. Please shorten its longest text and try again.";
  const { prescribe, press } = await open([saves(), refuse(prescriptionPdf, "paper_too_long", words)]);
  await prescribe();
  await press("Download PDF");
  await screen.findByText(words);
});

it("warns of a recorded allergy at the medicine, and requires a reason", async () => {
  const { write, press, sent } = await open([saves()]);
  expect(screen.queryByText(/Allergy on record/)).toBeNull();
  await write("Medication name", "amoxicillin");
  await write("SIG", "1 cap");
  await write("Frequency", "TID");
  await write("Duration", "7 days");
  await screen.findByText("Allergy on record: penicillin");
  expect(screen.getByText("Allergy: Amoxicillin is a penicillin")).toBeTruthy();
  await press("Save Prescription");
  await screen.findByText("Enter a reason for prescribing despite the allergy");
  const reason = screen.getByRole("textbox", { name: "Reason to prescribe anyway" });
  expect(document.activeElement).toBe(reason);
  await press("Print");
  expect(sent(savePrescription)).toHaveLength(0);
  await write("Reason to prescribe anyway", "Tolerated since 2019");
  await press("Save Prescription");
  await screen.findByText("Saved as prescription 1842");
  expect(sent(savePrescription)[0]?.body).toMatchObject({ allergyReason: "Tolerated since 2019" });
});

it("removes the reason with its medicine", async () => {
  const { write, prescribe, press, sent } = await open([saves()]);
  await write("Medication name", "amoxicillin");
  await write("Reason to prescribe anyway", "Tolerated since 2019");
  await prescribe();
  await waitFor(() => expect(screen.queryByText(/Allergy on record/)).toBeNull());
  await press("Save Prescription");
  await screen.findByText("Saved as prescription 1842");
  expect(sent(savePrescription)[0]?.body).toMatchObject({ allergyReason: null });
});

it("says that nothing was checked while allergies are not recorded", async () => {
  await open([reply(onePatient, { ...patient, allergies: null }), head({})]);
  expect(await screen.findByText(/No allergies recorded, so medicines can't be checked/)).toBeTruthy();
});

it("warns of a current medicine, and says what was not checked", async () => {
  const { write } = await open([head({ allergies: [anAllergy("Shrimp")], medicines: [warfarin] })]);
  await write("Medication name", "Coumadin");
  expect(await screen.findByText("Coumadin: warfarin is taken now, from elsewhere.")).toBeTruthy();
  expect(screen.getByText("Not checked:").parentElement?.textContent).toBe("Not checked: Shrimp");
});

it("checks the patient's text, and says so, when the summary fails to load", async () => {
  const { write } = await open([badGateway(summary)]);
  await write("Medication name", "amoxicillin");
  await screen.findByText("Allergy on record: penicillin");
  expect(await screen.findByText(/medicines taken now, which could not be loaded/)).toBeTruthy();
});

it("sends a dangerous drug to the yellow form, or prints three copies while the clinic allows it", async () => {
  const holder = { user: { ...doctor, s2Number: "S2-77" } };
  const { write, answer, queries } = await open([], holder);
  await write("Medication name", "diazepam");
  await write("SIG", "1 tab");
  await write("Frequency", "HS");
  await write("Duration", "21 days");
  await write("Quantity", "21");
  // At the medicine and above the page.
  await waitFor(() =>
    expect(screen.getAllByText(/Use the DOH yellow form.*twenty-one \(21\), no refill/)).toHaveLength(2),
  );
  answer(reply(clinicSettings, { ...clinicOnPaper, triplicateUntil: "2026-12-31" }));
  await queries.invalidateQueries({ queryKey: queryKeyOf(clinicSettings) });
  await waitFor(() => expect(screen.queryByText(/yellow form/)).toBeNull());
  expect(await preview().findByText("3 pages")).toBeTruthy();
  expect(preview().getAllByText("NO REFILL")).toHaveLength(3);
});

it("prints on the chosen paper, from then on", async () => {
  const { hand, prescribe, press, sent } = await open([saves()]);
  await prescribe();
  await hand.selectOptions(screen.getByRole("combobox", { name: "Paper" }), "half-letter");
  await press("Download PDF");
  await screen.findByText("Prescription generated and downloaded successfully");
  expect(sent(prescriptionPdf)[0]?.query).toEqual({ paper: "half-letter" });
  expect(localStorage.getItem("prescriptionPaper")).toBe("half-letter");
  choosePaper("A5");
});

it("offers the patient's diagnosis while none is typed", async () => {
  const { hand } = await open([reply(onePatient, { ...patient, diagnosis: "Dengue fever" })]);
  await hand.click(screen.getByRole("button", { name: "Use “Dengue fever”" }));
  expect(screen.getByRole("textbox", { name: "Diagnosis" })).toHaveProperty("value", "Dengue fever");
  expect(screen.queryByRole("button", { name: "Use “Dengue fever”" })).toBeNull();
});

it("suggests the clinic's medicines with their directions and the quantity", async () => {
  const { hand, sent } = await open([saves()]);
  const name = screen.getByLabelText(/^Medication name/);
  await hand.type(name, "amox");
  const offered = within(screen.getByRole("listbox", { name: "Medicines" })).getAllByRole("option");
  expect(offered.map((option) => option.textContent)).toEqual([
    "amoxicillin500 mg capsule · 1 cap, TID, 7 days",
    "amoxicillin + clavulanic acid",
  ]);
  await hand.keyboard("{ArrowDown}{Enter}");
  expect(screen.queryByRole("listbox", { name: "Medicines" })).toBeNull();
  expect(name).toHaveProperty("value", "amoxicillin");
  expect(document.activeElement).toBe(name);
  expect(screen.getByLabelText("Strength")).toHaveProperty("value", "500 mg");
  expect(screen.getByLabelText("Quantity")).toHaveProperty("value", "21");
  expect(sent(savePrescription)).toHaveLength(0);
});

it("Tab and Escape keep what was typed, and typed directions stay", async () => {
  const { hand } = await open();
  await hand.type(screen.getByLabelText(/^Frequency/), "BID");
  const name = screen.getByLabelText(/^Medication name/);
  await hand.type(name, "amox{Escape}");
  expect(screen.queryByRole("listbox", { name: "Medicines" })).toBeNull();
  expect(screen.getByRole("dialog", { name: /Generate Prescription/ })).toBeTruthy();
  await hand.type(name, "i{Tab}");
  expect(name).toHaveProperty("value", "amoxi");
  await hand.type(name, "c{ArrowDown}{Enter}");
  await waitFor(() => expect(screen.getByLabelText("Quantity")).toHaveProperty("value", "14"));
  expect(screen.getByLabelText(/^Frequency/)).toHaveProperty("value", "BID");
});

it("computes the quantity until another one is typed", async () => {
  const { hand } = await open();
  const quantity = screen.getByLabelText("Quantity");
  await hand.type(screen.getByLabelText(/^SIG/), "1 tab");
  await hand.type(screen.getByLabelText(/^Frequency/), "TID");
  await hand.type(screen.getByLabelText(/^Duration/), "7 days");
  expect(quantity).toHaveProperty("value", "21");
  await hand.clear(screen.getByLabelText(/^Duration/));
  expect(quantity).toHaveProperty("value", "");
  await hand.type(screen.getByLabelText(/^Duration/), "5 days");
  expect(quantity).toHaveProperty("value", "15");
  await hand.clear(quantity);
  await hand.type(quantity, "20");
  await hand.clear(screen.getByLabelText(/^Duration/));
  await hand.type(screen.getByLabelText(/^Duration/), "10 days");
  expect(quantity).toHaveProperty("value", "20");
});
