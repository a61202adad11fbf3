import { useQueryClient } from "@tanstack/react-query";
import { Navigate, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { confirmSecondFactor, setUpSecondFactor } from "#features/accounts/security-contract.ts";
import { AddPasskeyButton } from "#features/accounts/web/AddPasskeyButton.tsx";
import { hasPasskeys } from "#features/accounts/web/passkey.ts";
import { RecoveryCodes } from "#features/accounts/web/RecoveryCodes.tsx";
import { AddKey, ConfirmCode, type SecondFactorKey } from "#features/accounts/web/SecondFactorSetUp.tsx";
import { useEndpointMutation, useInvalidateChangedBy } from "#web/data/calls.ts";
import { mustSetUpSecondFactor, signOut, useCurrentUser } from "#web/data/session.tsx";
import { homeOf } from "#web/home-of-role.ts";
import { Button } from "#web/ui/Button.tsx";
import { LoadingPage } from "../shell/LoadingPage.tsx";
import { useSwitchToOwner } from "../shell/use-switch-to-owner.ts";
import { AuthLayout } from "./AuthLayout.tsx";

/** For users whose clinic requires two-step sign-in, until it is set up. */
export function SetUpSecondFactorPage() {
  const user = useCurrentUser().data;
  // The codes are shown once: no navigation away from them.
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (user === undefined) return <LoadingPage />;
  if (user === null) return <Navigate to="/dashboard" replace />;
  if (!user.passwordChanged) return <Navigate to="/change-password" replace />;
  if (!codes && !mustSetUpSecondFactor(user))
    return <Navigate to={homeOf(user.role, user.isStaffMode)} replace />;
  return <SetUp user={user} codes={codes} onCodes={setCodes} />;
}

const steps = {
  start: "Set up two-step sign-in",
  key: "Add an authenticator app, step 1 of 3",
  code: "Add an authenticator app, step 2 of 3",
  codes: "Your recovery codes",
};

const focusOn = (title: HTMLElement | null) => title?.focus();

function SetUp({
  user,
  codes,
  onCodes,
}: {
  user: CurrentUser;
  codes: readonly string[] | null;
  onCodes: (codes: readonly string[]) => void;
}) {
  const queries = useQueryClient();
  const invalidateChangedBy = useInvalidateChangedBy();
  const navigate = useNavigate();
  const { switchToOwner, isSwitching } = useSwitchToOwner();
  const [authenticator, setAuthenticator] = useState<SecondFactorKey | null>(null);
  const [isAdded, setAdded] = useState(false);
  const start = useEndpointMutation(setUpSecondFactor, { done: null, failed: "Failed to start the set-up" });
  const step = codes ? "codes" : !authenticator ? "start" : isAdded ? "code" : "key";
  useEffect(() => {
    document.title = "Two-step sign-in - Klinika";
  }, []);
  return (
    <AuthLayout>
      <h1
        key={step}
        // The six digits submit themselves: a habitual Enter presses nothing.
        ref={step === "codes" ? focusOn : undefined}
        tabIndex={-1}
        className="mt-2 mb-2 text-xl font-strong tracking-tight outline-none lg:mt-16"
      >
        {steps[step]}
      </h1>
      {codes ? (
        <RecoveryCodes
          codes={codes}
          email={user.email}
          onSaved={async () => {
            await invalidateChangedBy(confirmSecondFactor);
            await navigate({ to: homeOf(user.role, user.isStaffMode) });
          }}
        />
      ) : !authenticator ? (
        <div className="grid gap-4">
          <p className="text-ink-2">
            Patient records need more than a password here. You need your phone with an authenticator app, or
            a passkey, and two minutes.
          </p>
          <Button
            variant="primary"
            block
            busy={start.isPending}
            busyLabel="Starting…"
            onClick={() =>
              void start
                .mutateAsync({})
                .then(setAuthenticator)
                .catch(() => undefined)
            }
          >
            Set Up
          </Button>
          {hasPasskeys() && (
            <AddPasskeyButton block onAdded={onCodes}>
              Use a Passkey Instead
            </AddPasskeyButton>
          )}
        </div>
      ) : isAdded ? (
        <ConfirmCode onConfirmed={onCodes} onBack={() => setAdded(false)} />
      ) : (
        <AddKey authenticator={authenticator} onNext={() => setAdded(true)} />
      )}
      {!codes && (
        <div className="mt-4 grid">
          {user.isStaffMode ? (
            <Button variant="link" busy={isSwitching} onClick={switchToOwner}>
              Back to Owner
            </Button>
          ) : (
            <Button variant="link" onClick={() => signOut(queries)}>
              Log out
            </Button>
          )}
        </div>
      )}
    </AuthLayout>
  );
}
