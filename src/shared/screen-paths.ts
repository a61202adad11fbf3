/** The addresses of the product's own pages; any other gets the page titled Page Not Found, with status 404. */
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
  "/reports",
  "/archive",
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
] as const;

export type ScreenPath = (typeof screenPaths)[number];
