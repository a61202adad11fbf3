import { useNavigate } from "@tanstack/react-router";
import { ChartColumn, Plus, SquarePen, Users } from "lucide-react";
import type { ReactNode } from "react";
import { useDialogActions } from "#app/web/pages/dialogs/use-dialogs.ts";
import { secretaryLogin, staffLogin } from "#features/accounts/contract.ts";
import { StaffAccessActive } from "#features/accounts/web/StaffAccessActive.tsx";
import { StaffSignIn } from "#features/accounts/web/StaffSignIn.tsx";
import { addPatient, editPatient, listPatients } from "#features/patients/contract.ts";
import { analytics } from "#features/reports/contract.ts";
import { useCan } from "#web/data/session.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { PageTitle } from "./PageTitle.tsx";
import { enterStaffMode } from "./staff-mode.ts";
import { useSwitchToOwner } from "./use-switch-to-owner.ts";
import { usePageUser } from "./WithUser.tsx";

type StaffAccessProps = {
  /** Which role signs in here. */
  of: "staff" | "secretary";
  /** Loads the page of an address. */
  leave?: (address: string) => void;
};

/** The staff login panel: the owner signs in with a staff account, and returns from it. */
export function StaffAccess({ of, leave }: StaffAccessProps) {
  const user = usePageUser();
  const navigate = useNavigate();
  const { switchToOwner, isSwitching } = useSwitchToOwner(leave);
  return (
    <div className="max-w-180">
      <PageTitle>{of === "secretary" ? "Secretary Access" : "Staff Access"}</PageTitle>
      {user.isStaffMode ? (
        <StaffAccessActive
          user={user}
          onSwitch={switchToOwner}
          isSwitching={isSwitching}
          quickActions={<QuickActions />}
        />
      ) : (
        <Section>
          <div className="max-w-100">
            <StaffSignIn
              endpoint={of === "secretary" ? secretaryLogin : staffLogin}
              onSignedIn={(answer) => enterStaffMode(answer, leave)}
              back={
                <Button block onClick={() => void navigate({ to: "/dashboard" })}>
                  Back to Owner
                </Button>
              }
            />
          </div>
        </Section>
      )}
    </div>
  );
}

/** The account's quick actions, one button per permission. */
function QuickActions() {
  const dialogs = useDialogActions();
  const navigate = useNavigate();
  const onPatients = () => void navigate({ to: "/patients" });
  const can = useCan();
  const actions: [boolean, string, ReactNode, () => void][] = [
    [can(listPatients), "View Patients", <Users key="icon" />, onPatients],
    [can(addPatient), "Add Patient", <Plus key="icon" />, () => dialogs.show("add")],
    [
      can(editPatient),
      "Edit Records",
      <SquarePen key="icon" />,
      // Users who may not view the list see the reason instead.
      can(listPatients) ? () => dialogs.show("choose-edit") : onPatients,
    ],
    [can(analytics), "View Reports", <ChartColumn key="icon" />, () => void navigate({ to: "/reports" })],
  ];
  const allowed = actions.filter(([may]) => may);
  if (allowed.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 mb-2 font-strong">Quick Actions</h3>
      <div className="flex flex-wrap gap-2">
        {allowed.map(([, label, of, onPress]) => (
          <Button key={label} icon={of} className="max-md:flex-1 max-md:basis-40" onClick={onPress}>
            {label}
          </Button>
        ))}
      </div>
    </>
  );
}

export const StaffAccessPage = () => <StaffAccess of="staff" />;
export const SecretaryAccessPage = () => <StaffAccess of="secretary" />;
