import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { type ExpectedBirth, expectedBirths } from "#features/pregnancies/contract.ts";
import { renderScreen, reply } from "#web/testing.tsx";
import { ExpectedBirths } from "./ExpectedBirths.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  return () => vi.useRealTimers();
});

const birth: ExpectedBirth = {
  id: 9,
  patientId: 1201,
  patientName: "Abella, Teresa",
  admissionNo: "20261101-001",
  birthday: "1995-04-02",
  age: 31,
  sex: "F",
  contactNumber: "+639175550101",
  dueOn: "2026-12-01",
  datedBy: "lmp",
};

it("books for a patient who is due", async () => {
  const onBook = vi.fn();
  const { hand } = renderScreen(<ExpectedBirths onOpen={vi.fn()} onBook={onBook} />, {
    answers: [reply(expectedBirths, [birth])],
  });
  await hand.click(await screen.findByRole("button", { name: "Book: Abella, Teresa" }));
  const number = screen.getByRole("link", { name: "+63 917 555 0101" });
  expect(number.getAttribute("href")).toBe("tel:+639175550101");
  expect(onBook).toHaveBeenCalledExactlyOnceWith(birth);
});

it("offers no booking to users who may not book", async () => {
  renderScreen(<ExpectedBirths onOpen={vi.fn()} onBook={undefined} />, {
    answers: [reply(expectedBirths, [birth])],
  });
  expect(await screen.findByText("Abella, Teresa")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Book/ })).toBeNull();
});
