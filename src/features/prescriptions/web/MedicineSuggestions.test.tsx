import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { savePrescription } from "#features/prescriptions/contract.ts";
import { onPrescribingDay, open, saves } from "./testing-prescription-dialog.tsx";

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
