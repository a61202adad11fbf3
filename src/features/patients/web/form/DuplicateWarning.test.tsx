import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { findDuplicates, type LikelyDuplicate, nextAdmissionNumber } from "#features/patients/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import { addWalkIn } from "#features/registration/contract.ts";
import { addVisit } from "#features/visits/contract.ts";
import { type FakeAnswer, refuse, renderScreen, reply } from "#web/testing.tsx";
import { aVisit } from "#web/testing-records.ts";
import { AddPatientDialog } from "./AddPatientDialog.tsx";
import { AddPatientWizard } from "./AddPatientWizard.tsx";

const pena: LikelyDuplicate = {
  id: 44,
  patientName: "De la Pena, Ma.",
  birthday: "1959-03-04",
  age: 67,
  sex: "F",
  admissionNo: "20261101-002",
  hospital: "Chong Hua Hospital - Fuente",
  lastVisitAt: "2026-11-01T02:00:00Z",
  isArchived: true,
  isMasked: false,
  matches: ["name", "birthday"],
};
const masked: LikelyDuplicate = {
  ...pena,
  id: null,
  patientName: "D••• l••• P•••, M•••.",
  birthday: "1959",
  age: null,
  sex: null,
  admissionNo: null,
  hospital: null,
  lastVisitAt: null,
  isArchived: null,
  isMasked: true,
};

function openForm(Dialog: typeof AddPatientDialog, ...answers: FakeAnswer[]) {
  const actions = { onClose: vi.fn(), onAdded: vi.fn(), onOpenPatient: vi.fn() };
  const shown = renderScreen(<Dialog open {...actions} />, {
    answers: [
      reply(nextAdmissionNumber, { admissionNo: "20261120-006" }),
      reply(listPlaces, []),
      reply(addWalkIn, aVisit()),
      ...answers,
    ],
  });
  return { ...actions, ...shown };
}
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const warning = () => screen.findByRole("list", { name: "Possible duplicate" });
const named = (name = "Dela Peña, Maria") =>
  screen.findByLabelText<HTMLInputElement>(/^Patient name/).then((input) => ({ input, name }));

test("a similar name shows the registered patient's card, and opens it over the form", async () => {
  const { hand, sent, onOpenPatient } = openForm(AddPatientDialog, reply(findDuplicates, [pena]));
  const { input, name } = await named();
  await hand.type(input, name);
  const card = within(await warning());
  for (const text of [
    "De la Pena, Ma.",
    "67 / F · Mar 4, 1959 · 20261101-002",
    "Chong Hua Hospital - Fuente · Last visit Nov 1, 2026",
    "Similar name",
    "Same birthday",
    "Archived",
  ])
    card.getByText(text);
  await hand.click(card.getByRole("button", { name: "Open De la Pena, Ma." }));
  expect(onOpenPatient).toHaveBeenCalledWith(44);
  expect(field(/^Patient name/).value).toBe(name);
  // Queried after a pause, not at each key.
  expect(sent(findDuplicates).length).toBeLessThan(4);
  expect(sent(findDuplicates).at(-1)?.body).toEqual({ patientName: name });
});

test("a dismissed card is not shown again in this form, and saving is never blocked", async () => {
  const { hand, sent } = openForm(AddPatientDialog, reply(findDuplicates, [pena]));
  const { input, name } = await named();
  await hand.type(input, name);
  await warning();
  await hand.click(screen.getByRole("button", { name: "De la Pena, Ma.: not the same person" }));
  expect(screen.queryByRole("list", { name: "Possible duplicate" })).toBeNull();
  expect(document.activeElement).toBe(field(/^Patient name/));
  await hand.type(field("Birthday"), "03/04/1959");
  await waitFor(() => expect(sent(findDuplicates).at(-1)?.body).toHaveProperty("birthday", "1959-03-04"));
  expect(screen.queryByRole("list", { name: "Possible duplicate" })).toBeNull();
  await hand.selectOptions(field(/^Sex/), "F");
  await hand.click(screen.getByRole("button", { name: "Save Patient" }));
  await waitFor(() => expect(sent(addWalkIn)).toHaveLength(1));
});

test("with the card in sight the patient is saved all the same", async () => {
  const { hand, sent } = openForm(AddPatientDialog, reply(findDuplicates, [pena]));
  const { input, name } = await named();
  await hand.type(input, name);
  await warning();
  await hand.selectOptions(field(/^Sex/), "F");
  await hand.click(screen.getByRole("button", { name: "Save Patient" }));
  await waitFor(() => expect(sent(addWalkIn)).toHaveLength(1));
});

test("the wizard checks by phone and PhilHealth number as well", async () => {
  const { hand, sent } = openForm(
    AddPatientWizard,
    reply(findDuplicates, [{ ...pena, matches: ["phone", "philhealth"] }]),
  );
  await screen.findByLabelText(/^Patient name/);
  await hand.type(field(/^Contact number/), "0917 123 4567");
  within(await warning()).getByText("Same phone");
  screen.getByText("Same PhilHealth number");
  const contactNumber = "+639171234567";
  expect(sent(findDuplicates).at(-1)?.body).toEqual({ contactNumber });
  const philhealth = field(/^PhilHealth number/);
  expect(philhealth.getAttribute("inputmode")).toBe("numeric");
  await hand.type(philhealth, "123456789012");
  const philhealthNumber = "12-345678901-2";
  await waitFor(() => expect(sent(findDuplicates).at(-1)?.body).toEqual({ contactNumber, philhealthNumber }));
});

test("users who may not see patients get a masked card that does not open", async () => {
  const { hand } = openForm(AddPatientDialog, reply(findDuplicates, [masked]));
  const { input, name } = await named();
  await hand.type(input, name);
  const card = within(await warning());
  card.getByText("Born 1959");
  card.getByText("Ask a colleague who may see patients.");
  expect(card.queryByRole("button", { name: /^Open/ })).toBeNull();
});

test("three letters query nothing, and a failure shows nothing", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const { hand, sent } = openForm(AddPatientDialog, refuse(findDuplicates, "internal", "Broken"));
    const { input } = await named();
    await hand.type(input, "Tan");
    await hand.type(field("Birthday"), "03/04/1959");
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent(findDuplicates)).toHaveLength(0);
    await hand.type(input, "sinsin, Ana");
    await waitFor(() => expect(sent(findDuplicates).length).toBeGreaterThan(0));
    expect(screen.queryByText(/Broken/)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test("the registered patient gets the number in one press, with what was typed for the visit", async () => {
  const active = { ...pena, isArchived: false };
  const { hand, sent, onAdded } = openForm(
    AddPatientDialog,
    reply(findDuplicates, [active]),
    reply(addVisit, aVisit({ patientId: 44, number: 3, patientName: active.patientName })),
  );
  const { input, name } = await named();
  await hand.type(input, name);
  await hand.type(field("Chief complaint"), "Cough");
  const card = within(await warning());
  await hand.click(card.getByRole("button", { name: "Use this patient: De la Pena, Ma." }));
  await screen.findByText("De la Pena, Ma. is number 3 in the queue.");
  expect(sent(addVisit)).toMatchObject([{ body: { patientId: 44, reason: "Cough" } }]);
  expect(sent(addWalkIn)).toHaveLength(0);
  expect(onAdded).toHaveBeenCalledExactlyOnceWith({ id: 44 });
});

test("who is in the queue already keeps the number, which is named", async () => {
  const active = { ...pena, isArchived: false };
  const { hand, onAdded } = openForm(
    AddPatientDialog,
    reply(findDuplicates, [active]),
    refuse(addVisit, "taken", "Already in the queue: number 3, Arrived.", { current: aVisit() }),
  );
  const { input, name } = await named();
  await hand.type(input, name);
  await hand.click(within(await warning()).getByRole("button", { name: /^Use this patient/ }));
  await screen.findByText("Already in the queue: number 3, Arrived.");
  expect(onAdded).toHaveBeenCalledExactlyOnceWith({ id: 44 });
});
