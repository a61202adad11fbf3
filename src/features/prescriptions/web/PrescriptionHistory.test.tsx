import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { onePatient } from "#features/patients/contract.ts";
import {
  patientPrescriptions,
  prescriptionPdf,
  releasePrescription,
  withdrawPrescription,
} from "#features/prescriptions/contract.ts";
import { type FakeAnswer, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { PrescriptionHistory } from "./PrescriptionHistory.tsx";
import { aMedication, aPrescription } from "./testing-prescriptions.ts";

const open = (answers: FakeAnswer[], user = {}) =>
  renderScreen(
    <PrescriptionHistory patientId={7} writing={({ beginning }) => <p>{`Anew from ${beginning.id}`}</p>} />,
    {
      user,
      answers: [reply(onePatient, aPatientRecord({ id: 7 })), ...answers],
    },
  );

const prepared = aPrescription({ status: "prepared", preparedByName: "Marites Bañez", releasedAt: null });

it("shows an empty state", async () => {
  open([reply(patientPrescriptions, [])]);
  await screen.findByText("No prescriptions found for this patient.");
});

it("shows an error when the list fails to load, and retries", async () => {
  const { hand, answer } = open([
    refuse(patientPrescriptions, "internal", "Broken", { reference: "7F3K-21" }),
  ]);
  await screen.findByText("Failed to fetch prescriptions");
  answer(reply(patientPrescriptions, [aPrescription()]));
  await hand.click(screen.getByRole("button", { name: "Try Again" }));
  await screen.findByText("Oct 16, 2026");
});

it("names two medicines, generic first, and counts the others", async () => {
  const medications = ["a", "b", "c", "d"].map((name) =>
    aMedication({ name: `${name}-olol`, brandName: "Xyz" }),
  );
  open([reply(patientPrescriptions, [aPrescription({ medications })])]);
  const row = (await screen.findByText("Oct 16, 2026")).closest("li") as HTMLElement;
  expect(row.textContent).toContain(
    "a-olol 20 mg tablet (Xyz), b-olol 20 mg tablet (Xyz) +2 more medications",
  );
  for (const text of ["Released", "Congestive heart failure", "Rafael Peñaflor, License 0098412"])
    expect(within(row).getByText(text)).toBeTruthy();
});

it("is refetched when the window gets the focus", async () => {
  const { sent } = open([reply(patientPrescriptions, [])]);
  await screen.findByText("No prescriptions found for this patient.");
  const before = sent(patientPrescriptions).length;
  window.dispatchEvent(new Event("focus"));
  await vi.waitFor(() => expect(sent(patientPrescriptions).length).toBe(before + 1));
});

it("the owner releases a prepared one", async () => {
  const { hand, sent, answer } = open([
    reply(patientPrescriptions, [prepared]),
    reply(releasePrescription, aPrescription()),
  ]);
  const release = await screen.findByRole("button", { name: "Release the prescription of Oct 16, 2026" });
  answer(reply(patientPrescriptions, [aPrescription()]));
  await hand.click(release);
  await screen.findByText("Prescription released");
  expect(sent(releasePrescription)[0]?.params).toEqual({ id: "7", rxId: "1842" });
  expect(await screen.findByText("Released")).toBeTruthy();
});

it("staff see a prepared one, and can neither release nor print it", async () => {
  const { hand } = open([reply(patientPrescriptions, [prepared])], staffWith("view_patients"));
  await hand.click(await screen.findByRole("button", { name: /^View Details/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/Prepared by Marites Bañez\. The doctor must release it/)).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Print" }).hasAttribute("disabled")).toBe(true);
  expect(dialog.getByRole("button", { name: "Download PDF" }).hasAttribute("disabled")).toBe(true);
  expect(dialog.queryByRole("button", { name: "Release" })).toBeNull();
});

const withdrawn = aPrescription({
  status: "withdrawn",
  withdrawnByName: "Rafael Peñaflor",
  withdrawnAt: "2026-10-16T03:15:00.000Z",
  withdrawReason: "Wrong medicine",
});

it("shows who withdrew one, when and why, prints it no more, and offers to write it anew", async () => {
  const { hand } = open([reply(patientPrescriptions, [withdrawn])]);
  const row = (await screen.findByText("Oct 16, 2026")).closest("li") as HTMLElement;
  within(row).getByText("Withdrawn");
  within(row).getByText("Withdrawn Oct 16, 2026, 11:15 AM, Rafael Peñaflor: Wrong medicine");
  await hand.click(within(row).getByRole("button", { name: /^View Details/ }));
  const dialog = within(await screen.findByRole("dialog"));
  const why = /11:15 AM, Rafael Peñaflor: Wrong medicine\. It can't be printed any more\.$/;
  for (const name of ["Print", "Download PDF"])
    expect(dialog.getByRole("button", { name, description: why }).hasAttribute("disabled"), name).toBe(true);
  expect(dialog.queryByRole("button", { name: "Withdraw" })).toBeNull();
  await hand.click(dialog.getByRole("button", { name: "Write Again" }));
  await screen.findByText("Anew from 1842");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("the owner withdraws one, with a reason", async () => {
  const { hand, sent, answer } = open([
    reply(patientPrescriptions, [aPrescription()]),
    reply(withdrawPrescription, withdrawn),
  ]);
  await hand.click(await screen.findByRole("button", { name: /^View Details/ }));
  await hand.click(await screen.findByRole("button", { name: "Withdraw" }));
  const question = within(
    await screen.findByRole("dialog", { name: "Withdraw the prescription of October 16, 2026?" }),
  );
  await hand.click(question.getByRole("button", { name: "Withdraw" }));
  await question.findByText("Say why it is withdrawn");
  expect(sent(withdrawPrescription)).toEqual([]);
  answer(reply(patientPrescriptions, [withdrawn]));
  await hand.type(question.getByRole("textbox", { name: /^Reason/ }), "Wrong medicine{Enter}");
  await screen.findByText("Prescription withdrawn");
  expect(sent(withdrawPrescription)).toMatchObject([
    { params: { id: "7", rxId: "1842" }, body: { reason: "Wrong medicine" } },
  ]);
  const dialog = within(await screen.findByRole("dialog", { name: "Prescription of October 16, 2026" }));
  await dialog.findByRole("button", { name: "Write Again" });
});

it.each([
  ["prepared", true, true],
  ["prepared", false, false],
  ["final", true, false],
] as const)("staff withdraw a %s one, their own: %s: %s", async (status, isOwn, may) => {
  const { hand } = open([reply(patientPrescriptions, [aPrescription({ status, isOwn })])], {
    ...staffWith("view_patients"),
  });
  await hand.click(await screen.findByRole("button", { name: /^View Details/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.queryByRole("button", { name: "Withdraw" }) !== null).toBe(may);
});

it("shows one prescription in full, and logs a failing PDF without a toast", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { hand } = open([
    reply(patientPrescriptions, [aPrescription({ physicianPTR: "2614407" })]),
    refuse(prescriptionPdf, "unusable", "Furosemide needs a form"),
  ]);
  await hand.click(await screen.findByRole("button", { name: /^View Details/ }));
  const dialog = within(await screen.findByRole("dialog"));
  for (const text of [
    "Rafael Peñaflor",
    "0098412",
    "2614407",
    "furosemide 20 mg tablet",
    "1842",
    "Low-salt diet.",
  ])
    expect(dialog.getByText(text)).toBeTruthy();
  await hand.click(dialog.getByRole("button", { name: "Download PDF" }));
  await dialog.findByText("Furosemide needs a form");
  expect(log).toHaveBeenCalledOnce();
  expect(screen.queryByText("Error")).toBeNull();
  log.mockRestore();
});
