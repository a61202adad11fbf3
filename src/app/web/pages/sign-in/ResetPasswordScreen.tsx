import { useCallback, useEffect, useState } from "react";
import { WhoResetsPasswords } from "#features/accounts/web/OtherWaysIn.tsx";
import { NewPasswordForm, RequestLink } from "#features/accounts/web/ResetPasswordForms.tsx";
import { useLinkToken } from "#web/hooks/use-link-token.ts";
import { isResetByMail } from "#web/support-contact.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { AuthLayout } from "./AuthLayout.tsx";

type Step = "ask" | "choose" | "changed" | "useless";

/** Requests a link; opened by one, asks for the new password. */
export function ResetPasswordScreen() {
  const [step, setStep] = useState<Step>(() => (location.hash.includes("token=") ? "choose" : "ask"));
  const token = useLinkToken(useCallback(() => setStep("choose"), []));
  useEffect(() => {
    document.title = "Reset password - Klinika";
  }, []);
  return (
    <AuthLayout>
      <h1 className="mt-2 text-xl font-strong tracking-tight lg:mt-16">Reset password</h1>
      <p className="mb-4.5 text-ink-2">{leads[step]}</p>
      {step === "choose" && token !== null && (
        <NewPasswordForm
          key={token}
          token={token}
          onChanged={() => setStep("changed")}
          onUseless={() => setStep("useless")}
        />
      )}
      {step === "changed" && (
        <NoteBox tone="ok" role="status" title="Password changed">
          <p>You are logged out on every device. Log in with the new password.</p>
        </NoteBox>
      )}
      {step === "useless" && (
        <NoteBox tone="warn" role="alert" title="This link no longer works" className="mb-4.5">
          <p>It was already used, or it is older than 30 minutes. Your password was not changed.</p>
        </NoteBox>
      )}
      {(step === "ask" || step === "useless") && <WayToLink />}
      <a
        href="/token-login"
        className={buttonClass({
          variant: step === "changed" ? "primary" : "link",
          block: true,
          className: "mt-4",
        })}
      >
        {step === "changed" ? "Log in" : "Back to login"}
      </a>
    </AuthLayout>
  );
}

const leads: Record<Step, string> = {
  ask: "We send a link to your email. It lets you choose a new password.",
  choose: "Choose a new password for your account.",
  changed: "Your account has its new password.",
  useless: "Enter your email to get a new link.",
};

const WayToLink = () =>
  isResetByMail() ? (
    <RequestLink />
  ) : (
    <NoteBox title="Links can't be sent from here">
      <WhoResetsPasswords />
    </NoteBox>
  );
