import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { WithUser } from "#app/web/pages/shell/WithUser.tsx";
import { currentUser } from "#features/accounts/contract.ts";
import { type Doctor, doctors, savePractice } from "#features/staff/doctors-contract.ts";
import { aUser, type FakeAnswer, refuse, renderScreen, reply } from "#web/testing.tsx";
import { MyPractice } from "./MyPractice.tsx";

const corazon: Doctor = {
  id: 12,
  userId: 2,
  isOwner: false,
  firstName: "Ma. Corazon",
  lastName: "dela Peña",
  printedName: null,
  licenseNumber: "0104227",
  ptrNumber: "2615530",
  ptrYear: 2026,
  s2Number: "07-204-B",
  specialization: "Pediatrics",
  credentials: "MD, DPPS",
  s2EndsOn: null,
  letter: "B",
  isPractising: true,
  isConfidential: false,
  isActive: true,
};
const user = {
  id: 2,
  role: "doctor",
  firstName: "Ma. Corazon",
  lastName: "dela Peña",
  doctors: [
    { id: 11, userId: 1, name: "Rafael Peñaflor", letter: "A" },
    { id: 12, userId: 2, name: "Ma. Corazon dela Peña", letter: "B" },
  ],
} as const;

const page = (
  <WithUser allowed={["owner", "doctor"]} otherwise={null}>
    {() => <MyPractice />}
  </WithUser>
);
const draw = (...answers: FakeAnswer[]) =>
  renderScreen(page, {
    user: { ...user, doctors: [...user.doctors] },
    answers: [
      reply(currentUser, aUser({ ...user, doctors: [...user.doctors] })),
      reply(doctors, [{ ...corazon, id: 11, userId: 1, isOwner: true, letter: "A" }, corazon]),
      ...answers,
    ],
  });

test("a doctor saves how papers name her; the account's own name is not stored twice", async () => {
  const saved = { ...corazon, printedName: "Ma. Corazon C. dela Peña" };
  const { hand, sent } = draw(reply(savePractice, saved));
  const name = await screen.findByLabelText(/^Name on papers/);
  expect((name as HTMLInputElement).value).toBe("Ma. Corazon dela Peña");
  await hand.click(screen.getByRole("checkbox", { name: "Own notes private" }));
  await hand.click(screen.getByRole("button", { name: "Save Changes" }));
  await screen.findByText("Practice Updated");
  await hand.clear(name);
  await hand.type(name, "Ma. Corazon C. dela Peña");
  await hand.click(screen.getByRole("button", { name: "Save Changes" }));
  await screen.findAllByText("Practice Updated");
  const [first, second] = sent(savePractice);
  expect(first?.params).toEqual({ id: "12" });
  expect(first?.body).toEqual({
    printedName: null,
    credentials: "MD, DPPS",
    licenseNumber: "0104227",
    specialization: "Pediatrics",
    ptrNumber: "2615530",
    ptrYear: 2026,
    s2Number: "07-204-B",
    s2EndsOn: null,
    letter: "B",
    isConfidential: true,
  });
  expect(second?.body).toMatchObject({ printedName: "Ma. Corazon C. dela Peña" });
});

test("a colleague's letter is refused at its field, and what was typed stays", async () => {
  const taken = "Rafael Peñaflor has this letter. Choose another.";
  const { hand } = draw(refuse(savePractice, "taken", taken, { fields: { letter: taken } }));
  const letter = await screen.findByLabelText(/^Letter in the queue/);
  await hand.clear(letter);
  await hand.type(letter, "A");
  await hand.click(screen.getByRole("button", { name: "Save Changes" }));
  expect((await screen.findAllByText(taken)).length).toBeGreaterThan(0);
  expect((letter as HTMLInputElement).value).toBe("A");
});

test("an S2 that ends soon or has ended is said", async () => {
  draw(reply(doctors, [{ ...corazon, s2EndsOn: "2020-12-31" }]));
  await screen.findByText(/^S2 ended on December 31, 2020/);
});

test("a list that fails to load can be retried", async () => {
  const { hand, answer } = draw(refuse(doctors, "internal", "Broken"));
  await screen.findByText("Failed to load your practice");
  answer(reply(doctors, [corazon]));
  await hand.click(screen.getByRole("button", { name: "Try Again" }));
  await screen.findByLabelText(/^Name on papers/);
});
