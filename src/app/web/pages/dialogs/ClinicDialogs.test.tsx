import { cleanup, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { patientAppointments } from "#features/appointments/contract.ts";
import { clinicSettings } from "#features/clinics/contract.ts";
import {
  completeConsultation,
  fullHistories,
  latestVitals,
  patientConsultations,
  vitalSignReadings,
} from "#features/consultations/contract.ts";
import { patientFiles } from "#features/files/contract.ts";
import { patientGrowth } from "#features/growth/contract.ts";
import { household } from "#features/households/contract.ts";
import { immunizations } from "#features/immunizations/contract.ts";
import { patientPapers } from "#features/papers/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import { pregnancies } from "#features/pregnancies/contract.ts";
import { patientPrescriptions } from "#features/prescriptions/contract.ts";
import { patientReferrals } from "#features/referrals/contract.ts";
import { patientReminders } from "#features/reminders/contract.ts";
import { patientResults } from "#features/results/contract.ts";
import { patientVisits } from "#features/visits/contract.ts";
import { NO_VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { renderScreen, reply, staffWith } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { exampleSettings } from "#web/testing-settings.ts";
import { ClinicDialogs } from "./ClinicDialogs.tsx";
import { useDialogs } from "./use-dialogs.ts";

const Page = () => <ClinicDialogs dialogs={useDialogs()} />;

const openDetails = (user: Partial<CurrentUser> = {}, more = "", id = 1201) =>
  renderScreen(<Page />, {
    user,
    address: `/patients?open=details&patient=${id}${more}`,
    answers: [
      reply(onePatient, aPatientRecord()),
      reply(clinicSettings, exampleSettings({ queueHasPayment: false })),
      reply(latestVitals, { ...NO_VITAL_SIGNS, recordedAt: null }),
      reply(patientVisits, []),
      reply(vitalSignReadings, []),
      reply(patientFiles, []),
      reply(patientReferrals, []),
      reply(patientResults, []),
      reply(patientPapers, []),
      reply(patientGrowth, []),
      reply(immunizations, []),
      reply(pregnancies, []),
      reply(household, {
        patientId: 1201,
        relation: null,
        members: [],
        guardian: null,
        nextOfKin: null,
        proposals: [],
      }),
      reply(patientAppointments, []),
      reply(patientReminders, { consents: [], reminders: [] }),
      reply(listPlaces, []),
      reply(patientConsultations, []),
      reply(fullHistories, []),
      reply(patientPrescriptions, []),
    ],
  });
const buttonsOfDetails = async () => {
  const dialog = await screen.findByRole("dialog", { name: /^Patient Details/ }, { timeout: 5000 });
  // The record's sheets render one after the other; this one is among the last.
  await within(dialog).findByRole("button", { name: "Consultation History" }, { timeout: 5000 });
  return within(dialog)
    .getAllByRole("button")
    .map(({ textContent }) => textContent);
};

test("a link to a merged record opens its survivor, with a toast", async () => {
  // The server answers the read with the survivor.
  const { address } = openDetails({}, "", 1300);
  await screen.findByText("Merged into Nuñez, Althea Marie Cabahug", {}, { timeout: 5000 });
  expect(address()).toMatch(/patient=(%22)?1201/);
  expect(await buttonsOfDetails()).toContain("Merge with Another Record…");
});

test("users other than the owner propose to merge instead", async () => {
  openDetails(staffWith("view_patients", "edit_patients", "delete_patients"));
  const buttons = await buttonsOfDetails();
  expect(buttons).not.toContain("Merge with Another Record…");
  expect(buttons).toContain("Propose to Merge…");
});

test("in the details the owner writes prescriptions and edits", async () => {
  openDetails();
  expect(await buttonsOfDetails()).toEqual(expect.arrayContaining(["Generate Prescription", "Edit"]));
});

test("Done in the details of a pending consultation closes them, and users who may only view have no Done", async () => {
  const { hand, sent, address, answer } = openDetails();
  answer(reply(completeConsultation, aPatientRecord({ consultationStatus: "completed" })));
  await hand.click(await screen.findByRole("button", { name: "Done" }, { timeout: 5000 }));
  await screen.findByText("Consultation Completed");
  expect(sent(completeConsultation)).toMatchObject([{ params: { id: "1201" } }]);
  expect(address()).not.toContain("open=");
  cleanup();
  openDetails(staffWith("view_patients"));
  expect(await buttonsOfDetails()).not.toContain("Done");
});

test("the details link to the checklist and the history, each for users who may", async () => {
  openDetails();
  expect(await buttonsOfDetails()).toEqual(
    expect.arrayContaining(["Consultation History", "Consultation History Checklist"]),
  );
});

test("users who may only view have no checklist", async () => {
  openDetails(staffWith("view_patients"));
  const buttons = await buttonsOfDetails();
  expect(buttons).toContain("Consultation History");
  expect(buttons).not.toContain("Consultation History Checklist");
});

test("a new consultation opens above the history, which is above the details", async () => {
  const { hand, address } = openDetails({}, "&over=history&overPatient=1201");
  const history = within(
    await screen.findByRole("dialog", { name: "Consultation History" }, { timeout: 5000 }),
  );
  await history.findByText("No prescriptions found for this patient.");
  await hand.click(await history.findByRole("button", { name: "Add New Consultation" }));
  await screen.findByRole("dialog", { name: "Nuñez, Althea Marie Cabahug" }, { timeout: 5000 });
  expect(address()).toContain("top=consultation");
  await hand.keyboard("{Escape}");
  expect(await screen.findByRole("dialog", { name: "Consultation History" })).toBeTruthy();
  expect(address()).not.toContain("top=");
});

test("in the details staff may record vitals; only the owner prescribes", async () => {
  openDetails(staffWith("view_patients"));
  const buttons = await buttonsOfDetails();
  expect(buttons).not.toContain("Generate Prescription");
  expect(buttons).not.toContain("Edit");
});
