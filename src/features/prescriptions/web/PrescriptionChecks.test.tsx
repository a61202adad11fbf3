import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { clinicSettings } from "#features/clinics/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { type Medication, patientPrescriptions, savePrescription } from "#features/prescriptions/contract.ts";
import { queryKeyOf } from "#web/data/calls.ts";
import { badGateway, reply } from "#web/testing.tsx";
import {
  anAllergy,
  doctor,
  onPrescribingDay,
  open,
  patient,
  preview,
  saves,
  summaryOf,
  warfarin,
} from "./testing-prescription-dialog.tsx";
import { aMedication, aPrescription, clinicOnPaper } from "./testing-prescriptions.ts";

beforeEach(onPrescribingDay);

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
  await screen.findByText("Saved");
  expect(sent(savePrescription)[0]?.body).toMatchObject({ allergyReason: "Tolerated since 2019" });
});

it("removes the reason with its medicine", async () => {
  const { write, prescribe, press, sent } = await open([saves()]);
  await write("Medication name", "amoxicillin");
  await write("Reason to prescribe anyway", "Tolerated since 2019");
  await prescribe();
  await waitFor(() => expect(screen.queryByText(/Allergy on record/)).toBeNull());
  await press("Save Prescription");
  await screen.findByText("Saved");
  expect(sent(savePrescription)[0]?.body).toMatchObject({ allergyReason: null });
});

it("warns of a medicine that was stopped", async () => {
  const stopped = [{ generic: "Amlodipine", until: "2026-11-10", stopReason: "Edema" }];
  const { write } = await open([saves(), summaryOf({ stopped })]);
  await write("Medication name", "amlodipine");
  const warning = await screen.findByText(/Amlodipine was stopped on Nov 10, 2026: Edema\./);
  expect(warning.closest('[role="alert"]')?.textContent).toContain("Stopped before");
});

it("says that nothing was checked while allergies are not recorded", async () => {
  await open([reply(onePatient, { ...patient, allergies: null }), summaryOf({})]);
  expect(await screen.findByText(/Allergies: not recorded, so medicines can't be checked/)).toBeTruthy();
});

it("warns of a current medicine, and says what was not checked", async () => {
  const { write } = await open([summaryOf({ allergies: [anAllergy("Shrimp")], medicines: [warfarin] })]);
  await write("Medication name", "Coumadin");
  expect(await screen.findByText("Coumadin: warfarin is taken now, from elsewhere.")).toBeTruthy();
  expect(screen.getByText("Not checked:").closest("p")?.textContent).toBe(
    "Interactions are not checked. Not checked: Shrimp",
  );
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

const losartan = (strength: string, more: Partial<Medication> = {}) =>
  aMedication({
    name: "losartan",
    brandName: null,
    strength,
    form: "tablet",
    dosage: "1 tab",
    frequency: "OD",
    ...more,
  });
const writeLosartan = async (write: (label: string, text: string) => Promise<void>, strength: string) => {
  for (const [label, text] of [
    ["Medication name", "Losartan"],
    ["Strength", strength],
    ["SIG", "1 tab"],
    ["Frequency", "OD"],
  ] as const)
    await write(label, text);
};

it("tells a refill and a change of dose at the medicine, and warns of neither", async () => {
  const earlier = aPrescription({ medications: [losartan("50 mg")], prescriptionDate: "2026-10-24" });
  const taken = { ...warfarin, generic: "losartan", dose: "50 mg", source: "prescription" as const };
  const { write } = await open([
    reply(patientPrescriptions, [earlier]),
    summaryOf({
      allergies: [anAllergy("penicillin")],
      medicines: [{ ...taken, prescriptionId: earlier.id }],
    }),
  ]);
  await writeLosartan(write, "50mg");
  expect(await screen.findByText("as on Oct 24")).toBeTruthy();
  await write("Strength", "100 mg");
  expect((await screen.findByText("was 50 mg")).parentElement?.textContent).toBe("was 50 mg on Oct 24");
  expect(screen.queryByText("The same medicine twice")).toBeNull();
  expect(
    screen.getByText(/^Checked: no penicillin, nothing twice\. Interactions are not checked/),
  ).toBeTruthy();
});

it.each(["Rafael Peñaflor", "Dr. Rafael M. Peñaflor, MD, FPCP", "R. Peñaflor"])(
  "tells a refill of what the same doctor prescribed as %s",
  async (physicianName) => {
    const earlier = aPrescription({
      medications: [losartan("50 mg")],
      physicianName,
      physicianLicense: `PRC ${doctor.licenseNumber}`,
      prescriptionDate: "2026-10-24",
    });
    const taken = { ...warfarin, generic: "losartan", dose: "50 mg", source: "prescription" as const };
    const { write } = await open([
      reply(patientPrescriptions, [earlier]),
      summaryOf({ medicines: [{ ...taken, prescriptionId: earlier.id }] }),
    ]);
    await writeLosartan(write, "50 mg");
    expect(await screen.findByText("as on Oct 24")).toBeTruthy();
    expect(screen.queryByText("The same medicine twice")).toBeNull();
  },
);

it("warns of what another doctor prescribed", async () => {
  const earlier = aPrescription({
    medications: [losartan("50 mg")],
    physicianName: "Ana Reyes, MD",
    physicianLicense: "0101234",
  });
  const taken = { ...warfarin, generic: "losartan", dose: "50 mg", source: "prescription" as const };
  const { write } = await open([
    reply(patientPrescriptions, [earlier]),
    summaryOf({ medicines: [{ ...taken, prescriptionId: earlier.id }] }),
  ]);
  await writeLosartan(write, "50 mg");
  expect(await screen.findByText("Losartan is taken now, prescribed by Ana Reyes, MD.")).toBeTruthy();
});

it("shows one medicine open, the others with the whole direction in words", async () => {
  const earlier = aPrescription({
    medications: [losartan("50 mg"), losartan("5 mg", { name: "amlodipine" })],
  });
  const { hand } = await open([reply(patientPrescriptions, [earlier])]);
  await hand.keyboard("{Alt>}r{/Alt}");
  expect(screen.getByRole("button", { name: "Close medicine 1" }).getAttribute("aria-expanded")).toBe("true");
  const [, second] = screen.getAllByRole("listitem");
  expect(second?.textContent).toContain("amlodipine 5 mg tablet1 tablet, once a day, for 30 days · #30");
  await hand.click(screen.getByRole("button", { name: "Open medicine 2" }));
  expect(screen.getByRole("button", { name: "Open medicine 1" })).toBeTruthy();
});
