import { Plus, ShieldCheck, Stethoscope, UserRoundPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type StaffAccount, staffAccounts, type TemporaryPassword } from "#features/staff/contract.ts";
import { type Doctor, doctors } from "#features/staff/doctors-contract.ts";
import { nextLetter } from "#features/staff/rules.ts";
import { fullName } from "#shared/formats/name-parts.ts";
import { useCall } from "#web/data/calls.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Count } from "#web/ui/Count.tsx";
import { Figures } from "#web/ui/Figures.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonFigures, SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Tabs } from "#web/ui/frame/Tabs.tsx";
import { AccountHistory } from "./AccountHistory.tsx";
import {
  DeactivateDialog,
  type NamedAccount,
  NewPasswordDialog,
  ResetSecondFactorDialog,
} from "./AccountQuestions.tsx";
import { AddStaffDialog } from "./AddStaffDialog.tsx";
import { DeactivateDoctorDialog } from "./DeactivateDoctorDialog.tsx";
import { DoctorCard } from "./DoctorCard.tsx";
import { DoctorDialog } from "./DoctorDialog.tsx";
import { EditPermissionsDialog } from "./EditPermissionsDialog.tsx";
import { PermissionManagement } from "./PermissionManagement.tsx";
import { type StaffAction, StaffCard } from "./StaffCard.tsx";
import { TemporaryPasswordDialog } from "./TemporaryPasswordDialog.tsx";

type Open =
  | { dialog: "add" | "add-doctor" }
  | { dialog: "edit" | "deactivate"; account: StaffAccount }
  | { dialog: "edit-doctor" | "deactivate-doctor"; doctor: Doctor }
  | { dialog: "password" | "second-factor"; account: NamedAccount; isDoctor: boolean }
  | { dialog: "shown"; password: TemporaryPassword; isDoctor: boolean };

/**
 * Staff Accounts: who has access to the clinic, and with which rights. A page of its own, or a tab of the settings. The
 * doctors are listed where a clinic has, or had, others than its owner.
 */
export function UserManagement({ clinicName, isTab = false }: { clinicName: string; isTab?: boolean }) {
  const query = useCall(staffAccounts, {}, { refetchOnMount: "always" });
  const colleagues = useCall(doctors, {}, { refetchOnMount: "always" });
  const { data: accounts } = query;
  const { data: practice } = colleagues;
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const show = (isDoctor: boolean) => (password: TemporaryPassword) =>
    setOpen({ dialog: "shown", password, isDoctor });
  const onStaff = (dialog: StaffAction, account: StaffAccount) =>
    setOpen(
      dialog === "edit" || dialog === "deactivate"
        ? { dialog, account }
        : { dialog, account, isDoctor: false },
    );
  const onDoctor = (dialog: StaffAction, doctor: Doctor) =>
    setOpen(
      dialog === "edit" || dialog === "deactivate"
        ? { dialog: `${dialog}-doctor`, doctor }
        : { dialog, account: { ...doctor, id: doctor.userId }, isDoctor: true },
    );
  const pending = (
    <QueryPending
      query={accounts ? colleagues : query}
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
  const addButton = (className: string) => (
    <Button
      variant="primary"
      className={className}
      icon={<Plus />}
      onClick={() => setOpen({ dialog: "add" })}
    >
      Add Staff Member
    </Button>
  );
  return (
    <div className="min-w-0">
      <Head clinicName={clinicName} isTab={isTab}>
        {accounts && practice && (
          <Button
            className="max-md:flex-1"
            icon={<Stethoscope />}
            onClick={() => setOpen({ dialog: "add-doctor" })}
          >
            Add Doctor
          </Button>
        )}
        {accounts && practice && accounts.length > 0 && addButton("max-md:flex-1")}
      </Head>
      {accounts && practice ? (
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
                  doctors={practice}
                  isTab={isTab}
                  addButton={addButton("max-md:w-full")}
                  onAction={onStaff}
                  onDoctor={onDoctor}
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
      ) : query.error || colleagues.error ? (
        <Section flush>{pending}</Section>
      ) : (
        pending
      )}
      {open?.dialog === "add" && <AddStaffDialog onClose={close} onAdded={show(false)} />}
      {open?.dialog === "add-doctor" && practice && (
        <DoctorDialog nextLetter={nextLetter(practice)} onClose={close} onAdded={show(true)} />
      )}
      {open?.dialog === "edit-doctor" && (
        <DoctorDialog doctor={open.doctor} nextLetter="" onClose={close} onAdded={show(true)} />
      )}
      {open?.dialog === "deactivate-doctor" && (
        <DeactivateDoctorDialog doctor={open.doctor} onClose={close} />
      )}
      {open?.dialog === "edit" && <EditPermissionsDialog account={open.account} onClose={close} />}
      {open?.dialog === "deactivate" && <DeactivateDialog account={open.account} onClose={close} />}
      {open?.dialog === "second-factor" && <ResetSecondFactorDialog account={open.account} onClose={close} />}
      {open?.dialog === "password" && (
        <NewPasswordDialog account={open.account} onClose={close} onMade={show(open.isDoctor)} />
      )}
      {open?.dialog === "shown" && (
        <TemporaryPasswordDialog
          of={open.password}
          at={open.isDoctor ? "/dashboard" : "/staff-login"}
          onClose={close}
        />
      )}
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
  doctors,
  isTab,
  addButton,
  onAction: onAct,
  onDoctor,
}: {
  accounts: readonly StaffAccount[];
  doctors: readonly Doctor[];
  isTab: boolean;
  addButton: ReactNode;
  onAction: (act: StaffAction, account: StaffAccount) => void;
  onDoctor: (act: StaffAction, doctor: Doctor) => void;
}) {
  const hasColleagues = doctors.length > 1;
  const users = hasColleagues ? [...doctors, ...accounts] : accounts;
  const pending = [
    ...doctors.filter(({ account }) => account?.passwordChanged === false),
    ...accounts.filter(({ passwordChanged }) => !passwordChanged),
  ];
  const level = isTab ? 3 : 2;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Figures
        slim={hasColleagues}
        items={[
          ...(hasColleagues
            ? [{ label: "Doctors", value: doctors.filter(({ isActive }) => isActive).length }]
            : []),
          { label: "Total Staff", value: accounts.length },
          { label: "Active Users", value: users.filter(({ isActive }) => isActive).length },
          {
            label: "Pending Setup",
            value: pending.length,
            ...(hasColleagues &&
              pending[0] && {
                note: `${fullName(pending[0])}${pending.length > 1 ? ` and ${pending.length - 1} more` : ""}`,
              }),
          },
        ]}
      />
      {hasColleagues && (
        <Section
          flush
          level={level}
          title="Doctors"
          note={<Count value={doctors.length} />}
          actions={<span className="text-sm text-ink-3">Each signs only their own papers</span>}
        >
          <ul aria-label="Doctors" className="@container">
            {doctors.map((doctor) => (
              <DoctorCard key={doctor.id} doctor={doctor} onAct={(act) => onDoctor(act, doctor)} />
            ))}
          </ul>
        </Section>
      )}
      <Section
        flush
        {...(hasColleagues && { level, title: "Staff", note: <Count value={accounts.length} /> })}
      >
        {accounts.length === 0 ? (
          <Empty
            level={hasColleagues ? 3 : level}
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
