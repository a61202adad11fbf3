import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { onePatient } from "#features/patients/contract.ts";
import { aPatientRecord } from "#features/patients/web/testing-patients.ts";
import { copyRecord } from "#features/record-copy/contract.ts";
import { saveFile } from "#web/printing/save-file.ts";
import { type FakeAnswer, refuse, renderScreen, reply } from "#web/testing.tsx";
import { GiveCopyDialog } from "./GiveCopyDialog.tsx";

vi.mock("#web/printing/save-file.ts", () => ({ saveFile: vi.fn() }));
beforeEach(() => vi.mocked(saveFile).mockClear());

const named = (name: string) => ({ "content-disposition": `attachment; filename*=UTF-8''${name}` });
const given = reply(copyRecord, new Blob(["made"]), named("record.pdf"));
const open = (...answers: FakeAnswer[]) =>
  renderScreen(<GiveCopyDialog patientId={7} onClose={vi.fn()} />, {
    answers: [reply(onePatient, aPatientRecord()), ...answers],
  });

test("one press makes and saves all files, with the reason of an access request", async () => {
  const { hand, sent } = open(given);
  await hand.click(await screen.findByRole("button", { name: "Make Copy" }));
  await screen.findByText("The copy is ready");
  expect(sent(copyRecord).map(({ body }) => body)).toEqual(
    ["pdf", "fhir", "json"].map((format) => ({ reason: "Access request under RA 10173", format })),
  );
  expect(saveFile).toHaveBeenCalledTimes(3);
  await hand.click(screen.getByRole("button", { name: /^Save again: Record to read/ }));
  expect(saveFile).toHaveBeenCalledTimes(4);
});

test("another reason must be typed; works by keyboard alone", async () => {
  const { hand, sent } = open(given);
  const dialog = await screen.findByRole("dialog", { name: "Give Patient a Copy" });
  await hand.click(within(dialog).getByRole("radio", { name: "Another reason" }));
  await hand.click(screen.getByRole("button", { name: "Make Copy" }));
  await screen.findByText("Reason is required");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /Which reason/ }));
  expect(sent(copyRecord)).toEqual([]);
  await hand.keyboard("Moves to another doctor{Enter}");
  await screen.findByText("The copy is ready");
  expect(sent(copyRecord)[0]?.body).toMatchObject({ reason: "Moves to another doctor" });
});

test("says why the PDF was not made, keeps the other files, and retries only the missing one", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const words = "This record is too long for one PDF.";
  const tooLong = refuse(copyRecord, "paper_too_long", words);
  const { hand, sent } = open({
    endpoint: copyRecord,
    respond: (call) =>
      (call.body as { format: string }).format === "pdf" ? tooLong.respond(call) : given.respond(call),
  });
  await hand.click(await screen.findByRole("button", { name: "Make Copy" }));
  expect((await screen.findByRole("alert")).textContent).toContain(words);
  within(screen.getByRole("list", { name: "Files of the copy" })).getByText(/Data for other programs/);
  await hand.click(screen.getByRole("button", { name: "Try Again" }));
  await vi.waitFor(() => expect(sent(copyRecord)).toHaveLength(4));
  expect(sent(copyRecord)[3]?.body).toMatchObject({ format: "pdf" });
  log.mockRestore();
});
