import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type PatientFile, patientFiles } from "#features/files/contract.ts";
import { editPatient, onePatient, patientHistory } from "#features/patients/contract.ts";
import { PrintedWhole } from "#web/printing/print-whole.ts";
import { type FakeAnswer, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { fakeUploads } from "#web/testing-uploads.ts";
import { MedicalRecords } from "./MedicalRecords.tsx";

const aFile = (changed: Partial<PatientFile> = {}): PatientFile => ({
  path: "a1b2c3.pdf",
  name: "Lipid profile.pdf",
  type: "application/pdf",
  size: 192_512,
  category: "laboratory",
  uploadedAt: "2026-11-18T00:14:00.000Z",
  uploadedByName: "Marites Bañez",
  ...changed,
});

const patient = aPatientRecord({ id: 7, laboratoryFiles: ["a1b2c3.pdf"], version: 3 });

const open = (files: FakeAnswer, user = {}, answers: FakeAnswer[] = [], isWhole = false) =>
  renderScreen(
    <PrintedWhole value={isWhole}>
      <MedicalRecords patientId={7} prescriptions={{ count: 4, content: <p>Prescribed things</p> }} />
    </PrintedWhole>,
    { user, answers: [reply(onePatient, patient), files, ...answers] },
  );
const tab = (name: string) => screen.findByRole("tab", { name: new RegExp(`^${name}`) });

test("each tab counts its files, and has an empty state", async () => {
  const { hand } = open(
    reply(patientFiles, [aFile(), aFile({ path: "x.docx", name: "x.docx", category: "other" })]),
  );
  await screen.findByText("Lipid profile.pdf");
  expect((await tab("Lab Results")).textContent).toBe("Lab Results1");
  expect((await tab("Imaging")).textContent).toBe("Imaging0");
  expect((await tab("Other Files")).textContent).toBe("Other Files1");
  expect((await tab("Prescriptions")).textContent).toBe("Prescriptions4");
  screen.getByText("Nov 18, 2026 · 188 kB · Marites Bañez");
  await hand.click(await tab("Imaging"));
  await screen.findByText("No imaging records found");
});

test.each([
  ["Lab Results", "No lab result records found"],
  ["Other Files", "No other file records found"],
])("the empty %s tab", async (name, text) => {
  const { hand } = open(reply(patientFiles, []));
  await hand.click(await tab(name));
  await screen.findByText(text);
});

test("on paper, the tabs are parts below each other", async () => {
  open(
    reply(patientFiles, [aFile(), aFile({ path: "x.docx", name: "Insurance.docx", category: "other" })]),
    {},
    [],
    true,
  );
  await screen.findByText("Lipid profile.pdf");
  const part = (name: string) => within(screen.getByRole("region", { name }));
  part("Lab Results").getByText("Lipid profile.pdf");
  part("Imaging").getByText("No imaging records found");
  part("Other Files").getByText("Insurance.docx");
  part("Prescriptions").getByText("Prescribed things");
  expect(screen.queryByRole("tab")).toBeNull();
  expect(screen.queryByRole("button", { name: /^Add Files/ })).toBeNull();
});

test("shows an error when files fail to load, and retries", async () => {
  const { hand, answer } = open(refuse(patientFiles, "internal", "Broken"));
  await screen.findByText("Failed to load files");
  answer(reply(patientFiles, [aFile()]));
  await hand.click(screen.getByRole("button", { name: "Try Again" }));
  await screen.findByText("Lipid profile.pdf");
});

test("prescriptions keep loading while another tab is open", async () => {
  open(reply(patientFiles, []));
  await tab("Lab Results");
  expect(screen.getByText("Prescribed things").closest("[role=tabpanel]")?.hasAttribute("hidden")).toBe(true);
});

test("users who may not edit cannot add files", async () => {
  open(reply(patientFiles, [aFile()]), staffWith("view_patients"));
  await screen.findByText("Lipid profile.pdf");
  expect(screen.queryByRole("button", { name: /Add Files/ })).toBeNull();
});

test("added files join those of the record, also when it was changed meanwhile", async () => {
  const uploads = fakeUploads();
  const current = { ...patient, version: 5, laboratoryFiles: ["a1b2c3.pdf", "theirs.pdf"] };
  let tries = 0;
  const { hand, sent, answer } = open(reply(patientFiles, [aFile()]), {}, [reply(patientHistory, [])]);
  answer({
    endpoint: editPatient,
    respond: () => {
      tries += 1;
      return tries === 1
        ? Response.json({ code: "changed_meanwhile", message: "Changed", current }, { status: 412 })
        : Response.json(current);
    },
  });
  await hand.click(await screen.findByRole("button", { name: "Add Files to Lab Results" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add Files - Lab Results" }));
  const picker = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!picker) throw new Error("No file field");
  await hand.upload(picker, new File(["%PDF"], "CBC.pdf", { type: "application/pdf" }));
  expect(uploads[0]?.address).toBe("/api/patients/upload-files?category=laboratory");
  await hand.click(dialog.getByRole("button", { name: "Save Files" }));
  expect(sent(editPatient)).toHaveLength(0);
  act(() => uploads[0]?.answer(200, { files: ["mine.pdf"], refused: [] }));
  await screen.findByText("Patient updated successfully");
  expect(sent(editPatient).map(({ body, headers }) => [body, headers.get("if-match")])).toEqual([
    [{ laboratoryFiles: ["a1b2c3.pdf", "mine.pdf"] }, '"v3"'],
    [{ laboratoryFiles: ["a1b2c3.pdf", "theirs.pdf", "mine.pdf"] }, '"v5"'],
  ]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
