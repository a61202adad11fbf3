import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { currentUser } from "#features/accounts/contract.ts";
import { changePassword } from "#features/accounts/security-contract.ts";
import { passwordRules } from "#shared/password-rules.ts";
import { aUser, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { ChangePasswordPage } from "./ChangePasswordPage.tsx";

const marites = {
  ...staffWith("view_patients"),
  firstName: "Marites",
  lastName: "Bañez",
  passwordChanged: false,
};

const rules = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

test("a temporary password is not typed again, and each rule is ticked or crossed as one types", async () => {
  const { hand, sent, address } = renderScreen(<ChangePasswordPage />, {
    address: "/change-password",
    user: marites,
    answers: [
      reply(changePassword, { message: "Password changed" }),
      reply(currentUser, aUser({ ...marites, passwordChanged: true })),
    ],
  });
  expect(await screen.findByRole("heading", { name: "Choose your password" })).toBeTruthy();
  expect(screen.getByText("Temporary password: kept from your sign-in")).toBeTruthy();
  expect(screen.queryByLabelText("Current password")).toBeNull();
  const [typed, again] = [screen.getByLabelText("New password"), screen.getByLabelText("Confirm password")];
  await hand.type(typed, "marites2026");
  expect(rules()).toEqual([
    "Done: At least 8 characters 11 now",
    "Not yet: Not your name, your clinic or your email",
    "Not among the first that people guess checked when you save",
    "Typed the same twice",
  ]);
  await hand.click(screen.getByRole("button", { name: "Change password" }));
  expect(screen.getByText(passwordRules.ownName.refusal)).toBeTruthy();
  expect(document.activeElement).toBe(typed);
  await hand.clear(typed);
  await hand.type(typed, "jeep rain mango tuesday");
  await hand.type(again, "jeep rain mango");
  expect(rules().at(-1)).toBe("Not yet: Typed the same twice");
  await hand.type(again, " tuesday");
  expect(rules().at(-1)).toBe("Done: Typed the same twice");
  expect(sent(changePassword)).toEqual([]);
  await hand.click(screen.getByRole("button", { name: "Change password" }));
  await waitFor(() => expect(address()).toBe("/staff-dashboard"));
  expect(sent(changePassword)[0]?.body).toEqual({ newPassword: "jeep rain mango tuesday" });
});

test("what the server refuses stands at the field and at its rule, until something else is typed", async () => {
  const { hand } = renderScreen(<ChangePasswordPage />, {
    address: "/change-password",
    user: marites,
    answers: [
      refuse(changePassword, "invalid", "No", { fields: { newPassword: passwordRules.common.refusal } }),
    ],
  });
  await hand.type(await screen.findByLabelText("New password"), "iloveyou1");
  await hand.type(screen.getByLabelText("Confirm password"), "iloveyou1{Enter}");
  expect(await screen.findAllByText(passwordRules.common.refusal)).toHaveLength(1);
  expect(rules()[2]).toBe("Not yet: Not among the first that people guess");
  expect(screen.queryByText("Password not changed")).toBeNull();
  await hand.type(screen.getByLabelText("New password"), "!");
  expect(rules()[2]).toBe("Not among the first that people guess checked when you save");
});
