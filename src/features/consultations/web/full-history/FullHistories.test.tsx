import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { markConfidential } from "#features/confidential/contract.ts";
import {
  beginFullHistory,
  type FullHistory,
  fullHistories,
  fullHistoryLabels,
  fullHistoryPdf,
  writeFullHistory,
} from "#features/consultations/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { type FakeAnswer, refuse, renderScreen, reply, type SentCall, staffWith } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { FullHistories } from "./FullHistories.tsx";
import { aFullHistory } from "./testing-full-history.ts";

const draft = aFullHistory({ chiefComplaint: "Cough", writtenByName: "Marites Bañez" });
const finished = aFullHistory({
  id: 8,
  status: "finished",
  doctorId: 1,
  doctorName: "Rafael Peñaflor",
  finalDiagnosis: "Heart failure",
  pastSurgeries: "Appendectomy, 1998",
  finishedAt: "2026-11-19T02:42:00Z",
});
const show = (rows: FullHistory[], answers: FakeAnswer[] = [], user = {}) =>
  renderScreen(<FullHistories patientId={1201} />, {
    user,
    answers: [reply(onePatient, aPatientRecord()), reply(fullHistories, rows), ...answers],
  });
const form = async () => within(await screen.findByRole("dialog", { name: "Full History" }));
// Autosave waits a second after the last key, and a busy machine takes longer.
vi.setConfig({ testTimeout: 20_000 });
const soon = { timeout: 10_000 };
/** The server's response: its record with the sent fields. */
const keeps =
  (before: FullHistory) =>
  ({ body }: SentCall): FullHistory => ({ ...before, ...(body as object), version: before.version + 1 });

it("shows an empty state, and begins one that is saved while it is typed", async () => {
  const { hand, sent } = show(
    [],
    [
      reply(beginFullHistory, keeps(aFullHistory({ chiefComplaint: null, version: 0 }))),
      reply(writeFullHistory, keeps(draft)),
    ],
  );
  expect(await screen.findByText("No full history yet")).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "Start Full History" }));
  const dialog = await form();
  expect(dialog.getByText("Saved as a draft while you type")).toBeTruthy();
  await hand.type(dialog.getByRole("textbox", { name: "Chief complaint" }), "Cough");
  expect(await dialog.findByText("Saved 10:42 AM", {}, soon)).toBeTruthy();
  expect(sent(beginFullHistory).map(({ body }) => body)).toEqual([{ chiefComplaint: "Cough" }]);
  await hand.type(dialog.getByRole("textbox", { name: "Past surgeries" }), "Appendectomy");
  await waitFor(() => expect(sent(writeFullHistory)).toHaveLength(1), soon);
  const [write] = sent(writeFullHistory);
  expect(write?.body).toEqual({ pastSurgeries: "Appendectomy" });
  expect(write?.headers.get("if-match")).toBe('"v1"');
});

it("works with a response that has only the sent fields", async () => {
  const { hand, sent } = show(
    [draft],
    [
      reply(writeFullHistory, ({ body, headers }) => ({
        id: draft.id,
        patientId: draft.patientId,
        clinicId: draft.clinicId,
        status: "draft" as const,
        version: Number(/\d+/.exec(headers.get("if-match") ?? "")?.[0]) + 1,
        updatedAt: draft.updatedAt,
        ...(body as object),
      })),
    ],
  );
  await hand.click(await screen.findByRole("button", { name: /^Continue/ }));
  const dialog = await form();
  for (const [name, text] of [
    ["Hospitalizations", "2019"],
    ["Past surgeries", "1998"],
  ] as const) {
    const before = sent(writeFullHistory).length;
    await hand.type(dialog.getByRole("textbox", { name }), text);
    await waitFor(() => expect(sent(writeFullHistory)).toHaveLength(before + 1), soon);
    await dialog.findByText(/^Saved/, {}, soon);
  }
  expect(sent(writeFullHistory).map(({ body }) => body)).toEqual([
    { hospitalizations: "2019" },
    { pastSurgeries: "1998" },
  ]);
  expect(sent(writeFullHistory)[1]?.headers.get("if-match")).toBe(`"v${draft.version + 1}"`);
});

it("has the ten fields", async () => {
  const { hand } = show([draft]);
  await hand.click(await screen.findByRole("button", { name: "Continue the draft of Nov 20, 2026" }));
  const dialog = await form();
  for (const name of Object.values(fullHistoryLabels))
    expect(dialog.getByRole("textbox", { name })).toBeTruthy();
  expect(dialog.getAllByRole("textbox")).toHaveLength(10);
});

it("closing saves the last text", async () => {
  const { hand, sent } = show([draft], [reply(writeFullHistory, keeps(draft))]);
  await hand.click(await screen.findByRole("button", { name: /^Continue/ }));
  const dialog = await form();
  await hand.type(dialog.getByRole("textbox", { name: "Hospitalizations" }), "2019");
  await hand.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(writeFullHistory).map(({ body }) => body)).toEqual([{ hospitalizations: "2019" }]);
});

it("reports a failed save, keeps the text, and retries automatically", async () => {
  const { hand, sent, answer } = show(
    [draft],
    [refuse(writeFullHistory, "internal", "", { reference: "AB12" })],
  );
  await hand.click(await screen.findByRole("button", { name: /^Continue/ }));
  const dialog = await form();
  const field = dialog.getByRole<HTMLTextAreaElement>("textbox", { name: "Hospitalizations" });
  await hand.type(field, "2019");
  expect((await dialog.findByRole("alert", {}, soon)).textContent).toContain(
    "Not saved. The server could not save it (reference AB12)",
  );
  expect(field.value).toBe("2019");
  await hand.keyboard("{Escape}");
  expect(await screen.findByRole("alertdialog", { name: "Discard your changes?" })).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "Keep typing" }));
  answer(reply(writeFullHistory, keeps(draft)));
  window.dispatchEvent(new Event("online"));
  expect(await dialog.findByText("Saved 10:42 AM", {}, soon)).toBeTruthy();
  expect(sent(writeFullHistory).at(-1)?.body).toEqual({ hospitalizations: "2019" });
});

it("shows both texts when another user wrote in the same field, and saves the chosen one", async () => {
  const theirs = { ...draft, version: 2, workingDiagnosis: "Tuberculosis", hospitalizations: "2019" };
  const { hand, sent, answer } = show(
    [draft],
    [refuse(writeFullHistory, "changed_meanwhile", "x", { current: theirs })],
  );
  await hand.click(await screen.findByRole("button", { name: /^Continue/ }));
  const dialog = await form();
  await hand.type(dialog.getByRole("textbox", { name: "Working diagnosis" }), "Asthma");
  const choice = within(await dialog.findByRole("region", { name: "Working diagnosis" }, soon));
  expect(choice.getByText("Asthma")).toBeTruthy();
  expect(choice.getByText("Tuberculosis")).toBeTruthy();
  // A field that only the other user changed takes their text.
  expect(dialog.getByRole<HTMLTextAreaElement>("textbox", { name: "Hospitalizations" }).value).toBe("2019");
  answer(reply(writeFullHistory, keeps(theirs)));
  await hand.click(choice.getByRole("button", { name: "Keep mine" }));
  await waitFor(() => expect(sent(writeFullHistory)).toHaveLength(2), soon);
  expect(sent(writeFullHistory)[1]?.body).toEqual({ workingDiagnosis: "Asthma" });
  expect(sent(writeFullHistory)[1]?.headers.get("if-match")).toBe('"v2"');
});

it("the doctor finalizes it after a confirmation, with the last text", async () => {
  const { hand, sent } = show(
    [draft],
    [
      reply(writeFullHistory, ({ body, headers }) => ({
        ...draft,
        ...(body as object),
        version: Number(/\d+/.exec(headers.get("if-match") ?? "")?.[0]) + 1,
      })),
    ],
  );
  await hand.click(await screen.findByRole("button", { name: /^Continue/ }));
  const dialog = await form();
  await hand.type(dialog.getByRole("textbox", { name: "Final diagnosis" }), "Asthma");
  await hand.click(dialog.getByRole("button", { name: "Finish" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Finish this full history?" }));
  await hand.click(question.getByRole("button", { name: "Finish" }));
  expect(await screen.findByText("Full history finished")).toBeTruthy();
  expect(sent(writeFullHistory).map(({ body }) => body)).toEqual([
    { finalDiagnosis: "Asthma" },
    { status: "finished" },
  ]);
});

it("is not finalized without a chief complaint", async () => {
  const { hand, sent } = show([aFullHistory({ chiefComplaint: null })]);
  await hand.click(await screen.findByRole("button", { name: /^Continue/ }));
  const dialog = await form();
  await hand.click(dialog.getByRole("button", { name: "Finish" }));
  await hand.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Finish" }));
  expect(await dialog.findByText("Chief complaint is required")).toBeTruthy();
  expect(sent(writeFullHistory)).toHaveLength(0);
});

it("staff write a draft but do not finalize it; users who may only view read it", async () => {
  const { hand } = show([draft], [], staffWith("view_patients", "edit_patients"));
  await hand.click(await screen.findByRole("button", { name: /^Continue/ }));
  expect((await form()).queryByRole("button", { name: "Finish" })).toBeNull();
});

it("users who may only view read the draft, and begin none", async () => {
  const { hand } = show([draft], [], staffWith("view_patients"));
  expect(await screen.findByText("Draft")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Start Full History" })).toBeNull();
  await hand.click(screen.getByRole("button", { name: "View the full history of Nov 20, 2026" }));
  expect((await form()).queryByRole("textbox")).toBeNull();
});

it("shows a finalized one in full, and prints it", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { hand } = show([finished], [refuse(fullHistoryPdf, "internal", "")]);
  expect(await screen.findByText("Finished Nov 19, 2026, 10:42 AM by Rafael Peñaflor")).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "View the full history of Nov 20, 2026" }));
  const dialog = await form();
  for (const text of ["Appendectomy, 1998", "Heart failure"]) expect(dialog.getByText(text)).toBeTruthy();
  await hand.click(dialog.getByRole("button", { name: "Download PDF" }));
  expect(await dialog.findByText("Failed to generate the full history's PDF")).toBeTruthy();
  log.mockRestore();
});

it("its author marks it as confidential, and the list shows the mark", async () => {
  const marked = reply(markConfidential, {
    entries: [{ entry: "fullHistory", entryId: 8 }],
    isConfidential: true,
  });
  const secret = aFullHistory({ id: 6, isConfidential: true, isOwn: true });
  const { hand, sent } = show([{ ...finished, isOwn: true }, secret], [marked], staffWith("view_patients"));
  expect(await screen.findAllByText("Confidential")).toHaveLength(1);
  await hand.click(screen.getAllByRole("button", { name: /^View the full history/ })[0] as HTMLElement);
  await hand.click((await form()).getByRole("button", { name: "Mark as Confidential" }));
  await waitFor(() => expect(sent(markConfidential)).toHaveLength(1));
  expect(sent(markConfidential)[0]?.body).toEqual({
    entries: [{ entry: "fullHistory", entryId: 8 }],
    isConfidential: true,
  });
});

it("an open draft can be marked while it is written, by those who may", async () => {
  const { hand } = show([{ ...draft, isOwn: true }], [], staffWith("view_patients", "edit_patients"));
  await hand.click(await screen.findByRole("button", { name: /^Continue the draft/ }));
  expect((await form()).getByRole("button", { name: "Mark as Confidential" })).toBeTruthy();
});

it("shows an error when the list fails to load", async () => {
  renderScreen(<FullHistories patientId={1201} />, { answers: [refuse(fullHistories, "internal", "")] });
  expect(await screen.findByText("Failed to load full histories")).toBeTruthy();
});
