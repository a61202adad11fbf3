import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowLeftRight, ChevronDown, LogOut, Search } from "lucide-react";
import type { ComponentPropsWithRef } from "react";
import { type CurrentUser, logout } from "#features/accounts/contract.ts";
import { listPatients } from "#features/patients/contract.ts";
import { call } from "#web/data/api.ts";
import { useCan, wipe } from "#web/data/session.tsx";
import { roleNames, staffDashboardName } from "#web/home-of-role.ts";
import { Button } from "#web/ui/Button.tsx";
import { TopBar } from "#web/ui/frame/TopBar.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { Bell } from "./Bell.tsx";
import { ClinicMark } from "./ClinicMark.tsx";
import { BackFromRecord, FinderOnDesk, type FrameHeaderProps, NewConsultation } from "./FrameHeader.tsx";
import { ProfileMenu } from "./ProfileMenu.tsx";
import { Palette } from "./use-keyboard.tsx";
import { useSwitchToOwner } from "./use-switch-to-owner.ts";

/** In the clinic's color: its logo and name, the user's name, and Logout. The same on every staff page. */
export function StaffHeader({ isHome, ...props }: FrameHeaderProps & { isHome: boolean }) {
  const { user, name, isPhone, dialogs, record, onFind, onShortcuts } = props;
  const can = useCan();
  const find = (
    <IconButton
      label="Search"
      icon={<Search className="size-4.5" />}
      variant="onBrand"
      aria-haspopup="dialog"
      onClick={onFind}
      onPointerEnter={Palette.preload}
      onFocus={Palette.preload}
    />
  );
  const bell = <Bell dialogs={dialogs} onBrand />;
  return (
    <>
      <TopBar
        onBrand
        className="sticky top-(--bar-top,0px) z-header low:relative low:top-0"
        start={
          isPhone && record ? (
            <BackFromRecord record={record} />
          ) : (
            <>
              <StaffClinic user={user} />
              {!isPhone && <FinderOnDesk {...props} />}
            </>
          )
        }
        end={
          isPhone ? (
            <>
              {find}
              {!record && bell}
            </>
          ) : (
            <>
              <NewConsultation dialogs={dialogs} record={record} onBrand />
              {!can(listPatients) && find}
              {bell}
              <ProfileMenu
                user={user}
                name={name}
                onShortcuts={onShortcuts}
                trigger={<NameButton name={name} caption={roleNames[user.role]} />}
              />
              {user.isStaffMode && <BackToOwner />}
              <LogoutButton />
            </>
          )
        }
      />
      {isPhone && isHome && (
        <div data-print="no" className="flex items-center gap-2 bg-brand px-gutter pb-1.5 text-brand-on">
          <p className="min-w-0 flex-1 text-sm wrap-anywhere">
            <span className="font-medium">{name}</span> <span>{roleNames[user.role]}</span>
          </p>
          <LogoutButton />
        </div>
      )}
    </>
  );
}

/** The clinic, and whose dashboard it is. */
function StaffClinic({ user: { clinic, role } }: { user: CurrentUser }) {
  return (
    <div className="flex min-w-0 items-center gap-3 md:min-w-40 md:pr-2">
      <ClinicMark clinic={clinic} onBrand />
      <div className="min-w-0">
        <p title={clinic?.name} className="truncate text-md/5 font-strong tracking-snug md:text-lg/5.5">
          {clinic?.name}
        </p>
        <p className="truncate text-xs md:text-sm/4.5">{staffDashboardName(role)}</p>
      </div>
    </div>
  );
}

function NameButton({
  name,
  caption,
  ...rest
}: Omit<ComponentPropsWithRef<"button">, "className" | "children"> & { name: string; caption: string }) {
  return (
    <button
      {...rest}
      type="button"
      className="flex min-h-control min-w-0 items-center gap-2 rounded-md text-right focus-visible:outline-current"
    >
      <span className="max-w-56 min-w-0">
        <b className="block truncate text-sm/4.5 font-medium">{name}</b>
        <span className="block text-xs/4">{caption}</span>
      </span>
      <ChevronDown className="shrink-0" />
    </button>
  );
}

function BackToOwner() {
  const { switchToOwner, isSwitching } = useSwitchToOwner();
  return (
    <Button variant="onBrand" icon={<ArrowLeftRight />} onClick={switchToOwner} busy={isSwitching}>
      <span className="max-xl:sr-only">Back to Owner</span>
    </Button>
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
    <Button variant="onBrand" icon={<LogOut />} onClick={() => leave.mutate()} busy={leave.isPending}>
      Logout
    </Button>
  );
}
