import type { ReactNode } from "react";
import type { secretaryLogin, staffLogin } from "#features/accounts/contract.ts";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { SignInForm } from "./SignInForm.tsx";
import type { SignInAnswer } from "./sign-in-answer.ts";

/** The staff login panel before login. */
export function StaffSignIn({
  endpoint,
  onSignedIn,
  back,
}: {
  endpoint: typeof staffLogin | typeof secretaryLogin;
  onSignedIn: (answer: SignInAnswer) => void | Promise<void>;
  /** Back to Owner. */
  back: ReactNode;
}) {
  return (
    <SignInForm
      endpoint={endpoint}
      failed={{ title: "Login Failed", fallback: "Invalid email or password" }}
      missing={{ title: "Missing Information", description: "Please enter both email and password." }}
      submitLabel="Login as Staff"
      onSignedIn={onSignedIn}
    >
      {back}
      <NoteBox title="Internal login">
        For the clinic's own staff and secretaries. No account, or a forgotten password? Please contact your
        clinic administrator.
      </NoteBox>
    </SignInForm>
  );
}
