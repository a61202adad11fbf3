import {
  Archive,
  Banknote,
  BedDouble,
  Calendar,
  ChartColumn,
  GitMerge,
  IdCard,
  IdCardLanyard,
  KeyRound,
  LayoutDashboard,
  ListTodo,
  Lock,
  Settings,
  Share2,
  ShieldCheck,
  Stethoscope,
  Users,
} from "lucide-react";
import type { ReactNode } from "react";
import { listAppointments } from "#features/appointments/contract.ts";
import { dayCount } from "#features/billing/contract.ts";
import { analytics } from "#features/reports/contract.ts";
import type { Access, Role } from "#shared/permissions.ts";
import type { ScreenPath } from "#shared/screen-paths.ts";
import { homeOf } from "#web/home-of-role.ts";
import type { NavItem } from "#web/ui/frame/nav-item.ts";

type Page = {
  /** Its name in menus. */
  title: string;
  icon: ReactNode;
  /** In the phone's header and the browser's tab, where it has a longer one. */
  heading?: string;
  /** Where it stands in the owner's workspace: in the sidebar, at its foot, or only in the More sheet and the palette. */
  menu?: "sidebar" | "foot" | "more";
  /** In the More sheet even while the phone's bar has room. */
  isOffBar?: boolean;
  /** The URL of the same page outside the owner's workspace, and what is called otherwise there. */
  path?: ScreenPath;
  pathTitle?: string;
  pathHeading?: string;
  /** There the page's own heading differs, so that the header shows this one too. */
  isTitledInHeader?: boolean;
};

/** The pages of a clinic: sections of the owner's workspace, by id, and most of them pages with a URL of their own. */
const pages = {
  dashboard: { title: "Dashboard", icon: <LayoutDashboard />, menu: "sidebar", path: "/dashboard" },
  patients: {
    title: "Patients",
    heading: "Patient Management",
    icon: <Users />,
    menu: "sidebar",
    path: "/patients",
    isTitledInHeader: true,
  },
  tasks: { title: "Task Management", icon: <ListTodo />, menu: "sidebar", isOffBar: true },
  shared: { title: "Shared with Me", icon: <Share2 />, menu: "sidebar", isOffBar: true },
  consults: {
    title: "Consults",
    icon: <Stethoscope />,
    menu: "sidebar",
    path: "/consults",
    pathTitle: "Today's Consults",
    pathHeading: "Today's Consultations",
  },
  calendar: { title: "Calendar", icon: <Calendar />, menu: "sidebar", path: "/calendar", isOffBar: true },
  admissions: {
    title: "Admissions",
    heading: "Hospital Admissions",
    icon: <BedDouble />,
    menu: "sidebar",
  },
  payments: { title: "Payments", icon: <Banknote />, menu: "sidebar", path: "/payments", isOffBar: true },
  reports: {
    title: "Reports",
    heading: "Reports & Analytics",
    icon: <ChartColumn />,
    menu: "sidebar",
    path: "/reports",
    isTitledInHeader: true,
  },
  staff: { title: "Staff", icon: <IdCardLanyard />, menu: "sidebar", isOffBar: true },
  archived: {
    title: "Archived Patients",
    icon: <Archive />,
    menu: "more",
    path: "/archive",
    pathTitle: "Archive",
    pathHeading: "Patient Archive",
    isTitledInHeader: true,
  },
  merge: { title: "Merge Patients", icon: <GitMerge />, menu: "more" },
  "staff-access": { title: "Staff Access", icon: <IdCard />, menu: "more" },
  "secretary-access": { title: "Secretary Access", icon: <IdCard /> },
  settings: {
    title: "Settings",
    heading: "Clinic Settings",
    icon: <Settings />,
    menu: "foot",
    path: "/settings",
  },
} satisfies Record<string, Page>;
export type SectionId = keyof typeof pages;

const pageOf = (id: SectionId): Page => pages[id];

export const isSection = (id: unknown): id is SectionId => typeof id === "string" && Object.hasOwn(pages, id);

/** A section's title in the phone's header and the browser's tab. */
export const headingOf = (id: SectionId): string => pageOf(id).heading ?? pages[id].title;

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

/** The owner's sections of one of the workspace's menus. */
const itemsOf = (menu: Page["menu"]): readonly FrameItem[] =>
  (Object.keys(pages) as SectionId[])
    .filter((id) => pageOf(id).menu === menu)
    .map((id) => {
      const { title: label, icon, isOffBar = false } = pageOf(id);
      return { id, label, icon, href: addressOfSection(id), isOffBar };
    });

/** The owner workspace's sidebar. */
export const workspaceItems = itemsOf("sidebar");

/** In staff mode the workspace has Patients, and Settings at the bottom. */
export const staffModeItems = workspaceItems.filter(({ id }) => id === "patients");

/** At the foot of the workspace's sidebar. */
export const workspaceFootItems = itemsOf("foot");

/** The owner's sections that the sidebar does not show. */
export const workspaceMoreItems = itemsOf("more");

/** Every section that the owner opens by name. */
export const ownerPages = [...workspaceItems, ...workspaceMoreItems, ...workspaceFootItems];

/** The item of a page with its own URL, which is its `id`. */
function pathItem(page: SectionId, label?: string): FrameItem {
  const { title, icon, path = "/dashboard", pathTitle = title, isOffBar = false } = pageOf(page);
  return { id: path, label: label ?? pathTitle, short: title, icon, href: path, isOffBar };
}

/** The sidebar of the pages with their own URL, by role and permission. */
export function shellItems(
  { role, isStaffMode }: { role: Role; isStaffMode: boolean },
  can: (call: { access: Access }) => boolean,
): readonly FrameItem[] {
  const isOwner = role === "owner";
  const home = homeOf(role, isStaffMode);
  return [
    { ...pathItem("dashboard"), id: home, href: home },
    pathItem("patients"),
    pathItem("consults", isOwner ? "Consultations" : undefined),
    ...(can(listAppointments) ? [pathItem("calendar")] : []),
    ...(can(dayCount) ? [pathItem("payments")] : []),
    ...(can(analytics) ? [pathItem("reports")] : []),
    ...(isOwner ? [pathItem("archived")] : []),
  ];
}

/** At the foot of that sidebar, for all members: staff read the settings, the owner changes them. */
export const shellFootItems: readonly FrameItem[] = [pathItem("settings")];

/** The pages of a user's own account. */
export const accountItems: readonly NavItem[] = [
  { id: "security", label: "Account security", icon: <Lock />, href: "/security" },
  { id: "password", label: "Change password", icon: <KeyRound />, href: "/change-password" },
];

/** What every user may open, wherever they are. */
export const everywhereItems: readonly NavItem[] = [
  ...accountItems,
  { id: "privacy", label: "Privacy", icon: <ShieldCheck />, href: "/privacy" },
];

/** The title of a page with its own URL, and whether the header shows it beside the page's own heading. */
export function titleAt(path: ScreenPath): { title: string; isInHeader: boolean } {
  if (path === "/security") return { title: "Account Security", isInHeader: false };
  const page = Object.values<Page>(pages).find((each) => each.path === path) ?? pages.dashboard;
  const { title, heading = title, pathHeading = heading, isTitledInHeader = false }: Page = page;
  return { title: pathHeading, isInHeader: isTitledInHeader };
}
