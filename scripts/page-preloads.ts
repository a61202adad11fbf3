import type { Plugin } from "vite";

const everywhere = ["/web/start-app.tsx"];

/** The modules of the first screen of an address, by the end of their path. */
const ofAddress: Record<string, readonly string[]> = {
  "/dashboard": ["/pages/day/Dashboard.tsx", "/web/today/TodaysConsultations.tsx"],
  "/patients": ["/pages/PatientsPage.tsx", "/web/list/PatientsScreen.tsx"],
  // The list is behind the record, and loads after it.
  "/patients?open=details": [
    "/pages/PatientsPage.tsx",
    "/pages/dialogs/ClinicDialogs.tsx",
    "/pages/record/record-parts.ts",
    "/pages/record/record-head.ts",
    "/pages/record/record-sheets.ts",
  ],
  "/archive": ["/pages/PatientsPage.tsx", "/web/list/PatientsScreen.tsx", "/web/list/ArchivedPatients.tsx"],
  "/calendar": ["/pages/CalendarPage.tsx"],
  "/payments": ["/pages/PaymentsPage.tsx"],
  "/consults": [
    "/pages/day/ConsultsPage.tsx",
    "/pages/day/ConsultsBoard.tsx",
    "/web/today/TodaysConsultations.tsx",
  ],
  "/reports": ["/pages/ReportsPage.tsx", "/web/AnalyticsReport.tsx"],
  "/staff-dashboard": [
    "/pages/day/StaffDashboardPage.tsx",
    "/pages/shell/StaffHeader.tsx",
    "/pages/day/ConsultsBoard.tsx",
    "/web/today/TodaysConsultations.tsx",
    "/web/OwnTasks.tsx",
  ],
};

/** What a visitor who is not signed in gets, whatever the address. */
const ofVisitor = "/web/start-sign-in.tsx";

/**
 * Writes the files of the first screen of each address (page-preloads.json). The server puts them first in the page's
 * head for signed-in users, so that they load in parallel instead of one after the other: scripts as preloads, style
 * sheets as such. What takes longest comes first: on HTTP/1.1 a browser fetches six files at once, and the rest wait.
 * "signedIn" is for every other address, "stranger" has the style sheets of the sign-in pages.
 */
export function pagePreloads(): Plugin {
  return {
    name: "klinika-page-preloads",
    apply: "build",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const withImports = (name: string, found = new Set<string>()): Set<string> => {
        const file = bundle[name];
        if (file?.type !== "chunk" || found.has(name)) return found;
        found.add(name);
        for (const sheet of file.viteMetadata?.importedCss ?? []) found.add(sheet);
        for (const next of file.imports) withImports(next, found);
        return found;
      };
      const fileOf = (source: string) => {
        const file = chunks.find(({ facadeModuleId, moduleIds }) =>
          [facadeModuleId, ...moduleIds].some((id) => id?.endsWith(source)),
        );
        if (!file) throw new Error(`The build has no file of ${source}.`);
        return file.fileName;
      };
      // A page is painted when its style sheet is there, whatever its size.
      const sizeOf = (name: string) => {
        const file = bundle[name];
        return file?.type === "chunk" ? file.code.length : Number.POSITIVE_INFINITY;
      };
      const filesOf = (sources: readonly string[]) => {
        const files = sources.flatMap((source) => [...withImports(fileOf(source))]);
        return [...new Set(files)].sort((one, other) => sizeOf(other) - sizeOf(one));
      };
      const lists = Object.entries(ofAddress).map(
        ([address, sources]) => [address, filesOf([...everywhere, ...sources])] as const,
      );
      const stranger = filesOf([ofVisitor]).filter((name) => name.endsWith(".css"));
      const others = { signedIn: filesOf(everywhere), stranger };
      const source = JSON.stringify({ ...Object.fromEntries(lists), ...others });
      this.emitFile({ type: "asset", fileName: "page-preloads.json", source });
    },
  };
}
