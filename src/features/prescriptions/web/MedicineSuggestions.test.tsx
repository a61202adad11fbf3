import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import {
  type MedicineInUse,
  medicinesInUse,
  patientPrescriptions,
  savePrescription,
} from "#features/prescriptions/contract.ts";
import { reply } from "#web/testing.tsx";
import { amoxicillin, onPrescribingDay, open, saves } from "./testing-prescription-dialog.tsx";
import { aMedication, aPrescription } from "./testing-prescriptions.ts";

beforeEach(onPrescribingDay);

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

const metformin: MedicineInUse = {
  name: "metformin",
  brandName: "",
  strength: "500 mg",
  form: "tablet",
  dosage: "1 tab",
  frequency: "BID",
  duration: "30 days",
  used: 30,
};
const row = () =>
  Object.fromEntries(
    ["Brand", "Strength", "Form", "SIG", "Frequency", "Duration", "Quantity"].map((label) => [
      label,
      screen.getByRole<HTMLInputElement>("textbox", { name: label }).value,
    ]),
  );
const ofMetformin = {
  Brand: "",
  Strength: "500 mg",
  Form: "tablet",
  SIG: "1 tab",
  Frequency: "BID",
  Duration: "30 days",
  Quantity: "60",
};

it("keeps nothing of the medicine that was chosen before, but what was typed", async () => {
  const { hand, write } = await open([reply(medicinesInUse, [amoxicillin, metformin])]);
  const choose = async (name: string) => {
    await write("Medication name", name);
    await hand.keyboard("{ArrowDown}{Enter}");
  };
  await choose("amoxicillin");
  await waitFor(() => expect(row().Quantity).toBe("21"));
  await write("Duration", "30 days");
  await choose("metformin");
  await waitFor(() => expect(row()).toEqual(ofMetformin));
  // Of this one no directions are known.
  await choose("paracetamol");
  expect(row()).toEqual({ ...ofMetformin, Strength: "", Form: "", SIG: "", Frequency: "", Quantity: "" });
});

it("keeps nothing of an earlier prescription's medicine when another is chosen", async () => {
  const { hand, write } = await open([
    reply(medicinesInUse, [metformin]),
    reply(patientPrescriptions, [
      aPrescription({ medications: [aMedication({ quantity: "45", instructions: "with banana" })] }),
    ]),
  ]);
  await hand.keyboard("{Alt>}r{/Alt}");
  await write("Medication name", "metformin");
  await hand.keyboard("{ArrowDown}{Enter}");
  await waitFor(() => expect(row()).toEqual(ofMetformin));
  expect(screen.getByLabelText(/^Instructions/)).toHaveProperty("value", "");
});

it("says what is still of the chosen medicine after another name was typed", async () => {
  const { hand, write } = await open([reply(medicinesInUse, [amoxicillin])]);
  const note = () => screen.queryByText(/^Still from/)?.textContent ?? null;
  await write("Medication name", "amoxicillin");
  await hand.keyboard("{ArrowDown}{Enter}");
  await waitFor(() => expect(row().Quantity).toBe("21"));
  // The same medicine, or not yet another one.
  await write("Medication name", "Amoxicillin trihydrate");
  expect(note()).toBeNull();
  await write("Medication name", "amox");
  expect(note()).toBeNull();
  await write("Medication name", "paracetamol");
  expect(note()).toBe("Still from amoxicillin: Strength, Form, SIG, Frequency, Duration");
  for (const label of ["Strength", "Form", "SIG", "Frequency", "Duration"]) await write(label, "other");
  expect(note()).toBeNull();
});
