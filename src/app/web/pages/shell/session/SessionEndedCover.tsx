import { login } from "#features/accounts/contract.ts";
import { SignInForm } from "#features/accounts/web/SignInForm.tsx";
import type { SignInAnswer } from "#features/accounts/web/sign-in-answer.ts";
import { Button } from "#web/ui/Button.tsx";
import { Cover } from "./Cover.tsx";

/** Covers the page of a session that ended. Typed text stays below it for the same user's next sign-in. */
export function SessionEndedCover({
  email,
  onSignedIn,
  onLeave,
}: {
  email: string;
  onSignedIn: (answer: SignInAnswer) => Promise<void>;
  onLeave: () => void;
}) {
  return (
    <Cover title="Please log in again" description="Your session has ended. What you typed has been saved.">
      <SignInForm
        endpoint={login}
        email={email}
        failed={{ title: "Login Failed", fallback: "Login failed" }}
        onSignedIn={onSignedIn}
      >
        <Button variant="link" block onClick={onLeave}>
          Log in as someone else
        </Button>
      </SignInForm>
    </Cover>
  );
}
