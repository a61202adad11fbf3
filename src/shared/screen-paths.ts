/** The addresses of all pages but the records of patients; any other gets Page Not Found with status 404. */
export const screenPaths = [
  "/",
  "/token-login",
  "/admin-login",
  "/staff-login",
  "/dashboard",
  "/simplified",
  "/display",
  "/patients",
  "/consults",
  "/calendar",
  "/tasks",
  "/shared",
  "/admissions",
  "/payments",
  "/reports",
  "/staff",
  "/archive",
  "/merge",
  "/staff-access",
  "/secretary-access",
  "/settings",
  "/clinic-settings",
  "/staff-dashboard",
  "/admin",
  "/admin/clinics",
  "/admin/users",
  "/admin/reports",
  "/privacy",
  "/change-password",
  "/security",
  "/set-up-second-factor",
  "/reset-password",
  "/confirm-email",
  "/stop-reminders",
] as const;

export type ScreenPath = (typeof screenPaths)[number];

/** The tabs of a patient's record, in their order. The first one has the record's own address. */
export const recordTabs = [
  "visits",
  "growth",
  "immunization",
  "pregnancy",
  "medicines",
  "results",
  "files",
  "papers",
  "bills",
  "appointments",
  "family",
  "details",
  "history",
] as const;
export type RecordTab = (typeof recordTabs)[number];

/** The first screens of all records in lists of screens, where they are no addresses. */
export const recordScreens = { visits: "record", other: "record at another tab" } as const;

/** "/patients/12", "/patients/12/results". */
export const recordAddress = (patientId: number, tab: RecordTab = "visits"): string =>
  `/patients/${patientId}${tab === "visits" ? "" : `/${tab}`}`;

/** Whose record an address is, and at which tab; null for any other address. */
export function recordAt(path: string): { patientId: number; tab: RecordTab } | null {
  const [, id, named = "visits"] = /^\/patients\/([1-9]\d{0,14})(?:\/([a-z]+))?\/?$/.exec(path) ?? [];
  const tab = recordTabs.find((known) => known === named);
  return id && tab ? { patientId: Number(id), tab } : null;
}

export const isScreen = (path: string): boolean =>
  (screenPaths as readonly string[]).includes(path) || recordAt(path) !== null;
