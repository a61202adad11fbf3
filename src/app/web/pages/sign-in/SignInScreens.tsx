import type { ReactNode } from "react";
import { adminLogin, staffLogin, tokenLogin } from "#features/accounts/contract.ts";
import { ForgotPassword } from "#features/accounts/web/OtherWaysIn.tsx";
import { SignInForm } from "#features/accounts/web/SignInForm.tsx";
import { StaffSignIn } from "#features/accounts/web/StaffSignIn.tsx";
import type { SignInAnswer } from "#features/accounts/web/sign-in-answer.ts";
import { storeTokenLogin } from "#web/storage-keys.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { AuthLayout } from "./AuthLayout.tsx";

/** After a right password: the toast, and the page to open if it is not the role's home. */
export type AfterSignIn = (
  answer: SignInAnswer,
  welcome: { title: string; description?: string },
  to?: string,
) => void | Promise<void>;

function Head({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1 className="mt-2 text-xl font-strong tracking-tight lg:mt-16">{title}</h1>
      <p className="mb-4.5 text-ink-2">{children}</p>
    </>
  );
}

const wrong = { title: "Login Failed", fallback: "Invalid email or password" };

/** For all roles; the role decides which page opens. */
export function TokenLoginScreen({ onEntered }: { onEntered: AfterSignIn }) {
  return (
    <AuthLayout>
      <Head title="Login">For clinic owners, staff and administrators.</Head>
      <SignInForm
        endpoint={tokenLogin}
        failed={wrong}
        missing={{ title: "Missing Information", description: "Please enter both email and password" }}
        onSignedIn={(answer) => {
          storeTokenLogin(answer.token, answer.user);
          return onEntered(answer, { title: "Login Successful", description: "Welcome back" });
        }}
      >
        <ForgotPassword />
      </SignInForm>
    </AuthLayout>
  );
}

export function AdminLoginScreen({ onEntered }: { onEntered: AfterSignIn }) {
  return (
    <AuthLayout>
      <Head title="Admin Login">For the administrators of this Klinika installation.</Head>
      <SignInForm
        endpoint={adminLogin}
        failed={{ title: "Login Failed", fallback: "Invalid credentials" }}
        missing={{ title: "Please fill in all fields" }}
        onSignedIn={(answer) =>
          onEntered(
            answer,
            { title: "Login Successful", description: "Welcome to the admin dashboard" },
            "/admin",
          )
        }
      />
    </AuthLayout>
  );
}

export function StaffLoginScreen({ onEntered }: { onEntered: AfterSignIn }) {
  return (
    <AuthLayout>
      <Head title="Staff Access">For staff and secretaries of a clinic.</Head>
      <StaffSignIn
        endpoint={staffLogin}
        onSignedIn={(answer) => onEntered(answer, { title: "Login Successful", description: "Welcome back" })}
        back={
          <a href="/dashboard" className={buttonClass({ block: true })}>
            Back to Owner
          </a>
        }
      />
    </AuthLayout>
  );
}
