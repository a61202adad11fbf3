import { useEffect } from "react";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";

const readingMs = 4000;

/** Another tab signed somebody else in: this one must not go on with the former user's records. */
export default function OtherUserCover({ email }: { email: string }) {
  useEffect(() => {
    const timer = setTimeout(() => location.reload(), readingMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <div className="fixed inset-0 z-dialog bg-paper" />
      <Dialog
        open
        locked
        compact
        size="sm"
        role="alertdialog"
        closeOutside={false}
        onClose={() => undefined}
        title="Another user logged in"
        description={`${email} logged in from another tab of this browser. This tab is loaded again for that user.`}
        foot={
          <Button variant="primary" onClick={() => location.reload()}>
            Load again now
          </Button>
        }
      >
        {null}
      </Dialog>
    </>
  );
}
