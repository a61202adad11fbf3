import { Archive, LayoutDashboard, Settings, Stethoscope, Users } from "lucide-react";
import type { Role } from "#shared/permissions.ts";
import type { NavItem } from "#web/ui/nav-item.ts";

const icon = { "aria-hidden": true, strokeWidth: 1.75 } as const;

/** The sections of the owner's one page, by their id in the address. Only what is built stands here. */
export const sections = {
  dashboard: { title: "Dashboard", icon: <LayoutDashboard {...icon} />, isHidden: false },
  patients: { title: "Patients", icon: <Users {...icon} />, isHidden: false },
  consults: { title: "Consults", icon: <Stethoscope {...icon} />, isHidden: false },
  settings: { title: "Settings", icon: <Settings {...icon} />, isHidden: true },
  archived: { title: "Archived Patients", icon: <Archive {...icon} />, isHidden: true },
} as const;
export type SectionId = keyof typeof sections;

export const isSection = (id: unknown): id is SectionId =>
  typeof id === "string" && Object.hasOwn(sections, id);

export const addressOfSection = (id: SectionId): string =>
  id === "dashboard" ? "/dashboard" : `/dashboard?section=${id}`;

/** A place with a shorter name for the phone's bar. */
export type Place = NavItem & { short?: string };

/** The owner workspace's side bar. */
export const workspaceItems: readonly Place[] = Object.entries(sections)
  .filter(([, { isHidden }]) => !isHidden)
  .map(([id, { title, icon }]) => ({ id, label: title, icon, href: addressOfSection(id as SectionId) }));

/** At the foot of the workspace's side bar. */
export const workspaceFootItems: readonly Place[] = [
  {
    id: "settings",
    label: sections.settings.title,
    icon: sections.settings.icon,
    href: addressOfSection("settings"),
  },
];

/** The side bar of the pages with an address of their own, by role; `id` is the path. */
export function shellItems(role: Role): readonly Place[] {
  const item = (path: string, label: string, of: NavItem["icon"], short?: string): Place => ({
    id: path,
    label,
    icon: of,
    href: path,
    ...(short && { short }),
  });
  const home = item(
    role === "owner" ? "/dashboard" : "/staff-dashboard",
    "Dashboard",
    sections.dashboard.icon,
  );
  const patients = item("/patients", "Patients", sections.patients.icon);
  if (role === "owner")
    return [
      home,
      patients,
      item("/consults", "Consultations", sections.consults.icon, "Consults"),
      item("/archive", "Archive", sections.archived.icon),
    ];
  return [home, patients, item("/consults", "Today's Consults", sections.consults.icon, "Consults")];
}

/** At the foot of that side bar. Staff have no such place in their list; the address shows them the settings to read. */
export const shellFootItems = (role: Role): readonly Place[] =>
  role === "owner"
    ? [{ id: "/settings", label: sections.settings.title, icon: sections.settings.icon, href: "/settings" }]
    : [];

/** The header's title, from the path. */
export const pathTitles: Record<string, string> = {
  "/dashboard": "Dashboard",
  "/patients": "Patient Management",
  "/consults": "Today's Consultations",
  "/archive": "Patient Archive",
  "/settings": "Clinic Settings",
  "/admin": "Admin Dashboard",
  "/staff-dashboard": "Dashboard",
};
