import { AuthLayout } from "#app/web/pages/sign-in/AuthLayout.tsx";
import { useMailedLink } from "#app/web/pages/sign-in/use-mailed-link.ts";
import { stopReminders } from "#features/reminders/contract.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";

/** Opened by a patient from a reminder's link. */
export function StopRemindersScreen() {
  const title = "Stop reminders";
  const { step, send } = useMailedLink(stopReminders, {
    title,
    fallback: "The reminders could not be stopped",
  });
  return (
    <AuthLayout>
      <h1 className="mt-2 text-xl font-strong tracking-tight lg:mt-16">{title}</h1>
      {step.name === "useless" ? (
        <NoteBox tone="warn" role="alert" title="This link does not work" className="mt-4.5">
          <p>It is incomplete. Open it from the email again, or ask the clinic to stop the reminders.</p>
        </NoteBox>
      ) : step.name === "done" ? (
        <NoteBox tone="ok" role="status" title="No more reminders by email" className="mt-4.5">
          <p>{`${step.answer.clinicName} will not send you any. Your appointments stay as they are.`}</p>
        </NoteBox>
      ) : (
        <>
          <p className="mb-4.5 text-ink-2">
            Press the button to get no more emails about your appointments from this clinic.
          </p>
          <Button variant="primary" block busy={step.name === "sending"} busyLabel="Stopping…" onClick={send}>
            Stop Reminders
          </Button>
        </>
      )}
    </AuthLayout>
  );
}
