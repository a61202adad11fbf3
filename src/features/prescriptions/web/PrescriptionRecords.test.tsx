import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { onePatient } from "#features/patients/contract.ts";
import { patientPrescriptions } from "#features/prescriptions/contract.ts";
import { renderScreen, reply } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { PrescriptionRecords } from "./PrescriptionRecords.tsx";
import { aMedication, aPrescription } from "./testing-prescriptions.ts";

const open = (prescriptions: ReturnType<typeof aPrescription>[]) => {
  const onCount = vi.fn();
  const shown = renderScreen(<PrescriptionRecords patientId={7} writing={() => null} onCount={onCount} />, {
    answers: [reply(onePatient, aPatientRecord({ id: 7 })), reply(patientPrescriptions, prescriptions)],
  });
  return { onCount, ...shown };
};

it("shows an empty state, and counts none", async () => {
  const { onCount } = open([]);
  await screen.findByText("No prescription records found");
  await waitFor(() => expect(onCount).toHaveBeenLastCalledWith(0));
});

it("shows date, physician and license, how many medicines, and the first two", async () => {
  const medications = ["a", "b", "c"].map((name) => aMedication({ name: `${name}-olol`, brandName: null }));
  const { hand, onCount } = open([aPrescription({ medications })]);
  const row = (await screen.findByText("Oct 16, 2026")).closest("li") as HTMLElement;
  within(row).getByText("Rafael Peñaflor, License 0098412");
  expect(row.textContent).toContain("3 medications: a-olol 20 mg tablet, b-olol 20 mg tablet");
  expect(row.textContent).not.toContain("c-olol");
  await waitFor(() => expect(onCount).toHaveBeenLastCalledWith(1));
  await hand.click(within(row).getByRole("button", { name: /^View Details/ }));
  await within(await screen.findByRole("dialog")).findByText(/c-olol/);
});
