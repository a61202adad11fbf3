import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answerSecondFactor, currentUser, login } from "#features/accounts/contract.ts";
import {
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactor,
  setUpSecondFactor,
} from "#features/accounts/security-contract.ts";
import { aUser, refuse, renderScreen, reply } from "#web/testing.tsx";
import { SecondFactorSection } from "./SecondFactorSection.tsx";
import { SignInForm } from "./SignInForm.tsx";

const right = {
  token: "token-1",
  user: { email: "owner@example.ph", firstName: "Rafael", lastName: "Peñaflor", role: "owner" as const },
};
const withNone = {
  isOn: false,
  authenticator: null,
  passkeys: [],
  recoveryCodesLeft: 0,
  staffModePinSince: null,
  passwordChangedAt: "2026-09-02T01:00:00.000Z",
};
const withApp = (recoveryCodesLeft: number) => ({
  ...withNone,
  isOn: true,
  authenticator: { addedAt: "2026-11-20T02:42:00Z", lastUsedAt: null },
  recoveryCodesLeft,
});
const asked = refuse(login, "second_factor_required", "Enter the code from your authenticator app.", {
  methods: ["code", "recoveryCode"],
  challenge: "challenge-1",
});

/** The form after a right password. */
async function atTheStep() {
  const onSignedIn = vi.fn();
  const shown = renderScreen(
    <SignInForm
      endpoint={login}
      failed={{ title: "Login Failed", fallback: "Login failed" }}
      onSignedIn={onSignedIn}
    />,
    { answers: [asked] },
  );
  const { hand } = shown;
  await hand.type(await screen.findByLabelText("Email"), "owner@example.ph");
  await hand.type(screen.getByLabelText("Password"), "longenough1{Enter}");
  const code = await screen.findByLabelText<HTMLInputElement>("Six-digit code");
  return { ...shown, onSignedIn, code };
}

test("the code replaces the password field, and a pasted one is submitted", async () => {
  const { hand, sent, answer, onSignedIn, code } = await atTheStep();
  await waitFor(() => expect(document.activeElement).toBe(code));
  expect(code.inputMode).toBe("numeric");
  expect(code.autocomplete).toBe("one-time-code");
  expect(screen.getByLabelText("Password").closest("form")?.hidden).toBe(true);

  answer(refuse(answerSecondFactor, "invalid", "No", { fields: { code: "This code is not valid." } }));
  await hand.paste("402 117");
  expect(await screen.findByText("This code is not valid.")).toBeTruthy();
  expect(onSignedIn).not.toHaveBeenCalled();

  answer(reply(answerSecondFactor, right));
  await hand.click(screen.getByLabelText("Remember this device for 30 days"));
  await hand.clear(code);
  await hand.type(code, "55501a8");
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledExactlyOnceWith(right));
  expect(sent(answerSecondFactor).map(({ body }) => body)).toEqual([
    { challenge: "challenge-1", code: "402117", rememberDevice: false },
    { challenge: "challenge-1", code: "555018", rememberDevice: true },
  ]);
});

test("a recovery code signs in instead", async () => {
  const { hand, sent, answer, onSignedIn } = await atTheStep();
  answer(reply(answerSecondFactor, right));
  await hand.click(screen.getByLabelText("Remember this device for 30 days"));
  await hand.click(screen.getByRole("button", { name: "Use a recovery code" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Recovery code")));
  await hand.type(await screen.findByLabelText("Recovery code"), " abcd-efgh-jkmn {Enter}");
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(sent(answerSecondFactor)[0]?.body).toEqual({
    challenge: "challenge-1",
    recoveryCode: "abcd-efgh-jkmn",
    rememberDevice: true,
  });
});

test("a sign-in that took too long returns to the password with a message", async () => {
  const { hand, answer, code } = await atTheStep();
  const words = "This sign-in took too long. Please enter your password again.";
  answer(refuse(answerSecondFactor, "wrong_sign_in", words));
  await hand.type(code, "402117");
  expect(await screen.findByText(words)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Password")));
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("owner@example.ph");
});

test("Back returns to the password", async () => {
  const { hand } = await atTheStep();
  await hand.click(screen.getByRole("button", { name: "Back" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Password")));
});

const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkm${"npqrstuvwx"[index]}`);
const key = {
  secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
  uri: "otpauth://totp/Klinika:owner?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Klinika",
};

test("sets up: the key as a picture and in groups, a code, then the recovery codes once", async () => {
  const { hand, answer, sent } = renderScreen(<SecondFactorSection user={aUser()} />, {
    answers: [
      reply(secondFactor, withNone),
      reply(setUpSecondFactor, key),
      reply(currentUser, aUser()),
      refuse(confirmSecondFactor, "invalid", "No", { fields: { code: "This code is not valid." } }),
    ],
  });
  await hand.click(await screen.findByRole("button", { name: "Set up the authenticator app" }));
  expect(await screen.findByRole("img", { name: "QR code for your authenticator app" })).toBeTruthy();
  expect(screen.getByText("JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP")).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "Continue" }));
  await hand.type(await screen.findByLabelText("Code"), "111111");
  expect(await screen.findByText("This code is not valid.")).toBeTruthy();

  answer(reply(confirmSecondFactor, { recoveryCodes }));
  answer(reply(secondFactor, withApp(10)));
  await hand.clear(screen.getByLabelText("Code"));
  await hand.type(screen.getByLabelText("Code"), "402117");
  expect(await screen.findByText(/abcd-efgh-jkmn/)).toBeTruthy();
  // Escape, a habitual Enter or a press beside them would lose them.
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Your recovery codes"));
  await hand.keyboard("{Enter}{Escape}");
  expect(screen.getByRole("dialog", { name: "Your recovery codes" })).toBeTruthy();
  expect(screen.getByText("Copy, download or print them first.")).toBeTruthy();
  const saved = screen.getByRole<HTMLButtonElement>("button", { name: "I Saved My Codes" });
  expect(saved.disabled).toBe(true);
  await hand.click(screen.getByRole("button", { name: "Copy" }));
  expect(await navigator.clipboard.readText()).toBe(recoveryCodes.join("\n"));
  expect(screen.getByText(/^Copied \d/)).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "I Saved My Codes" }));
  expect(await screen.findByText(/10 of 10 left/)).toBeTruthy();
  expect(sent(confirmSecondFactor)).toHaveLength(2);
});

test("asks before it makes new recovery codes or turns it off", async () => {
  const { hand, answer, sent } = renderScreen(<SecondFactorSection user={aUser()} />, {
    answers: [
      reply(secondFactor, withApp(2)),
      reply(renewRecoveryCodes, { recoveryCodes }),
      reply(removeSecondFactor, { message: "Off" }),
      reply(currentUser, aUser()),
    ],
  });
  await hand.click(await screen.findByRole("button", { name: "New Recovery Codes" }));
  expect(sent(renewRecoveryCodes)).toHaveLength(0);
  await hand.click(await screen.findByRole("button", { name: "Make New Codes" }));
  await hand.click(await screen.findByRole("button", { name: "Copy" }));
  await hand.click(await screen.findByRole("button", { name: "I Saved My Codes" }));

  await hand.click(screen.getByRole("button", { name: "Remove the authenticator app" }));
  answer(reply(secondFactor, withNone));
  await hand.click(await screen.findByRole("button", { name: "Remove" }));
  expect(await screen.findByRole("button", { name: "Set up the authenticator app" })).toBeTruthy();
});
