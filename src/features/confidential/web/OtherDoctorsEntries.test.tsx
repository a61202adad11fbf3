import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { entriesOfOtherDoctors, openConfidentialEntry } from "#features/confidential/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { refuse, renderScreen, reply } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { OtherDoctorsEntries } from "./OtherDoctorsEntries.tsx";

const entry = {
  id: 31,
  entry: "consultation" as const,
  doctorName: "Ma. Corazon dela Peña",
  writtenAt: "2026-11-24T00:12:00.000Z",
};
const show = (opened = reply(openConfidentialEntry, { ...entry, patientId: 1201, parts: [] })) =>
  renderScreen(<OtherDoctorsEntries patientId={1201} onClose={() => undefined} />, {
    answers: [reply(onePatient, aPatientRecord()), reply(entriesOfOtherDoctors, [entry]), opened],
  });

test("an entry is opened with a reason, and read", async () => {
  const { hand, sent } = show(
    reply(openConfidentialEntry, {
      ...entry,
      patientId: 1201,
      parts: [{ label: "Diagnosis", text: "Generalized anxiety disorder" }],
    }),
  );
  await screen.findByText("Ma. Corazon dela Peña · Nov 24, 2026, 8:12 AM");
  await hand.click(screen.getByRole("button", { name: "Open" }));
  const question = within(await screen.findByRole("dialog", { name: "Open this consultation?" }));
  await hand.click(question.getByRole("button", { name: "Open" }));
  await question.findByText("Write the reason");
  await hand.type(question.getByRole("textbox", { name: /Reason/ }), "Emergency");
  await hand.click(question.getByRole("button", { name: "Open" }));
  await screen.findByText("Generalized anxiety disorder");
  expect(sent(openConfidentialEntry)).toMatchObject([{ body: { reason: "Emergency" } }]);
});

test("a refusal keeps the reason", async () => {
  const { hand } = show(refuse(openConfidentialEntry, "not_found", "Entry not found"));
  await hand.click(await screen.findByRole("button", { name: "Open" }));
  const question = within(await screen.findByRole("dialog", { name: "Open this consultation?" }));
  await hand.type(question.getByRole("textbox", { name: /Reason/ }), "Emergency");
  await hand.click(question.getByRole("button", { name: "Open" }));
  await screen.findByText("Entry not found");
  expect(question.getByRole<HTMLInputElement>("textbox", { name: /Reason/ }).value).toBe("Emergency");
});
