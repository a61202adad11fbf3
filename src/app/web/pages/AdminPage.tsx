import { useLocation, useRouter } from "@tanstack/react-router";
import { Building2, ChartColumn, LayoutDashboard, Users } from "lucide-react";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { type ConsoleTab, PlatformConsole } from "#features/platform/web/PlatformConsole.tsx";
import { useDialogs } from "./dialogs/use-dialogs.ts";
import { Frame } from "./shell/Frame.tsx";
import type { FrameItem } from "./shell/navigation.tsx";
import { WithUser } from "./shell/WithUser.tsx";

const title = "Admin Dashboard";

/** The administrator's sidebar; `id` is the path. */
export const adminItems: readonly FrameItem[] = [
  { id: "/admin", label: title, short: "Dashboard", icon: <LayoutDashboard />, href: "/admin" },
  { id: "/admin/clinics", label: "Clinics", icon: <Building2 />, href: "/admin/clinics" },
  { id: "/admin/users", label: "Users", icon: <Users />, href: "/admin/users" },
  { id: "/admin/reports", label: "Reports", icon: <ChartColumn />, href: "/admin/reports" },
];

const addressOf: Record<ConsoleTab, string> = {
  clinics: "/admin/clinics",
  users: "/admin/users",
  analytics: "/admin/reports",
  requests: "/admin?tab=requests",
};

/** The tab's title, behind which the four figures have their own. */
const tabTitles: Record<ConsoleTab, string> = {
  clinics: "Clinics",
  users: "Users",
  analytics: "Reports",
  requests: "Contact & Upgrade Requests",
};

function tabAt(path: string, search: Record<string, unknown>): ConsoleTab {
  if (path === "/admin/users") return "users";
  if (path === "/admin/reports") return "analytics";
  return path === "/admin" && search.tab === "requests" ? "requests" : "clinics";
}

export function AdminPage() {
  return <WithUser allowed={["admin"]}>{(user) => <AdminConsole user={user} />}</WithUser>;
}

/** The system administrator's pages: one console, with a tab per address. */
function AdminConsole({ user }: { user: CurrentUser }) {
  const { pathname, search } = useLocation();
  const router = useRouter();
  const dialogs = useDialogs();
  const path = pathname.replace(/(?<=.)\/+$/, "");
  const tab = tabAt(path, search as Record<string, unknown>);
  const isHome = path === "/admin" && tab === "clinics";
  const goTo = (href: string) => router.history.push(href);
  return (
    <Frame
      user={user}
      items={adminItems}
      current={path}
      title={title}
      {...(!isHome && { tabTitle: tabTitles[tab] })}
      dialogs={dialogs}
      onNavigate={goTo}
      onSearch={(search) => goTo(`/admin/clinics?search=${encodeURIComponent(search)}`)}
    >
      <PlatformConsole
        tab={tab}
        {...(isHome && { title })}
        hasFigures={isHome}
        onTab={(next) => goTo(addressOf[next])}
        onShowClinic={(search) => goTo(`/admin/clinics?search=${encodeURIComponent(search)}`)}
      />
    </Frame>
  );
}
