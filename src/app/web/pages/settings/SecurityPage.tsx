import { useRouter } from "@tanstack/react-router";
import { adminItems } from "#app/web/pages/AdminPage.tsx";
import { useDialogs } from "#app/web/pages/dialogs/use-dialogs.ts";
import { ClinicShell } from "#app/web/pages/shell/ClinicShell.tsx";
import { Frame } from "#app/web/pages/shell/Frame.tsx";
import { PageTitle } from "#app/web/pages/shell/PageTitle.tsx";
import { WithUser } from "#app/web/pages/shell/WithUser.tsx";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { clinicSignIns, ownSignIns, platformSignIns } from "#features/accounts/security-contract.ts";
import { OwnDevices, StaffDevices } from "#features/accounts/web/DeviceList.tsx";
import { PasswordRow } from "#features/accounts/web/PasswordRow.tsx";
import { SecondFactorBadge, SecondFactorSection } from "#features/accounts/web/SecondFactorSection.tsx";
import { SignInList } from "#features/accounts/web/SignInList.tsx";
import { StaffTwoSteps } from "#features/clinics/web/StaffTwoSteps.tsx";
import { ConsoleLog } from "#features/platform/web/ConsoleLog.tsx";
import { Section } from "#web/ui/frame/Section.tsx";

/** The account's sign-in methods, its devices, and its recent sign-ins. */
export function SecurityPage() {
  return (
    <WithUser allowed={["owner", "staff", "secretary", "admin"]}>
      {(user) =>
        user.role === "admin" ? (
          <AdminSecurity user={user} />
        ) : (
          <ClinicShell user={user} path="/security" hasNoAdd>
            {() => <Security user={user} />}
          </ClinicShell>
        )
      }
    </WithUser>
  );
}

function AdminSecurity({ user }: { user: CurrentUser }) {
  const router = useRouter();
  const goTo = (href: string) => router.history.push(href);
  return (
    <Frame
      user={user}
      items={adminItems}
      current="/security"
      title="Account Security"
      dialogs={useDialogs()}
      onNavigate={goTo}
      onSearch={(search) => goTo(`/admin/clinics?search=${encodeURIComponent(search)}`)}
    >
      <Security user={user} />
    </Frame>
  );
}

function Security({ user }: { user: CurrentUser }) {
  const name = `${user.firstName} ${user.lastName}`.trim();
  return (
    <>
      <PageTitle note={`${name} · ${user.email}`}>Account Security</PageTitle>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4">
          <Section title="Signing in" actions={<SecondFactorBadge />} flush>
            <PasswordRow />
            <SecondFactorSection user={user} />
          </Section>
          <OwnDevices />
          {user.role === "owner" && (
            <>
              <StaffTwoSteps />
              <StaffDevices />
            </>
          )}
        </div>
        <div className="grid min-w-0 gap-4">
          <SignInList title="Recent sign-ins" endpoint={ownSignIns} />
          {user.role === "owner" && <SignInList title="Sign-ins to the clinic" endpoint={clinicSignIns} />}
          {user.role === "admin" && <SignInList title="Everyone's sign-ins" endpoint={platformSignIns} />}
        </div>
        {user.role === "admin" && (
          <div className="min-w-0 lg:col-span-2">
            <ConsoleLog />
          </div>
        )}
      </div>
    </>
  );
}
