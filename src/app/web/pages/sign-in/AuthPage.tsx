import { useState } from "react";
import { login } from "#features/accounts/contract.ts";
import { ForgotPassword, GoogleSignIn } from "#features/accounts/web/OtherWaysIn.tsx";
import { SignInForm } from "#features/accounts/web/SignInForm.tsx";
import { SignUpForm } from "#features/accounts/web/SignUpForm.tsx";
import { suspend } from "#web/suspension.ts";
import { Button } from "#web/ui/Button.tsx";
import { PlainTabs } from "../shell/PlainTabs.tsx";
import { AuthLayout } from "./AuthLayout.tsx";
import type { AfterSignIn } from "./SignInScreens.tsx";

const tabs = [
  { id: "login", label: "Login" },
  { id: "sign-up", label: "Sign Up" },
] as const;
type TabId = (typeof tabs)[number]["id"];

/** `/dashboard?tab=sign-up` starts with the other tab. */
function requestedTab(): TabId {
  if (typeof location === "undefined") return "login";
  return new URLSearchParams(location.search).get("tab") === "sign-up" ? "sign-up" : "login";
}

/** Shown on /dashboard with no user. */
export function AuthPage({ onEntered }: { onEntered: AfterSignIn }) {
  const [tab, setTab] = useState<TabId>(requestedTab);
  return (
    <AuthLayout>
      <PlainTabs label="Login or sign up" tabs={tabs} value={tab} onChange={setTab}>
        {tab === "login" ? <LoginTab onEntered={onEntered} /> : <SignUpTab onEntered={onEntered} />}
      </PlainTabs>
    </AuthLayout>
  );
}

function LoginTab({ onEntered }: { onEntered: AfterSignIn }) {
  return (
    <>
      <h1 className="mt-5 text-xl font-strong tracking-tight">Login</h1>
      <p className="mb-4.5 text-ink-2">Open your clinic.</p>
      <SignInForm
        endpoint={login}
        failed={{ title: "Login Failed", fallback: "Login failed" }}
        remembers
        onSignedIn={(answer) => onEntered(answer, { title: "Login Successful", description: "Welcome back" })}
      >
        <ForgotPassword />
        <GoogleSignIn />
      </SignInForm>
      {import.meta.env.DEV && (
        <Button
          variant="link"
          className="mt-4"
          onClick={() => suspend({ name: "Sample Clinic", subscriptionStatus: "suspended", isActive: true })}
        >
          Test Suspension Modal
        </Button>
      )}
    </>
  );
}

function SignUpTab({ onEntered }: { onEntered: AfterSignIn }) {
  return (
    <>
      <h1 className="mt-5 text-xl font-strong tracking-tight">Sign Up</h1>
      <p className="mb-4.5 text-ink-2">Tell us about your clinic and create your login.</p>
      <SignUpForm
        onSignedUp={(answer, clinicName) =>
          onEntered(answer, { title: `Registration successful! Welcome to ${clinicName}` })
        }
      />
    </>
  );
}
