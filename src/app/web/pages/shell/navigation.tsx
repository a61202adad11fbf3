import {
  Archive,
  Banknote,
  BedDouble,
  Building2,
  Calendar,
  ChartColumn,
  GitMerge,
  IdCard,
  Info,
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
import type { CurrentUser } from "#features/accounts/contract.ts";
import { listAppointments } from "#features/appointments/contract.ts";
import { dayCount } from "#features/billing/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { analytics, listAdmissions } from "#features/reports/contract.ts";
import { listTasks } from "#features/tasks/contract.ts";
import { type Access, isDoctor, mayViewPatients, type Role } from "#shared/permissions.ts";
import type { ScreenPath } from "#shared/screen-paths.ts";
import { staffDashboardName } from "#web/home-of-role.ts";
import type { NavItem } from "#web/ui/frame/nav-item.ts";

/** Who a page is for. In staff mode a user has the account's role as well. */
export type Who = Role | "staff-mode";

/** Of the side bar: parted by gaps, then its foot. `more`: only in the phone's More sheet and the palette. */
const groups = ["day", "work", "clinic", "foot", "more"] as const;

type Page = {
  /** Its name in menus; for staff, where the specification has another. */
  title: string;
  /** Below its icon in the phone's bar. */
  short?: string;
  staffTitle?: string;
  /** In the phone's header and the browser's tab, where it has a longer one. */
  heading?: string;
  icon: ReactNode;
  menu?: (typeof groups)[number];
  /** Everyone else is led to their own first page. */
  for: readonly Who[];
  /** In whose menu it is, if not in everyone's. */
  menuFor?: readonly Who[];
  /** What it reads first. Users without that right have no entry in the menu, and are told so on the page. */
  needs?: { access: Access };
  restricted?: string;
  /** The page's own heading differs, so that desks show this one in the header. */
  isTitledInHeader?: boolean;
  /** The entry that is marked as current. */
  within?: string;
  hasNoAdd?: boolean;
};

const doctors = ["owner", "doctor"] as const;
const members = [...doctors, "staff", "secretary"] as const;
const noReports = "You don't have permission to view reports. Ask the clinic owner.";

const settings = {
  title: "Settings",
  heading: "Clinic Settings",
  icon: <Settings />,
  // What staff may set there is the clinic's; a doctor's own settings are My Practice.
  for: ["owner", "staff", "secretary"],
  hasNoAdd: true,
} as const;
const access = { icon: <IdCard />, for: [...doctors, "staff-mode"], within: "/staff" } as const;
const console = {
  for: ["admin"],
  menu: "day",
  heading: "Admin Dashboard",
  isTitledInHeader: true,
} as const;

const record = "/patients/$id/{-$tab}";

/** Every page in the frame by its address, in the order of the menus. */
const pages = {
  "/dashboard": { title: "Dashboard", icon: <LayoutDashboard />, menu: "day", for: doctors },
  "/staff-dashboard": {
    title: "Dashboard",
    icon: <LayoutDashboard />,
    menu: "day",
    for: ["staff", "secretary"],
  },
  "/patients": {
    title: "Patients",
    heading: "Patient Management",
    icon: <Users />,
    menu: "day",
    for: members,
    // Who may only add has the form there.
    needs: { access: { any: ["view_patients", "add_patients"] } },
    isTitledInHeader: true,
  },
  [record]: {
    title: "Patient Details",
    icon: <Users />,
    for: members,
    needs: onePatient,
    within: "/patients",
  },
  "/consults": {
    title: "Consults",
    staffTitle: "Today's Consults",
    heading: "Today's Consultations",
    icon: <Stethoscope />,
    menu: "day",
    for: members,
    needs: { access: mayViewPatients },
  },
  "/calendar": { title: "Calendar", icon: <Calendar />, menu: "day", for: members, needs: listAppointments },
  "/tasks": { title: "Task Management", icon: <ListTodo />, menu: "work", for: members, needs: listTasks },
  "/shared": { title: "Shared with Me", icon: <Share2 />, menu: "work", for: doctors },
  "/admissions": {
    title: "Admissions",
    heading: "Hospital Admissions",
    icon: <BedDouble />,
    menu: "clinic",
    for: members,
    needs: listAdmissions,
    restricted: noReports,
  },
  "/payments": {
    title: "Payments",
    icon: <Banknote />,
    menu: "clinic",
    for: members,
    needs: dayCount,
    restricted: "You don't have permission to take payments.",
  },
  "/reports": {
    title: "Reports",
    heading: "Reports & Analytics",
    icon: <ChartColumn />,
    menu: "clinic",
    for: members,
    needs: analytics,
    restricted: noReports,
    isTitledInHeader: true,
  },
  "/staff": { title: "Staff", icon: <IdCard />, menu: "clinic", for: ["owner"] },
  "/archive": {
    title: "Archive",
    heading: "Patient Archive",
    icon: <Archive />,
    menu: "clinic",
    for: members,
    // Staff have it as a view of Patients.
    menuFor: doctors,
    needs: { access: { any: ["view_patients", "add_patients"] } },
    isTitledInHeader: true,
  },
  "/admin": {
    ...console,
    title: "Admin Dashboard",
    short: "Dashboard",
    icon: <LayoutDashboard />,
  },
  "/admin/clinics": { ...console, title: "Clinics", icon: <Building2 /> },
  "/admin/users": { ...console, title: "Users", icon: <Users /> },
  "/admin/reports": { ...console, title: "Reports", icon: <ChartColumn /> },
  "/settings": { ...settings, menu: "foot" },
  "/clinic-settings": { ...settings, within: "/settings" },
  "/my-practice": {
    title: "My Practice",
    icon: <Stethoscope />,
    menu: "foot",
    for: doctors,
    // An owner's are in the clinic's settings; where several practise, the profile menu leads here.
    menuFor: ["doctor"],
    hasNoAdd: true,
  },
  "/security": {
    title: "Account Security",
    icon: <ShieldCheck />,
    menu: "foot",
    for: [...members, "admin"],
  },
  "/merge": {
    title: "Merge Patients",
    icon: <GitMerge />,
    menu: "more",
    for: ["owner"],
    within: "/patients",
  },
  "/staff-access": { ...access, title: "Staff Access", menu: "more", menuFor: doctors },
  "/secretary-access": { ...access, title: "Secretary Access" },
  "/change-password": {
    title: "Change password",
    icon: <Lock />,
    menu: "more",
    for: [...members, "admin"],
    within: "/security",
  },
} as const satisfies Record<string, Page>;
export type PagePath = keyof typeof pages;
/** Those that are an address as they stand: all but the record. */
export type PlainPath = Extract<PagePath, ScreenPath>;

export const pageAt = (path: PagePath): Page => pages[path];

export const isPage = (path: string): path is PagePath => Object.hasOwn(pages, path);

/** Whether a page of these users is this user's. */
export const isFor = (
  who: readonly Who[],
  { role, isStaffMode }: Pick<CurrentUser, "role" | "isStaffMode">,
) => who.includes(role) || (isStaffMode && who.includes("staff-mode"));

/** Its title in the phone's header and the browser's tab. */
export function headingOf(path: PagePath, role?: Role): string {
  const { title, heading = title } = pageAt(path);
  return (path === "/staff-dashboard" && role && staffDashboardName(role)) || heading;
}

/** An item with a shorter label for the phone's bar. */
export type FrameItem = NavItem & { short: string };

export type Menu = {
  /** Of the side bar, one below the other. */
  groups: readonly (readonly FrameItem[])[];
  foot: readonly FrameItem[];
  more: readonly FrameItem[];
};

/** A user's menu, the same on every page: what the role has, and the rights allow. */
export function menuOf(
  user: Pick<CurrentUser, "role" | "isStaffMode">,
  can: (call: { access: Access }) => boolean,
  counts: Partial<Record<PagePath, number | undefined>> = {},
): Menu {
  const itemsOf = (menu: Page["menu"]) =>
    (Object.keys(pages) as PagePath[]).flatMap((path): FrameItem[] => {
      const page = pageAt(path);
      if (page.menu !== menu || !isFor(page.menuFor ?? page.for, user)) return [];
      if (page.needs && !can(page.needs)) return [];
      const { title, short = title, staffTitle = title, icon } = page;
      const label = isDoctor(user.role) ? title : staffTitle;
      const count = counts[path];
      return [{ id: path, label, short, icon, href: path, ...(count ? { count } : {}) }];
    });
  return {
    groups: [itemsOf("day"), itemsOf("work"), itemsOf("clinic")].filter(({ length }) => length > 0),
    foot: itemsOf("foot"),
    more: [...itemsOf("more"), privacy],
  };
}

const privacy: FrameItem = {
  id: "/privacy",
  label: "Privacy",
  short: "Privacy",
  icon: <Info />,
  href: "/privacy",
};

/** The page that the workspace of earlier versions had as a section of /dashboard. */
export function pathOfSection(section: string | undefined): PlainPath | null {
  const path = `/${section === "archived" ? "archive" : section}`;
  return section !== "dashboard" && isPage(path) && path !== record ? path : null;
}
