import { useCallback, useEffect, useState } from "react";
import { confirmEmail } from "#features/accounts/contract.ts";
import { showPublicFailure } from "#features/accounts/web/sign-in-failure.ts";
import { call } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useLinkToken } from "#web/hooks/use-link-token.ts";
import { Button } from "#web/ui/Button.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { AuthLayout } from "./AuthLayout.tsx";

type Step = { name: "ask" | "sending" | "useless" } | { name: "confirmed"; message: string };

/** Opened by a mailed link. It confirms on the press of a button, because mail scanners open links too. */
export function ConfirmEmailScreen() {
  const [step, setStep] = useState<Step>({ name: "ask" });
  const token = useLinkToken(useCallback(() => setStep({ name: "ask" }), []));
  useEffect(() => {
    document.title = "Confirm email - Klinika";
  }, []);
  const confirm = async (sent: string) => {
    setStep({ name: "sending" });
    try {
      const { data } = await call(confirmEmail, { body: { token: sent } });
      setStep({ name: "confirmed", message: data.message });
    } catch (error) {
      if (isApiError(error) && (error.status === 404 || error.fields.token))
        return setStep({ name: "useless" });
      showPublicFailure(error, { title: "Error", fallback: "Failed to confirm the email" });
      setStep({ name: "ask" });
    }
  };
  const isUseless = token === null || step.name === "useless";
  const isConfirmed = step.name === "confirmed";
  return (
    <AuthLayout>
      <h1 className="mt-2 text-xl font-strong tracking-tight lg:mt-16">Confirm email</h1>
      {isUseless ? (
        <NoteBox tone="warn" role="alert" title="This link does not work" className="mt-4.5">
          <p>It has expired or is incomplete. Log in and press Send Again to get a new one.</p>
        </NoteBox>
      ) : isConfirmed ? (
        <NoteBox tone="ok" role="status" title={step.message} className="mt-4.5">
          <p>Patients can now be referred to and from your clinic.</p>
        </NoteBox>
      ) : (
        <>
          <p className="mb-4.5 text-ink-2">Press the button to confirm that this email is yours.</p>
          <Button
            variant="primary"
            block
            busy={step.name === "sending"}
            busyLabel="Confirming…"
            onClick={() => void confirm(token)}
          >
            Confirm Email
          </Button>
        </>
      )}
      <a
        href="/dashboard"
        className={buttonClass({
          variant: isConfirmed ? "primary" : "link",
          block: true,
          className: "mt-4",
        })}
      >
        Open Klinika
      </a>
    </AuthLayout>
  );
}
