import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { currentUser } from "#features/accounts/contract.ts";
import { confirmSecondFactor, setUpSecondFactor } from "#features/accounts/security-contract.ts";
import { aUser, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { SetUpSecondFactorPage } from "./SetUpSecondFactorPage.tsx";

const required = { ...staffWith("view_patients"), secondFactor: { isOn: false, isRequired: true } };

test("continues only after the recovery codes were saved", async () => {
  const { hand, answer, address } = renderScreen(<SetUpSecondFactorPage />, {
    user: required,
    address: "/set-up-second-factor",
    answers: [
      reply(setUpSecondFactor, {
        secret: "JBSWY3DPEHPK3PXP",
        uri: "otpauth://totp/Klinika:x?secret=JBSWY3DP",
      }),
      reply(confirmSecondFactor, { recoveryCodes: ["abcd-efgh-jkmn", "abcd-efgh-jkmp"] }),
    ],
  });
  expect(await screen.findByRole("button", { name: "Log out" })).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "Set Up" }));
  await hand.click(await screen.findByRole("button", { name: "Continue" }));
  answer(reply(currentUser, aUser({ ...required, secondFactor: { isOn: true, isRequired: true } })));
  await hand.type(await screen.findByLabelText("Code"), "402117");
  expect(await screen.findByText(/abcd-efgh-jkmn/)).toBeTruthy();
  expect(address()).toBe("/set-up-second-factor");
  await hand.click(screen.getByRole("button", { name: "Copy" }));
  await hand.click(screen.getByRole("button", { name: "I Saved My Codes" }));
  await waitFor(() => expect(address()).toBe("/staff-dashboard"));
});

test("redirects users who need not set anything up", async () => {
  const { address } = renderScreen(<SetUpSecondFactorPage />, { address: "/set-up-second-factor" });
  await waitFor(() => expect(address()).toBe("/dashboard"));
});
