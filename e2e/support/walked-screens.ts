import { type RecordTab, recordAddress } from "#shared/record-address.ts";
import type { PlantedClinic } from "#test/safety/planted-clinic.ts";

type Who = "owner" | "staff" | "receiver" | "admin" | "nobody";

/** A button, tab, link or menu item by its name; a key; or what replaces a planted text. */
export type Press = RegExp | { key: string } | { planted: string };

/** A screen or a dialog, and a sequence of presses: each state is read. */
export type WalkedScreen = {
  who: Who;
  address: (clinic: PlantedClinic) => string;
  press?: readonly Press[];
  /** Values for session storage before it is opened. */
  sessionStorage?: (text: string) => Record<string, string>;
};

const at =
  (who: Who) =>
  (address: string, ...press: Press[]): WalkedScreen => ({ who, address: () => address, press });
const over = (dialog: string, ...press: Press[]): WalkedScreen => ({
  who: "owner",
  address: ({ patient }) => `/patients?open=${dialog}&patient=${patient}`,
  press,
});
const record = (tab: RecordTab, ...press: Press[]): WalkedScreen => ({
  who: "owner",
  address: ({ patient }) => recordAddress(patient, tab),
  press,
});
const owner = at("owner");
const staff = at("staff");
const receiver = at("receiver");
const admin = at("admin");
const leave = { key: "Escape" };
const viewFile = /^View (?!More|Details)/;

export const screens: readonly WalkedScreen[] = [
  owner("/dashboard", /^Notifications/, leave, { key: "Control+K" }),
  owner("/patients", /^Print/, /^Table/, /^Delete/, /Cancel/),
  owner("/archive"),
  owner("/consults"),
  owner("/calendar", /^New Appointment/, leave, /^Day/, /^To Call/),
  owner("/payments", /^HMO/),
  owner("/tasks", /^Edit /, leave, /^Delete /),
  owner("/shared"),
  owner("/admissions", /^Print/),
  owner("/reports"),
  owner("/staff", /^Edit /, leave, /^Deactivate/, /Cancel/, /^Account History/),
  owner(
    "/settings",
    /^Branding/,
    /^Staff/,
    /^Billing/,
    /^Subscription/,
    /^Results/,
    /^Papers/,
    /^Custom/,
    /^Edit /,
    leave,
    /^Remove /,
  ),
  owner("/secretary-access"),
  owner("/simplified"),
  owner("/change-password"),
  record("visits", /^View More of/),
  record("medicines", /^View Details of the prescription/),
  record("files", /^Imaging/, /^Other/, /^Prescriptions/),
  record("files", viewFile),
  record("files", /^Imaging/, viewFile),
  record("files", /^Prescriptions/, /^View Details of the prescription/),
  record("papers"),
  record("bills"),
  record("appointments"),
  record("family"),
  record("details", /^All Readings/),
  record("history"),
  over("edit"),
  over("vitals"),
  record("results", /^Enter Results/),
  over("certificate"),
  over("laboratory-request"),
  over("imaging-request"),
  over("appointment"),
  over("labels"),
  over("payment"),
  over("consultation"),
  over("next"),
  over("checklist"),
  over("history", /^View More of/, leave, /^View the full history/),
  over("prescription", /^Repeat/, /^Favourites/),
  ...["POST /api/prescription-favourites name", "PATCH /api/prescription-favourites/:id name"].map(
    (planted) => over("prescription", /^Favourites/, { planted }),
  ),
  over("refer"),
  owner("/patients?open=choose-vitals"),
  staff("/staff-dashboard"),
  staff("/patients"),
  staff("/tasks"),
  receiver("/shared", /^Decline /, /Cancel/),
  receiver("/dashboard", /^Notifications/),
  receiver("/settings"),
  admin("/admin", /Requests/),
  admin("/admin/clinics", /^Status history of/),
  admin("/admin/users"),
  admin("/admin/reports"),
  {
    who: "nobody",
    address: () => "/dashboard",
    sessionStorage: (text) => ({
      suspensionInfo: JSON.stringify({ name: text, subscriptionStatus: text, isActive: true }),
    }),
  },
  {
    who: "owner",
    address: () => "/dashboard",
    sessionStorage: (text) => ({
      staffModeActive: text,
      staffModeUser: JSON.stringify({ email: text, role: text }),
      carriedToast: JSON.stringify({ title: text, description: text }),
    }),
  },
];
