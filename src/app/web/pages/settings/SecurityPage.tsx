import { PageTitle } from "#app/web/pages/shell/PageTitle.tsx";
import { usePageUser } from "#app/web/pages/shell/WithUser.tsx";
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
  const user = usePageUser();
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
