import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { clinicSettings } from "#features/clinics/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { savePrescription } from "#features/prescriptions/contract.ts";
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
import { clinicOnPaper } from "./testing-prescriptions.ts";

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

it("says that nothing was checked while allergies are not recorded", async () => {
  await open([reply(onePatient, { ...patient, allergies: null }), summaryOf({})]);
  expect(await screen.findByText(/Allergies: not recorded, so medicines can't be checked/)).toBeTruthy();
});

it("warns of a current medicine, and says what was not checked", async () => {
  const { write } = await open([summaryOf({ allergies: [anAllergy("Shrimp")], medicines: [warfarin] })]);
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
