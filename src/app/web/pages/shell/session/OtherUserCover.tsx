import { useEffect } from "react";
import { Button } from "#web/ui/Button.tsx";
import { Cover } from "./Cover.tsx";

const readingMs = 4000;

/** Another user signed in from another tab: this one must not continue with the previous user's records. */
export function OtherUserCover({ email }: { email: string }) {
  useEffect(() => {
    const timer = setTimeout(() => location.reload(), readingMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Cover
      role="alertdialog"
      title="Another user logged in"
      foot={
        <Button variant="primary" onClick={() => location.reload()}>
          Reload Now
        </Button>
      }
    >
      <p>
        <b className="font-strong break-all">{email}</b> logged in from another tab of this browser. This tab
        reloads for that user.
      </p>
    </Cover>
  );
}
