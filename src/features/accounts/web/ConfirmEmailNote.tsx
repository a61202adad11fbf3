import { useQuery } from "@tanstack/react-query";
import { resendConfirmation } from "#features/accounts/contract.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { currentUserQuery } from "#web/data/session.tsx";
import { supportWords } from "#web/support-contact.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";

/**
 * Shown above the pages of an owner whose email is not confirmed. Hidden when the user returns from the link's page.
 */
export function ConfirmEmailNote({ email }: { email: string }) {
  const user = useQuery({ ...currentUserQuery, refetchOnWindowFocus: "always" });
  const again = useEndpointMutation(resendConfirmation, {
    done: ({ message }) => ({ title: "Link Sent", description: message }),
    failed: { title: "Link Not Sent", fallback: "Failed to send the link" },
  });
  return (
    <NoteBox
      tone="info"
      role="note"
      title="Confirm your email"
      className="mb-4 print:hidden"
      actions={
        <Button
          size="sm"
          busy={again.isPending}
          busyLabel="Sending…"
          onClick={() => void again.mutateAsync({}).catch(() => user.refetch())}
        >
          Send Again
        </Button>
      }
    >
      <p className="break-words">
        We sent a link to <b className="font-medium">{email}</b>. Open it to refer patients to other clinics
        and receive theirs. Is the address wrong? {supportWords()}
      </p>
    </NoteBox>
  );
}
