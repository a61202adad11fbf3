import { useLocation, useRouter } from "@tanstack/react-router";
import { type ConsoleTab, PlatformConsole } from "#features/platform/web/PlatformConsole.tsx";
import { isPage, pageAt } from "./shell/navigation.tsx";
import { useTabTitle } from "./shell/use-tab-title.ts";

const addressOf: Record<ConsoleTab, string> = {
  clinics: "/admin/clinics",
  users: "/admin/users",
  analytics: "/admin/reports",
  requests: "/admin?tab=requests",
};

function tabAt(path: string, search: Record<string, unknown>): ConsoleTab {
  if (path === "/admin/users") return "users";
  if (path === "/admin/reports") return "analytics";
  return path === "/admin" && search.tab === "requests" ? "requests" : "clinics";
}

/** The system administrator's pages: one console, with a tab per address. */
export function AdminPage() {
  const { pathname, search } = useLocation();
  const router = useRouter();
  const path = pathname.replace(/(?<=.)\/+$/, "");
  const tab = tabAt(path, search as Record<string, unknown>);
  const isHome = path === "/admin" && tab === "clinics";
  const { title } = pageAt(isPage(path) ? path : "/admin");
  // The header has the console's title at every address.
  useTabTitle(tab === "requests" ? "Contact & Upgrade Requests" : title);
  const goTo = (href: string) => router.history.push(href);
  return (
    <PlatformConsole
      tab={tab}
      {...(isHome && { title })}
      hasFigures={isHome}
      onTab={(next) => goTo(addressOf[next])}
      onShowClinic={(search) => goTo(`/admin/clinics?search=${encodeURIComponent(search)}`)}
    />
  );
}
