// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { latestVitals, patientConsultations } from "#features/consultations/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { patientPrescriptions } from "#features/prescriptions/contract.ts";
import { NO_VITAL_SIGNS } from "#shared/vital-signs.ts";
import { renderScreen, reply, staffWith } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { ClinicDialogs } from "./ClinicDialogs.tsx";
import { useDialogs } from "./use-dialogs.ts";

const Page = () => <ClinicDialogs dialogs={useDialogs()} />;

const openDetails = (user: Partial<CurrentUser> = {}) =>
  renderScreen(<Page />, {
    user,
    address: "/patients?open=details&patient=1201",
    answers: [
      reply(onePatient, aPatientRecord()),
      reply(latestVitals, { ...NO_VITAL_SIGNS, recordedAt: null }),
      reply(patientConsultations, []),
      reply(patientPrescriptions, []),
    ],
  });
const buttonsOfDetails = async () => {
  const dialog = await screen.findByRole("dialog", { name: /^Patient Details/ });
  await within(dialog).findByRole("button", { name: "Record Vitals" });
  return within(dialog)
    .getAllByRole("button")
    .map(({ textContent }) => textContent);
};

test("in the details the owner writes prescriptions and edits", async () => {
  openDetails();
  expect(await buttonsOfDetails()).toEqual(expect.arrayContaining(["Generate Prescription", "Edit"]));
});

test("in the details staff may record vitals, and the prescription is the owner's", async () => {
  openDetails(staffWith("view_patients"));
  const buttons = await buttonsOfDetails();
  expect(buttons).not.toContain("Generate Prescription");
  expect(buttons).not.toContain("Edit");
});
