import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { changePassword } from "#features/accounts/security-contract.ts";
import { ChangePasswordForm } from "#features/accounts/web/ChangePasswordForm.tsx";
import { useInvalidateChangedBy } from "#web/data/calls.ts";
import { signOut, useCurrentUser } from "#web/data/session.tsx";
import { homeOf } from "#web/home-of-role.ts";
import { Button } from "#web/ui/Button.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { FramedPage } from "../shell/Frame.tsx";
import { PageTitle } from "../shell/PageTitle.tsx";
import { useSwitchToOwner } from "../shell/use-switch-to-owner.ts";
import { useTabTitle } from "../shell/use-tab-title.ts";
import { usePageUser } from "../shell/WithUser.tsx";
import { AuthLayout } from "./AuthLayout.tsx";

/** Forced on a temporary password, before anything else; in the frame for everyone who is signed in. */
export function ChangePasswordPage() {
  const user = useCurrentUser().data;
  if (!user || user.passwordChanged)
    return (
      <FramedPage>
        <InFrame />
      </FramedPage>
    );
  return (
    <AuthLayout>
      <h1 className="mt-2 text-xl font-strong tracking-tight lg:mt-16">Change password</h1>
      <p className="mb-4.5 text-ink-2">
        You logged in with a temporary password. Choose your own before you continue.
      </p>
      <ChangePassword user={user} />
    </AuthLayout>
  );
}

function InFrame() {
  const user = usePageUser();
  return (
    <div className="max-w-100">
      <PageTitle note={`For ${user.email}.`}>Change password</PageTitle>
      <ChangePassword user={user} />
    </div>
  );
}

function ChangePassword({ user }: { user: CurrentUser }) {
  const queries = useQueryClient();
  const invalidateChangedBy = useInvalidateChangedBy();
  const navigate = useNavigate();
  const isForced = !user.passwordChanged;
  const home = homeOf(user.role, user.isStaffMode);
  const { switchToOwner, isSwitching } = useSwitchToOwner();
  useTabTitle("Change password");
  return (
    <>
      <ChangePasswordForm
        isTemporary={isForced}
        onChanged={async () => {
          await invalidateChangedBy(changePassword);
          notify({ kind: "success", title: "Password changed" });
          await navigate({ to: home });
        }}
      />
      <div className="mt-2 grid">
        {isForced && user.isStaffMode ? (
          <Button variant="link" busy={isSwitching} onClick={switchToOwner}>
            Back to Owner
          </Button>
        ) : isForced ? (
          <Button variant="link" onClick={() => signOut(queries)}>
            Log out
          </Button>
        ) : (
          <Button variant="link" onClick={() => void navigate({ to: home })}>
            Cancel
          </Button>
        )}
      </div>
    </>
  );
}
