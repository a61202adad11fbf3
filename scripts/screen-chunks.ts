/** Modules by the end of their path. */
const oneOf = (...ends: string[]) => new RegExp(`(${ends.join("|").replace(/[.?]/g, "\\$&")})$`);

const formIcons = ["calendar-days", "eye-off", "hash", "mail"].map((name) => `/icons/${name}.mjs`);
const icons = [
  "chart-column",
  "check",
  "chevron-down",
  "circle-alert",
  "circle-check",
  "circle-exclamation-point",
  "eye",
  "id-card",
  "info",
  "phone",
  "pill",
  "stethoscope",
  "triangle-alert",
  "triangle-exclamation-point",
  "x",
].map((name) => `/icons/${name}.mjs`);

const workIcons = ["chevron-left", "chevron-right", "ellipsis", "lock", "pencil", "printer", "trash"].map(
  (name) => `/icons/${name}.mjs`,
);

/**
 * Chunks of modules that load together, each with its dependencies that no earlier chunk contains. By default the bundler
 * makes a file of every module that two screens share: eighty requests for a list of patients. Dialogs stay separate
 * files.
 */
export const screenChunks = [
  {
    // What the landing page, the sign-in pages and the application all load.
    name: "base",
    priority: 8,
    test: (id: string) =>
      /\/node_modules\/(react|react-dom|scheduler)\/|preload-helper|rolldown\/runtime/.test(id) ||
      oneOf(
        "/accounts/contract.ts?calls",
        "/shared/formats/money.ts",
        "/shared/permissions.ts",
        "/web/data/api.ts",
        "/web/data/failure-toast.ts",
        "/app/web/pages/landing/sign-out-of-landing.ts",
        "/app/web/pages/shell/Brand.tsx",
        "/app/web/pages/shell/OfflineBar.tsx",
        "/app/web/pages/shell/SuspensionOverlay.tsx",
        "/app/web/pages/shell/use-replace-prerendered.ts",
        "/web/home-of-role.ts",
        "/web/offline/clear-cache.ts",
        "/web/lazy-part.ts",
        "/web/storage-keys.ts",
        "/web/support-contact.ts",
        "/web/ui/Button.tsx",
        "/web/ui/inputs/Checkbox.tsx",
        "/web/ui/inputs/Field.tsx",
        "/web/ui/IconButton.tsx",
        "/web/ui/feedback/NoteBox.tsx",
        "/web/ui/inputs/TextInput.tsx",
        "/web/ui/overlays/notify.ts",
        "/web/ui/overlays/Toaster.tsx",
        ...icons,
      ).test(id),
  },
  {
    // Of the forms, and of a record that rewrites doses without one.
    name: "printable",
    priority: 8,
    test: oneOf("/shared/formats/printable.ts"),
  },
  {
    // What the landing page and the sign-in pages load in addition; the application's forms need zod from it.
    name: "forms",
    priority: 7,
    test: (id: string) =>
      id.includes("/node_modules/zod/") ||
      oneOf(
        "/accounts/web/SignInForm.tsx",
        "/app/web/pages/sign-in/SamplePrescription.tsx",
        "/web/ui/inputs/TextArea.tsx",
        ...formIcons,
      ).test(id),
  },
  {
    // Router, data layer and frame: every page behind the sign-in. And the small modules that a list shares with a record or
    // with an owner's day, which would otherwise load each other's chunk.
    name: "work",
    priority: 6,
    test: oneOf(
      "/app/web/start-app.tsx",
      "/app/web/pages/shell/Frame.tsx",
      "/clinics/contract.ts?calls",
      "/patients/web/list/PatientMarks.tsx",
      "/web/clinical/AccessRestricted.tsx",
      "/shared/clinical/age.ts",
      "/web/clinical/AdmissionBadge.tsx",
      "/web/clinical/MissedFollowUp.tsx",
      "/web/printing/save-file.ts",
      "/web/ui/lists/LoadMore.tsx",
      "/web/ui/feedback/Progress.tsx",
      "/web/first-screen.ts",
      "/web/ui/hold-focus.ts",
      "/shared/formats/phone.ts",
      "/web/hooks/use-address-search.ts",
      "/web/hooks/use-now.ts",
      "/web/hooks/use-preload-at-rest.ts",
      "/web/hooks/use-today.ts",
      "/web/hooks/use-typed-search.ts",
      "/app/web/pages/shell/PageTitle.tsx",
      "/web/QueryList.tsx",
      "/web/ui/frame/Section.tsx",
      "/web/ui/frame/Segment.tsx",
      "/web/ui/inputs/Select.tsx",
      "/web/ui/lists/ScrollBox.tsx",
      "/web/ui/lists/use-parts.tsx",
      ...workIcons,
    ),
  },
  {
    // What the newest patients of a dashboard, reports and dialogs that choose a patient share with the list.
    name: "table",
    priority: 5,
    test: oneOf(
      "/patients/web/list/PatientRows.tsx",
      "/patients/web/list/ListFailed.tsx",
      "/web/printing/ExportButton.tsx",
      "/web/ui/ChipButton.tsx",
      "/web/ui/inputs/SearchInput.tsx",
    ),
  },
  {
    // What the day's count shares with a record.
    name: "bills",
    priority: 5,
    test: oneOf("/billing/web/BillState.tsx", "/billing/web/print-acknowledgement.ts"),
  },
  {
    // What the day's queue, the calendar and the payments share with the record.
    name: "visits",
    priority: 4,
    test: oneOf(
      "/icons/file-text.mjs",
      "/icons/star.mjs",
      "/clinical-lists/summary-contract.ts?calls",
      "/places/contract.ts?calls",
      "/shared/clinical/visit-states.ts",
      "/visits/contract.ts?calls",
      "/web/clinical/use-complete-consultation.ts",
      "/web/data/use-progressive-parts.ts",
      "/web/hooks/use-active-places.ts",
      "/web/ui/frame/WhenInSight.tsx",
      "/web/printing/use-pdf.ts",
    ),
  },
  { name: "figures", priority: 5, test: oneOf("/web/ui/Figures.tsx") },
  // What a record does with a patient, without the list's rows.
  {
    name: "archiving",
    priority: 4,
    test: oneOf("/merges/contract.ts?calls", "/patients/web/record/use-patient-actions.ts"),
  },
  { name: "patients", priority: 4, test: oneOf("/app/web/pages/PatientsBoard.tsx") },
  {
    // What the owner's and the staff's day start with, in addition to the queue.
    name: "day",
    priority: 3,
    test: oneOf("/visits/web/NotInQueue.tsx", "/tasks/web/TaskWidget.tsx"),
  },
  {
    name: "dashboard",
    priority: 2,
    test: oneOf("/app/web/pages/day/Dashboard.tsx"),
  },
  {
    // What the calendar and the payments share with the record, in addition.
    name: "bookings",
    priority: 3,
    test: oneOf(
      "/icons/calendar-plus.mjs",
      "/pregnancies/contract.ts?calls",
      "/reminders/contract.ts?calls",
      "/shared/billing/bill-sums.ts",
      "/shared/billing/loa.ts",
      "/shared/billing/payment-methods.ts",
    ),
  },
  {
    // Opening hours and what is free in them.
    name: "calendar",
    priority: 3,
    test: oneOf(
      "/appointments/web/calendar-days.ts",
      "/shared/calendar/closed-days.ts",
      "/shared/calendar/hours.ts",
    ),
  },
  { name: "queue", priority: 3, test: oneOf("/pages/day/ConsultsBoard.tsx", "/visits/web/VisitRow.tsx") },
  {
    // The base of all dialogs; half of the code of tabs is shared with it.
    name: "dialogs",
    priority: 3,
    test: oneOf("/web/ui/overlays/ConfirmDialog.tsx", "/web/ui/frame/Tabs.tsx"),
  },
  {
    // The tab with which a record opens.
    name: "timeline",
    priority: 1,
    test: oneOf("/app/web/pages/record/tabs/VisitsTab.tsx", "/timeline/web/VisitTimeline.tsx"),
  },
  {
    // One patient's record.
    name: "record",
    priority: 2,
    test: oneOf(
      "/app/web/pages/record/record-head.ts",
      "/app/web/pages/record/RecordPage.tsx",
      "/app/web/pages/record/PrescribingDialog.tsx",
      "/icons/ban.mjs",
      "/web/clinical/ConfidentialBadge.tsx",
      // The palette and the list of shortcuts need its calls, and no sheets.
      "/prescriptions/contract.ts?calls",
      // Also read by the strip at the head of other dialogs.
      "/shared/clinical/vital-signs.ts?calls",
    ),
  },
];
