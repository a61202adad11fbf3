import { Plus, ShieldCheck, UserRoundPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type StaffAccount, staffAccounts, type TemporaryPassword } from "#features/staff/contract.ts";
import { useCall } from "#web/data/calls.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Figures } from "#web/ui/Figures.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonFigures, SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Tabs } from "#web/ui/frame/Tabs.tsx";
import { AccountHistory } from "./AccountHistory.tsx";
import { DeactivateDialog, NewPasswordDialog, ResetSecondFactorDialog } from "./AccountQuestions.tsx";
import { AddStaffDialog } from "./AddStaffDialog.tsx";
import { EditPermissionsDialog } from "./EditPermissionsDialog.tsx";
import { PermissionManagement } from "./PermissionManagement.tsx";
import { type StaffAction, StaffCard } from "./StaffCard.tsx";
import { TemporaryPasswordDialog } from "./TemporaryPasswordDialog.tsx";

type Open =
  | { dialog: "add" }
  | { dialog: StaffAction; account: StaffAccount }
  | { dialog: "shown"; password: TemporaryPassword };

/**
 * Staff Accounts: who has access to the clinic, and with which rights. A page of its own, or a tab of the settings.
 */
export function UserManagement({ clinicName, isTab = false }: { clinicName: string; isTab?: boolean }) {
  const query = useCall(staffAccounts, {}, { refetchOnMount: "always" });
  const { data: accounts } = query;
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const show = (password: TemporaryPassword) => setOpen({ dialog: "shown", password });
  const pending = (
    <QueryPending
      query={query}
      title="Failed to load staff accounts"
      label="Loading staff accounts"
      level={isTab ? 3 : 2}
      skeleton={
        <div className="grid gap-5">
          <SkeletonFigures count={3} />
          <SkeletonRows rows={4} />
        </div>
      }
    />
  );
  const addButton = (
    <Button
      variant="primary"
      className="max-md:w-full"
      icon={<Plus />}
      onClick={() => setOpen({ dialog: "add" })}
    >
      Add Staff Member
    </Button>
  );
  return (
    <div className="min-w-0">
      <Head clinicName={clinicName} isTab={isTab}>
        {accounts && accounts.length > 0 && addButton}
      </Head>
      {accounts ? (
        <Tabs
          label="User Management"
          listClassName="mb-5"
          tabs={[
            {
              id: "accounts",
              label: "Staff Accounts",
              content: (
                <Accounts
                  accounts={accounts}
                  isTab={isTab}
                  addButton={addButton}
                  onAction={(dialog, account) => setOpen({ dialog, account })}
                />
              ),
            },
            {
              id: "permissions",
              label: "Permission Management",
              content: <PermissionManagement accounts={accounts} />,
            },
            { id: "history", label: "Account History", content: <AccountHistory /> },
          ]}
        />
      ) : query.error ? (
        <Section flush>{pending}</Section>
      ) : (
        pending
      )}
      {open?.dialog === "add" && <AddStaffDialog onClose={close} onAdded={show} />}
      {open?.dialog === "edit" && <EditPermissionsDialog account={open.account} onClose={close} />}
      {open?.dialog === "deactivate" && <DeactivateDialog account={open.account} onClose={close} />}
      {open?.dialog === "second-factor" && <ResetSecondFactorDialog account={open.account} onClose={close} />}
      {open?.dialog === "password" && (
        <NewPasswordDialog account={open.account} onClose={close} onMade={show} />
      )}
      {open?.dialog === "shown" && <TemporaryPasswordDialog of={open.password} onClose={close} />}
    </div>
  );
}

function Head({ clinicName, isTab, children }: { clinicName: string; isTab: boolean; children: ReactNode }) {
  const Heading = isTab ? "h2" : "h1";
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="mr-auto min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Heading
            className={
              isTab ? "text-lg font-strong tracking-snug" : "text-xl font-strong tracking-tight md:text-2xl"
            }
          >
            User Management
          </Heading>
          <Badge tone="plain" icon={<ShieldCheck />}>
            Admin Access
          </Badge>
        </div>
        <p className="text-ink-2 wrap-anywhere">Who can open {clinicName} and what they can do</p>
      </div>
      {children}
    </div>
  );
}

function Accounts({
  accounts,
  isTab,
  addButton,
  onAction: onAct,
}: {
  accounts: readonly StaffAccount[];
  isTab: boolean;
  addButton: ReactNode;
  onAction: (act: StaffAction, account: StaffAccount) => void;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Figures
        items={[
          { label: "Total Staff", value: accounts.length },
          { label: "Active Users", value: accounts.filter(({ isActive }) => isActive).length },
          {
            label: "Pending Setup",
            value: accounts.filter(({ passwordChanged }) => !passwordChanged).length,
          },
        ]}
      />
      <Section flush>
        {accounts.length === 0 ? (
          <Empty
            level={isTab ? 3 : 2}
            icon={<UserRoundPlus />}
            title="No staff accounts yet"
            why="Add your secretary or another member of your staff, and choose what each can do."
            action={addButton}
          />
        ) : (
          <ul aria-label="Staff Accounts" className="@container">
            {accounts.map((account) => (
              <StaffCard key={account.id} account={account} onAct={(act) => onAct(act, account)} />
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}
