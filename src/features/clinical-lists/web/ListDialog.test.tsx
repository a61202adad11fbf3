import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { addProblem, changeProblem, type Problem, problems } from "#features/clinical-lists/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { type FakeAnswer, loseConnection, refuse, renderScreen, reply } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { ProblemsDialog } from "./ProblemsDialog.tsx";

const hypertension: Problem = {
  id: 31,
  patientId: 1201,
  clinicId: 1,
  words: "Hypertension",
  code: "I10",
  since: "2019",
  state: "active",
  recordedAt: "2026-11-20T01:00:00Z",
  recordedByName: "Rafael Peñaflor",
  updatedAt: "2026-11-20T01:00:00Z",
  version: 3,
  isConfidential: false,
  isOwn: true,
};

const show = async (...answers: FakeAnswer[]) => {
  const shown = renderScreen(<ProblemsDialog patientId={1201} onClose={vi.fn()} />, {
    answers: [reply(problems, [hypertension]), reply(onePatient, aPatientRecord({ id: 1201 })), ...answers],
  });
  await screen.findByText("Hypertension");
  const add = within(screen.getByRole("form", { name: "Add problem" }));
  return { ...shown, name: add.getByRole<HTMLInputElement>("textbox", { name: /^Problem/ }), add };
};
const edit = async (hand: Awaited<ReturnType<typeof show>>["hand"]) => {
  await hand.click(screen.getByRole("button", { name: "Edit Hypertension" }));
  return within(screen.getByRole("form", { name: "Change Hypertension" }));
};

it("adds with Enter, and is ready for the next row", async () => {
  const { hand, sent, name } = await show(reply(addProblem, { ...hypertension, id: 32, words: "Gout" }));
  await hand.type(name, "Gout{Enter}");
  await waitFor(() => expect(name.value).toBe(""));
  expect(document.activeElement).toBe(name);
  expect(sent(addProblem)[0]?.body).toEqual({
    words: "Gout",
    code: null,
    since: null,
    isConfidential: false,
  });
});

it("asks for what is missing before it sends anything", async () => {
  const { hand, sent, name, add } = await show();
  await hand.click(add.getByRole("button", { name: "Add problem" }));
  expect(add.getByText("Problem is required")).toBeTruthy();
  expect(document.activeElement).toBe(name);
  expect(sent(addProblem)).toEqual([]);
});

it("shows a refusal at its field, and keeps what was typed", async () => {
  const { hand, name, add } = await show(
    refuse(addProblem, "invalid", "Enter a code of ICD-10", { fields: { code: "Enter a code of ICD-10" } }),
  );
  const code = add.getByRole<HTMLInputElement>("textbox", { name: "ICD-10 code" });
  await hand.type(name, "Gout");
  await hand.type(code, "I99{Enter}");
  expect(await add.findByText("Enter a code of ICD-10")).toBeTruthy();
  expect(document.activeElement).toBe(code);
  expect(name.value).toBe("Gout");
});

it("keeps what was typed when the connection is lost", async () => {
  const { hand, name, add } = await show(loseConnection(addProblem));
  await hand.type(name, "Gout{Enter}");
  expect(await add.findByText("You're offline. Nothing was lost; reconnect and try again.")).toBeTruthy();
  expect(name.value).toBe("Gout");
});

it("says that someone else changed the row, and keeps what was typed", async () => {
  const words = "Someone else changed this meanwhile. Open it again and check it first.";
  const { hand, sent } = await show(
    refuse(changeProblem, "changed_meanwhile", words, { current: { ...hypertension, version: 4 } }),
  );
  const form = await edit(hand);
  const since = form.getByRole<HTMLInputElement>("textbox", { name: /^Since/ });
  await hand.clear(since);
  await hand.type(since, "2017{Enter}");
  expect(await form.findByText(words)).toBeTruthy();
  expect(since.value).toBe("2017");
  expect(sent(changeProblem)[0]?.headers.get("if-match")).toBe('"v3"');
});

it("marks a row as recorded by mistake, which can be undone", async () => {
  const { hand, sent } = await show(
    reply(changeProblem, ({ body }) => ({ ...hypertension, ...(body as object), version: 4 })),
  );
  const form = await edit(hand);
  await hand.click(form.getByRole("button", { name: "Entered in Error" }));
  await screen.findByText("Hypertension marked as entered in error");
  (await screen.findByRole("button", { name: "Undo" })).click();
  await waitFor(() =>
    expect(sent(changeProblem).map(({ body }) => body)).toEqual([
      { state: "entered_in_error" },
      { state: "active" },
    ]),
  );
});

it("can be retried after a failure", async () => {
  renderScreen(<ProblemsDialog patientId={1201} onClose={vi.fn()} />, {
    answers: [loseConnection(problems), reply(onePatient, aPatientRecord({ id: 1201 }))],
  });
  expect(await screen.findByText("Failed to load problems")).toBeTruthy();
  expect(screen.getByRole("button", { name: /Try again|Retry/i })).toBeTruthy();
});
