import { useState } from "react";
import { isResetByMail, supportWords } from "#web/support-contact.ts";
import { Button } from "#web/ui/Button.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";

/** Opens the form that mails a link, where mail is set up; otherwise says who can help. */
export function ForgotPassword() {
  const [isShown, setShown] = useState(false);
  if (isResetByMail()) return <ForgotPasswordLink />;
  return (
    <div className="grid gap-2">
      <Button
        variant="link"
        className="justify-self-start"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        Forgot password?
      </Button>
      {isShown && (
        <NoteBox role="status" title="How to get back in">
          <WhoResetsPasswords />
        </NoteBox>
      )}
    </div>
  );
}

export const WhoResetsPasswords = () => (
  <>
    <p>Staff and secretaries: ask your clinic owner for a new temporary password.</p>
    <p>Clinic owners: {lowerFirst(supportWords())}</p>
  </>
);

/** For screens that show nothing where mail is not set up. */
export const ForgotPasswordLink = () =>
  isResetByMail() ? (
    <a href="/reset-password" className={buttonClass({ variant: "link", className: "justify-self-start" })}>
      Forgot password?
    </a>
  ) : null;

/** Klinika does not support Google accounts; the button says so. */
export function GoogleSignIn() {
  const [isShown, setShown] = useState(false);
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <Button block aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        Sign in with Google
      </Button>
      {isShown && (
        <NoteBox role="status" title="Google sign-in is not available">
          <p>Log in with your email and password above. No account yet? Use Sign Up.</p>
        </NoteBox>
      )}
    </div>
  );
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
