import { confirmEmail } from "#features/accounts/contract.ts";
import { Button } from "#web/ui/Button.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { AuthLayout } from "./AuthLayout.tsx";
import { useMailedLink } from "./use-mailed-link.ts";

/** Opened by a mailed link. */
export function ConfirmEmailScreen() {
  const title = "Confirm email";
  const { step, send } = useMailedLink(confirmEmail, { title, fallback: "Failed to confirm the email" });
  return (
    <AuthLayout>
      <h1 className="mt-2 text-xl font-strong tracking-tight lg:mt-16">{title}</h1>
      {step.name === "useless" ? (
        <NoteBox tone="warn" role="alert" title="This link does not work" className="mt-4.5">
          <p>It has expired or is incomplete. Log in and press Send Again to get a new one.</p>
        </NoteBox>
      ) : step.name === "done" ? (
        <NoteBox tone="ok" role="status" title={step.answer.message} className="mt-4.5">
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
            onClick={send}
          >
            Confirm Email
          </Button>
        </>
      )}
      <a
        href="/dashboard"
        className={buttonClass({
          variant: step.name === "done" ? "primary" : "link",
          block: true,
          className: "mt-4",
        })}
      >
        Open Klinika
      </a>
    </AuthLayout>
  );
}
