import type { Page } from "playwright";
import { owner, secretary } from "#scripts/seed-demo.ts";
import { recordAddress, recordTabs } from "#shared/record-address.ts";
import { type Account, systemAdmin } from "./environment.ts";

export type Screen = {
  name: string;
  path: string;
  account: Account | null;
  /** What is pressed after it has opened. */
  act?: (page: Page) => Promise<unknown>;
};

/** Waits until the page is idle: content is shown, no request is running, no skeleton is visible. */
export async function settle(page: Page): Promise<void> {
  await page.locator("h1, h2, [role=dialog]").locator("visible=true").first().waitFor();
  await page.waitForLoadState("networkidle");
  await page.locator(".skeleton").first().waitFor({ state: "detached" });
}

const of = (account: Account | null, named: Record<string, string>): Screen[] =>
  Object.entries(named).map(([name, path]) => ({ name, path, account }));

/** Every address of the product, with a role that uses it. */
export const routes: readonly Screen[] = [
  ...of(null, {
    landing: "/",
    "sign-in": "/dashboard",
    "token login": "/token-login",
    "admin login": "/admin-login",
    "staff login": "/staff-login",
    privacy: "/privacy",
    "simplified, signed out": "/simplified",
    "unknown address": "/no-such-page",
    "API page": "/api/docs",
  }),
  ...of(owner, {
    dashboard: "/dashboard",
    patients: "/patients",
    "patients, found": "/patients?q=maria",
    today: "/consults",
    reports: "/reports",
    archive: "/archive",
    settings: "/settings",
    admissions: "/admissions",
    "merge patients": "/merge",
    tasks: "/tasks",
    "shared with me": "/shared",
    staff: "/staff",
    "my practice": "/my-practice",
    "staff access": "/staff-access",
    "change password": "/change-password",
    simplified: "/simplified",
  }),
  ...of(secretary, {
    "staff dashboard": "/staff-dashboard",
    "patients, for the secretary": "/patients",
    "settings, for the secretary": "/settings",
    "no right to reports": "/reports",
  }),
  ...of(systemAdmin, {
    "console: overview": "/admin",
    "console: clinics": "/admin/clinics",
    "console: users": "/admin/users",
    "console: reports": "/admin/reports",
  }),
];

const press =
  (name: string | RegExp, role: "button" | "tab" = "button") =>
  async (page: Page) => {
    await page.getByRole(role, { name }).locator("visible=true").first().click();
  };

/** Every dialog of a clinic, filled from that patient's record, and everything that opens within the record. */
export function dialogs(id: number): Screen[] {
  const ofPatient = [
    "edit",
    "vitals",
    "certificate",
    "laboratory-request",
    "imaging-request",
    "consultation",
    "checklist",
    "history",
    "prescription",
    "refer",
    "merge",
  ];
  const others = ["add", "add-steps", "choose", "choose-prescription", "task"];
  const screens: Omit<Screen, "account">[] = [
    ...ofPatient.map((open) => ({ name: `dialog ${open}`, path: `/patients?open=${open}&patient=${id}` })),
    ...others.map((open) => ({ name: `dialog ${open}`, path: `/patients?open=${open}` })),
    ...recordTabs.map((tab) => ({ name: `record, ${tab}`, path: recordAddress(id, tab) })),
    { name: "all readings", path: recordAddress(id, "details"), act: press("All Readings") },
    { name: "results to enter", path: recordAddress(id, "results"), act: press("Enter Results") },
    { name: "favourites", path: `/patients?open=prescription&patient=${id}`, act: press("Favorites") },
    { name: "notifications", path: "/dashboard", act: press(/^Notifications/) },
    {
      name: "form with errors",
      path: "/patients?open=add",
      act: press("Save Patient"),
    },
    {
      name: "consultation with errors",
      path: `/patients?open=consultation&patient=${id}`,
      act: press("Next Step"),
    },
    { name: "the patient's menu", path: "/patients", act: press(/^Actions for/) },
    ...["Import", "Export", "Integrations"].map((tab) => ({
      name: `settings, ${tab}`,
      path: "/settings",
      act: press(tab, "tab"),
    })),
  ];
  return screens.map((screen) => ({ ...screen, account: owner }));
}
