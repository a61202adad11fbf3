import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { LogOut } from "lucide-react";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { changePassword } from "#features/accounts/security-contract.ts";
import { ChangePasswordForm } from "#features/accounts/web/ChangePasswordForm.tsx";
import { useInvalidateChangedBy } from "#web/data/calls.ts";
import { signOut, useCurrentUser } from "#web/data/session.tsx";
import { homeOf, roleNames } from "#web/home-of-role.ts";
import { Button } from "#web/ui/Button.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { ClinicMark } from "../shell/ClinicMark.tsx";
import { FramedPage } from "../shell/Frame.tsx";
import { PageTitle } from "../shell/PageTitle.tsx";
import { useSwitchToOwner } from "../shell/use-switch-to-owner.ts";
import { useTabTitle } from "../shell/use-tab-title.ts";
import { usePageUser } from "../shell/WithUser.tsx";

/** Forced on a temporary password, before anything else; in the frame for everyone who is signed in. */
export function ChangePasswordPage() {
  const user = useCurrentUser().data;
  useTabTitle("Change password");
  if (!user || user.passwordChanged)
    return (
      <FramedPage>
        <InFrame />
      </FramedPage>
    );
  return <Forced user={user} />;
}

function InFrame() {
  const user = usePageUser();
  const navigate = useNavigate();
  return (
    <>
      <PageTitle
        note={`For ${user.email}.`}
        actions={
          <Button onClick={() => void navigate({ to: homeOf(user.role, user.isStaffMode) })}>Cancel</Button>
        }
      >
        Change password
      </PageTitle>
      <div className="max-w-200">
        <NewPassword user={user} />
      </div>
    </>
  );
}

/** The only page that a temporary password opens. */
function Forced({ user }: { user: CurrentUser }) {
  const queries = useQueryClient();
  const { switchToOwner, isSwitching } = useSwitchToOwner();
  return (
    <div className="min-h-dvh">
      <header className="flex min-h-16 items-center gap-3 border-b border-line px-4 py-2 md:px-8">
        <ClinicMark clinic={user.clinic} />
        <p className="min-w-0 flex-1">
          <b className="block font-strong text-balance wrap-anywhere">{user.clinic?.name ?? "Klinika"}</b>
          <span className="text-sm text-ink-2">
            {`${user.firstName} ${user.lastName}`.trim()}, {roleNames[user.role]}
          </span>
        </p>
        {user.isStaffMode ? (
          <Button variant="ghost" size="sm" busy={isSwitching} onClick={switchToOwner}>
            Back to Owner
          </Button>
        ) : (
          <Button variant="ghost" size="sm" icon={<LogOut />} onClick={() => signOut(queries)}>
            Logout
          </Button>
        )}
      </header>
      <main id="main" className="mx-auto max-w-200 px-4 pt-4.5 pb-10">
        <h1 className="mt-2 text-xl font-strong tracking-tight lg:mt-16">Choose your password</h1>
        <p className="mt-1 mb-4.5 text-balance text-ink-2">
          Your temporary password was for the first login only. Nobody else can see the one you choose now,
          not even the clinic owner.
        </p>
        <NewPassword user={user} />
      </main>
    </div>
  );
}

function NewPassword({ user }: { user: CurrentUser }) {
  const navigate = useNavigate();
  const invalidateChangedBy = useInvalidateChangedBy();
  return (
    <ChangePasswordForm
      user={user}
      onChanged={async () => {
        await invalidateChangedBy(changePassword);
        notify({ kind: "success", title: "Password changed" });
        await navigate({ to: homeOf(user.role, user.isStaffMode) });
      }}
    />
  );
}
