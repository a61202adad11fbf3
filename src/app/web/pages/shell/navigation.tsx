import {
  Archive,
  Banknote,
  BedDouble,
  Calendar,
  ChartColumn,
  GitMerge,
  IdCard,
  IdCardLanyard,
  LayoutDashboard,
  ListTodo,
  Settings,
  Share2,
  Stethoscope,
  Users,
} from "lucide-react";
import { listAppointments } from "#features/appointments/contract.ts";
import { dayCount } from "#features/billing/contract.ts";
import { analytics } from "#features/reports/contract.ts";
import type { Access, Role } from "#shared/permissions.ts";
import type { ScreenPath } from "#shared/screen-paths.ts";
import { homeOf } from "#web/home-of-role.ts";
import type { NavItem } from "#web/ui/frame/nav-item.ts";

/** The sections of the owner's single page, by id. */
export const sections = {
  dashboard: { title: "Dashboard", icon: <LayoutDashboard />, isHidden: false },
  patients: { title: "Patients", icon: <Users />, isHidden: false },
  tasks: { title: "Task Management", icon: <ListTodo />, isHidden: false },
  shared: { title: "Shared with Me", icon: <Share2 />, isHidden: false },
  consults: { title: "Consults", icon: <Stethoscope />, isHidden: false },
  calendar: { title: "Calendar", icon: <Calendar />, isHidden: false },
  admissions: { title: "Admissions", icon: <BedDouble />, isHidden: false },
  payments: { title: "Payments", icon: <Banknote />, isHidden: false },
  reports: { title: "Reports", icon: <ChartColumn />, isHidden: false },
  staff: { title: "Staff", icon: <IdCardLanyard />, isHidden: false },
  settings: { title: "Settings", icon: <Settings />, isHidden: true },
  archived: { title: "Archived Patients", icon: <Archive />, isHidden: true },
  merge: { title: "Merge Patients", icon: <GitMerge />, isHidden: true },
  "staff-access": { title: "Staff Access", icon: <IdCard />, isHidden: true },
  "secretary-access": { title: "Secretary Access", icon: <IdCard />, isHidden: true },
} as const;
export type SectionId = keyof typeof sections;

export const isSection = (id: unknown): id is SectionId =>
  typeof id === "string" && Object.hasOwn(sections, id);

/** The staff login panel in staff mode. */
export const accessSectionOf = (role: Role): SectionId =>
  role === "secretary" ? "secretary-access" : "staff-access";

const ofStaffMode: readonly SectionId[] = [
  "patients",
  "archived",
  "settings",
  "staff-access",
  "secretary-access",
];

/** The section for a URL; staff mode starts with its own panel. */
export function sectionFor({ role }: { role: Role }, named: unknown): SectionId {
  const isOwner = role === "owner";
  if (isSection(named) && (isOwner || ofStaffMode.includes(named))) return named;
  return isOwner ? "dashboard" : accessSectionOf(role);
}

export const addressOfSection = (id: SectionId): string =>
  id === "dashboard" ? "/dashboard" : `/dashboard?section=${id}`;

/** An item with a shorter label for the phone's bar, or one in its More sheet. */
export type FrameItem = NavItem & { short?: string; isOffBar?: boolean };

const offBar: readonly string[] = ["tasks", "shared", "calendar", "payments", "staff"] satisfies SectionId[];

/** The owner workspace's sidebar. */
export const workspaceItems: readonly FrameItem[] = Object.entries(sections)
  .filter(([, { isHidden }]) => !isHidden)
  .map(([id, { title, icon }]) => ({
    id,
    label: title,
    icon,
    href: addressOfSection(id as SectionId),
    isOffBar: offBar.includes(id),
  }));

/** In staff mode the workspace has Patients, and Settings at the bottom. */
export const staffModeItems = workspaceItems.filter(({ id }) => id === "patients");

/** At the foot of the workspace's sidebar. */
export const workspaceFootItems: readonly FrameItem[] = [
  {
    id: "settings",
    label: sections.settings.title,
    icon: sections.settings.icon,
    href: addressOfSection("settings"),
  },
];

/** The owner's sections that the sidebar does not show. */
export const workspaceMoreItems: readonly FrameItem[] = (["archived", "merge", "staff-access"] as const).map(
  (id) => ({
    id,
    label: sections[id].title,
    icon: sections[id].icon,
    href: addressOfSection(id),
  }),
);

/** Every section that the owner opens by name. */
export const ownerPages = [...workspaceItems, ...workspaceMoreItems, ...workspaceFootItems];

/** The sidebar of the pages with their own URL, by role and permission; `id` is the path. */
export function shellItems(
  { role, isStaffMode }: { role: Role; isStaffMode: boolean },
  can: (call: { access: Access }) => boolean,
): readonly FrameItem[] {
  const item = (path: string, label: string, of: NavItem["icon"], short?: string): FrameItem => ({
    id: path,
    label,
    icon: of,
    href: path,
    ...(short && { short }),
  });
  const home = item(homeOf(role, isStaffMode), "Dashboard", sections.dashboard.icon);
  const patients = item("/patients", "Patients", sections.patients.icon);
  const reports = item("/reports", "Reports", sections.reports.icon);
  const calendar = { ...item("/calendar", "Calendar", sections.calendar.icon), isOffBar: true };
  const payments = { ...item("/payments", "Payments", sections.payments.icon), isOffBar: true };
  if (role === "owner")
    return [
      home,
      patients,
      item("/consults", "Consultations", sections.consults.icon, "Consults"),
      calendar,
      payments,
      reports,
      item("/archive", "Archive", sections.archived.icon),
    ];
  return [
    home,
    patients,
    item("/consults", "Today's Consults", sections.consults.icon, "Consults"),
    ...(can(listAppointments) ? [calendar] : []),
    ...(can(dayCount) ? [payments] : []),
    ...(can(analytics) ? [reports] : []),
  ];
}

/** At the foot of that sidebar, for all members: staff read the settings, the owner changes them. */
export const shellFootItems: readonly FrameItem[] = [
  { id: "/settings", label: sections.settings.title, icon: sections.settings.icon, href: "/settings" },
];

/** Pages whose heading differs from the path's title. On all others the title is the heading, shown once. */
export const headerTitled: readonly ScreenPath[] = ["/patients", "/archive", "/reports"];

/** The header's title, from the path. */
export const pathTitles: Record<string, string> = {
  "/dashboard": "Dashboard",
  "/patients": "Patient Management",
  "/consults": "Today's Consultations",
  "/calendar": "Calendar",
  "/payments": "Payments",
  "/reports": "Reports & Analytics",
  "/archive": "Patient Archive",
  "/settings": "Clinic Settings",
  "/security": "Account Security",
  "/admin": "Admin Dashboard",
  "/staff-dashboard": "Dashboard",
};
