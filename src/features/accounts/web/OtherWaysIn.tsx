import { useState } from "react";
import { supportWords } from "#web/support-contact.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/NoteBox.tsx";

/** The link resets nothing by itself; it says who can. */
export function ForgotPassword() {
  const [isAsked, setAsked] = useState(false);
  return (
    <div className="grid gap-2">
      <Button
        variant="link"
        className="justify-self-start"
        aria-expanded={isAsked}
        onClick={() => setAsked(!isAsked)}
      >
        Forgot password?
      </Button>
      {isAsked && (
        <NoteBox role="status" title="How to get back in">
          <p>Staff and secretaries: ask your clinic owner for a new temporary password.</p>
          <p>Clinic owners: {lowerFirst(supportWords())}</p>
        </NoteBox>
      )}
    </div>
  );
}

/** There is no Google account behind Klinika; the button says so instead of pretending. */
export function GoogleSignIn() {
  const [isAsked, setAsked] = useState(false);
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <Button block aria-expanded={isAsked} onClick={() => setAsked(!isAsked)}>
        Sign in with Google
      </Button>
      {isAsked && (
        <NoteBox role="status" title="Google sign-in is not available">
          <p>Log in with your email and password above. No account yet? Use Sign Up.</p>
        </NoteBox>
      )}
    </div>
  );
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
