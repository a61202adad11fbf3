/** Modules by the end of their path. */
const oneOf = (...ends: string[]) => new RegExp(`(${ends.join("|").replaceAll(".", "\\.")})$`);

const icons = [
  "calendar-days",
  "chart-column",
  "check",
  "chevron-down",
  "circle-alert",
  "circle-check",
  "circle-exclamation-point",
  "eye",
  "eye-off",
  "hash",
  "id-card",
  "info",
  "mail",
  "phone",
  "pill",
  "stethoscope",
  "triangle-alert",
  "triangle-exclamation-point",
  "x",
].map((name) => `/icons/${name}.mjs`);

/**
 * What is fetched together, each with all it stands on that no earlier one holds. Left alone, the bundler makes a file
 * of every part that two screens share: eighty requests for a list of patients. Dialogs stay files of their own.
 */
export const screenChunks = [
  {
    // What the landing page, the sign-in pages and the application all load.
    name: "base",
    priority: 3,
    test: (id: string) =>
      /\/node_modules\/(react|react-dom|scheduler|zod)\/|preload-helper/.test(id) ||
      oneOf(
        "/accounts/web/SignInForm.tsx",
        "/web/pages/Brand.tsx",
        "/web/pages/OfflineBar.tsx",
        "/web/pages/SamplePrescription.tsx",
        "/web/pages/SuspensionOverlay.tsx",
        "/web/pages/use-take-over.ts",
        "/web/home-of-role.ts",
        "/web/offline/forget-kept.ts",
        "/web/lazy-part.ts",
        "/web/storage-keys.ts",
        "/web/support-contact.ts",
        "/web/ui/IconButton.tsx",
        "/web/ui/TextArea.tsx",
        "/web/ui/Toaster.tsx",
        ...icons,
      ).test(id),
  },
  {
    // Router, data layer and frame: every page behind the sign-in.
    name: "work",
    priority: 2,
    test: oneOf("/web/start-app.tsx", "/web/pages/Frame.tsx", "/web/pages/Workspace.tsx"),
  },
  {
    name: "patients",
    priority: 1,
    test: oneOf("/patients/web/PatientsScreen.tsx", "/patients/web/PatientTable.tsx"),
  },
];
