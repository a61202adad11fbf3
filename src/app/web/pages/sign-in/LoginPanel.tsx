import { IdCard, Stethoscope } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { login } from "#features/accounts/contract.ts";
import { ForgotPasswordLink } from "#features/accounts/web/OtherWaysIn.tsx";
import { SignInForm } from "#features/accounts/web/SignInForm.tsx";
import { SignUpForm } from "#features/accounts/web/SignUpForm.tsx";
import type { SignInAnswer } from "#features/accounts/web/sign-in-answer.ts";
import { homeOf } from "#web/home-of-role.ts";
import { type CarriedToast, carryToast, storeSignIn } from "#web/storage-keys.ts";
import { Segment } from "#web/ui/frame/Segment.tsx";
import { PlainTabs } from "../shell/PlainTabs.tsx";

/** ms between a right password and the next page (the specification's). */
const leaveAfter = 100;

function enter({ token, user }: SignInAnswer, toast: CarriedToast): void {
  storeSignIn(user.email, token);
  carryToast(toast);
  setTimeout(() => location.assign(homeOf(user.role)), leaveAfter);
}

const views = [
  { value: "owner", label: "Clinic Owner", icon: <Stethoscope /> },
  { value: "staff", label: "Staff Access", icon: <IdCard /> },
] as const;
const tabs = [
  { id: "login", label: "Login" },
  { id: "sign-up", label: "Sign Up" },
] as const;

/** The login dropdown's two views: owners log in or sign up, staff log in. */
export function LoginPanel() {
  const [view, setView] = useState<(typeof views)[number]["value"]>("owner");
  const [tab, setTab] = useState<(typeof tabs)[number]["id"]>("login");
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.querySelector<HTMLElement>("input")?.focus(), []);
  return (
    <div ref={panel}>
      <div className="[&_button]:flex-1">
        <Segment block label="Who are you?" options={views} value={view} onChange={setView} />
      </div>
      {view === "owner" ? (
        <div className="mt-1.5">
          <PlainTabs label="Login or sign up" tabs={tabs} value={tab} onChange={setTab}>
            <div className="pt-4">
              {tab === "login" ? (
                <PanelSignIn />
              ) : (
                <SignUpForm
                  narrow
                  onSignedUp={(answer, clinicName) =>
                    enter(answer, { title: `Registration successful! Welcome to ${clinicName}` })
                  }
                />
              )}
            </div>
          </PlainTabs>
        </div>
      ) : (
        <div className="pt-4">
          <PanelSignIn>
            <p className="text-sm text-ink-3">
              No account, or a forgotten password? Please contact your clinic administrator.
            </p>
          </PanelSignIn>
        </div>
      )}
    </div>
  );
}

function PanelSignIn({ children }: { children?: ReactNode }) {
  return (
    <SignInForm
      endpoint={login}
      failed={{ title: "Login Failed", fallback: "Invalid email or password" }}
      missing={{ title: "Missing Information", description: "Please enter both email and password" }}
      onSignedIn={(answer) => enter(answer, { title: "Login Successful", description: "Welcome back" })}
    >
      <ForgotPasswordLink />
      {children}
    </SignInForm>
  );
}
