import { useEffect, useState } from "react";
import { WhoResetsPasswords } from "#features/accounts/web/OtherWaysIn.tsx";
import { AskForLink, NewPasswordForm } from "#features/accounts/web/ResetPasswordForms.tsx";
import { isResetByMail } from "#web/support-contact.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { NoteBox } from "#web/ui/NoteBox.tsx";
import { AuthLayout } from "./AuthLayout.tsx";

type Step = "ask" | "choose" | "changed" | "useless";

const tokenIn = (fragment: string) => new URLSearchParams(fragment.slice(1)).get("token");

/** Asks for a link; opened by one, it asks for the new password. */
export function ResetPasswordScreen() {
  const [token, setToken] = useState(() => tokenIn(location.hash));
  const [step, setStep] = useState<Step>(token === null ? "ask" : "choose");
  useEffect(() => {
    document.title = "Reset password - Klinika";
    // The page is open already when its link is pasted into the address bar.
    const take = () => {
      const found = tokenIn(location.hash);
      if (found === null) return;
      // The next one at this desk does not find the link in the history.
      history.replaceState(history.state, "", location.pathname);
      setToken(found);
      setStep("choose");
    };
    take();
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
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
    <AskForLink />
  ) : (
    <NoteBox title="Links are not sent from here">
      <WhoResetsPasswords />
    </NoteBox>
  );
