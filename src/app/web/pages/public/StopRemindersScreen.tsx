import { useCallback, useEffect, useState } from "react";
import { AuthLayout } from "#app/web/pages/sign-in/AuthLayout.tsx";
import { showPublicFailure } from "#features/accounts/web/sign-in-failure.ts";
import { stopReminders } from "#features/reminders/contract.ts";
import { call } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useLinkToken } from "#web/hooks/use-link-token.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";

type Step = { name: "ask" | "sending" | "useless" } | { name: "stopped"; clinicName: string };

/** Opened by a patient from a reminder's link. It asks first, because mail scanners open links too. */
export function StopRemindersScreen() {
  const [step, setStep] = useState<Step>({ name: "ask" });
  const token = useLinkToken(useCallback(() => setStep({ name: "ask" }), []));
  useEffect(() => {
    document.title = "Stop reminders - Klinika";
  }, []);
  const stop = async (sent: string) => {
    setStep({ name: "sending" });
    try {
      const { data } = await call(stopReminders, { body: { token: sent } });
      setStep({ name: "stopped", clinicName: data.clinicName });
    } catch (error) {
      if (isApiError(error) && (error.status === 404 || error.fields.token))
        return setStep({ name: "useless" });
      showPublicFailure(error, { title: "Error", fallback: "The reminders could not be stopped" });
      setStep({ name: "ask" });
    }
  };
  return (
    <AuthLayout>
      <h1 className="mt-2 text-xl font-strong tracking-tight lg:mt-16">Stop reminders</h1>
      {token === null || step.name === "useless" ? (
        <NoteBox tone="warn" role="alert" title="This link does not work" className="mt-4.5">
          <p>It is incomplete. Open it from the email again, or ask the clinic to stop the reminders.</p>
        </NoteBox>
      ) : step.name === "stopped" ? (
        <NoteBox tone="ok" role="status" title="No more reminders by email" className="mt-4.5">
          <p>{`${step.clinicName} will not send you any. Your appointments stay as they are.`}</p>
        </NoteBox>
      ) : (
        <>
          <p className="mb-4.5 text-ink-2">
            Press the button to get no more emails about your appointments from this clinic.
          </p>
          <Button
            variant="primary"
            block
            busy={step.name === "sending"}
            busyLabel="Stopping…"
            onClick={() => void stop(token)}
          >
            Stop Reminders
          </Button>
        </>
      )}
    </AuthLayout>
  );
}
