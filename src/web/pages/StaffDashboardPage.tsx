import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { ArrowLeftRight, Lock, LogOut, Search, Stethoscope } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { type CurrentUser, logout } from "#features/accounts/contract.ts";
import { addPatient, listPatients } from "#features/patients/contract.ts";
import { DashboardFigures } from "#features/reports/web/DashboardFigures.tsx";
import { call } from "#web/data/api.ts";
import { useCan, wipe } from "#web/data/session.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Spinner } from "#web/ui/feedback/Spinner.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { followLink } from "#web/ui/frame/nav-item.ts";
import { notify } from "#web/ui/overlays/notify.ts";
import { OwnTasks, PatientsScreen } from "./lazy-parts.ts";
import { ClinicDialogs } from "./preload.ts";
import { Bell } from "./shell/Bell.tsx";
import { shellFootItems, shellItems } from "./shell/navigation.tsx";
import { StaffMenu } from "./shell/StaffMenu.tsx";
import { useSwitchToOwner } from "./shell/staff-mode.ts";
import { Palette, useKeyboard } from "./shell/use-keyboard.tsx";
import { WithUser } from "./shell/WithUser.tsx";
import { type Dialogs, useDialogs } from "./use-dialogs.ts";

export function StaffDashboardPage() {
  return <WithUser allowed={["staff", "secretary"]}>{(user) => <StaffDashboard user={user} />}</WithUser>;
}

/** The clinic in its own colour, and the patients as far as the account's permissions go. */
function StaffDashboard({ user }: { user: CurrentUser }) {
  const can = useCan();
  const dialogs = useDialogs();
  const title = user.role === "secretary" ? "Secretary Dashboard" : "Staff Dashboard";
  useEffect(() => {
    document.title = `${title} - Klinika`;
  }, [title]);
  const router = useRouter();
  const keyboard = useKeyboard({
    user,
    dialogs,
    places: [...shellItems(user, can), ...shellFootItems],
    mayAdd: can(addPatient),
    onNavigate: (href) => router.history.push(href),
    onSearch: (q) => router.history.push(`/patients?q=${encodeURIComponent(q)}`),
  });
  const tasks = (
    <Suspense fallback={<Waiting skeleton={<SkeletonCard />} />}>
      <OwnTasks />
    </Suspense>
  );
  return (
    <>
      <StaffHeader user={user} title={title} dialogs={dialogs} onFind={() => keyboard.show("palette")} />
      <OtherPlaces user={user} />
      <main id="main" className="mx-auto grid max-w-290 gap-5 px-gutter pt-4 pb-16">
        {can(listPatients) ? (
          <>
            <DashboardFigures brief />
            {tasks}
            <PatientsScreen
              hasNoBar
              onOpenPatient={(id) => dialogs.show("details", id)}
              onAddPatient={() => dialogs.show("add")}
              onConsultations={(id) => dialogs.show("history", id)}
              onPrescribe={(id) => dialogs.show("prescription", id)}
              onEdit={(id) => dialogs.show("edit", id)}
            />
          </>
        ) : (
          <>
            <section className="rounded-md border border-line bg-surface">
              <Empty
                level={2}
                icon={<Lock />}
                title="Access Restricted"
                why="You don't have sufficient permissions to access this dashboard. Please contact your administrator if you believe this is an error."
                {...(can(addPatient) && {
                  action: (
                    <a href="/patients" className={buttonClass({})}>
                      Add Patient
                    </a>
                  ),
                })}
              />
            </section>
            {tasks}
          </>
        )}
      </main>
      <Suspense fallback={null}>{dialogs.open.length > 0 && <ClinicDialogs dialogs={dialogs} />}</Suspense>
      {keyboard.layer}
    </>
  );
}

/** The other pages of the role, for this one has no side bar. View Reports is the quick action of who may. */
function OtherPlaces({ user }: { user: CurrentUser }) {
  const can = useCan();
  const router = useRouter();
  const [, ...others] = shellItems(user, can);
  const places = [...others, ...shellFootItems];
  return (
    <nav aria-label="Main" data-print="no" className="border-b border-line bg-surface">
      <ul className="mx-auto flex max-w-290 flex-wrap gap-x-5 px-gutter max-md:gap-x-4">
        {places.map(({ id, label, icon, href }) => (
          <li key={id}>
            <a
              href={href}
              onClick={followLink((to) => router.history.push(to), href)}
              className="inline-flex min-h-control items-center gap-2 font-medium text-ink-2 no-underline hover:text-ink max-md:text-sm max-md:[&_svg]:hidden"
            >
              {icon}
              {id === "/reports" ? "View Reports" : label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function StaffHeader({
  user,
  title,
  dialogs,
  onFind,
}: {
  user: CurrentUser;
  title: string;
  dialogs: Dialogs;
  onFind: () => void;
}) {
  return (
    <header data-print="no" className="bg-brand text-brand-on">
      <div className="mx-auto flex max-w-290 flex-wrap items-center gap-x-3.5 gap-y-2 px-gutter py-3.5">
        <StaffMark clinic={user.clinic} />
        <div className="min-w-0 flex-1 basis-40">
          <h1
            title={user.clinic?.name}
            className="line-clamp-3 text-title leading-5.5 font-strong text-balance wrap-anywhere"
          >
            {user.clinic?.name}
          </h1>
          <p className="text-sm">{title}</p>
        </div>
        <div className="flex min-w-0 items-center gap-3 wrap-anywhere max-md:order-last max-md:basis-full md:max-w-1/2">
          <StaffMenu user={user} />
          {user.isStaffMode && <BackToOwner />}
          <button
            type="button"
            aria-label="Search"
            title="Search"
            aria-haspopup="dialog"
            onClick={onFind}
            onPointerEnter={Palette.preload}
            onFocus={Palette.preload}
            className="grid size-control shrink-0 place-items-center rounded-md border border-current/60 focus-visible:outline-current"
          >
            <Search className="size-4.5" />
          </button>
          <Bell dialogs={dialogs} onBrand />
        </div>
        <LogoutButton />
      </div>
    </header>
  );
}

function StaffMark({ clinic }: { clinic: CurrentUser["clinic"] }) {
  const [failed, setFailed] = useState(false);
  return (
    <span className="grid size-10 shrink-0 place-items-center overflow-hidden rounded-lg bg-surface text-brand-text">
      {clinic?.logoUrl && !failed ? (
        <img
          src={clinic.logoUrl}
          alt=""
          onError={() => setFailed(true)}
          className="size-full object-contain"
        />
      ) : (
        <Stethoscope className="size-5" />
      )}
    </span>
  );
}

const headerButton =
  "inline-flex min-h-control shrink-0 items-center gap-2 rounded-md border border-current/60 px-3.25 font-medium focus-visible:outline-current";

function BackToOwner() {
  const { switchToOwner, isSwitching } = useSwitchToOwner();
  return (
    <button
      type="button"
      onClick={switchToOwner}
      aria-disabled={isSwitching || undefined}
      className={headerButton}
    >
      {isSwitching ? <Spinner /> : <ArrowLeftRight />}
      Back to Owner
    </button>
  );
}

/** Ends the session and opens the landing page. If that fails, the user is still signed in, and is informed. */
function LogoutButton() {
  const queries = useQueryClient();
  const leave = useMutation({
    mutationFn: () => call(logout, {}),
    onSuccess: async () => {
      await wipe(queries);
      location.assign("/");
    },
    onError: (error) => {
      console.error(error.message);
      notify({
        kind: "error",
        title: "Not logged out",
        description: "The server did not answer. Check the connection and try again.",
      });
    },
  });
  return (
    <button
      type="button"
      onClick={() => leave.mutate()}
      aria-disabled={leave.isPending || undefined}
      className={headerButton}
    >
      {leave.isPending ? <Spinner /> : <LogOut />}
      Logout
    </button>
  );
}
