import type { Plugin, Rolldown } from "vite";
import { currentUser } from "#features/accounts/contract.ts";
import { listAppointments, listDaysOff, listRecalls } from "#features/appointments/contract.ts";
import { dayCount } from "#features/billing/contract.ts";
import { summary, todaysVitals } from "#features/clinical-lists/summary-contract.ts";
import { clinicSettings, setupSteps } from "#features/clinics/contract.ts";
import { todayOnScreen, todaysConsultations } from "#features/consultations/contract.ts";
import { notifications } from "#features/notifications/contract.ts";
import { archivedPatients, listPatients, onePatient, patientCounts } from "#features/patients/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import { recordHead } from "#features/record-head/contract.ts";
import { waitingReferralCount } from "#features/referrals/contract.ts";
import { analytics, dashboardFigures, diagnosisFigures } from "#features/reports/contract.ts";
import { listTasks } from "#features/tasks/contract.ts";
import { visitTimeline } from "#features/timeline/contract.ts";
import { listVisits, unfinishedVisits } from "#features/visits/contract.ts";
import { type FirstCall, firstCallWord as word } from "#server/http/first-calls.ts";
import type { FirstScreen } from "#server/http/screens.ts";
import { addressOf, type Endpoint, type Sent } from "#shared/endpoint.ts";
import { recordScreens } from "#shared/record-address.ts";

const everywhere = ["/app/web/application.ts"];

const ofRecord = ["/pages/record/RecordPage.tsx", "/pages/record/record-head.ts"];

/** The modules of the first screen of an address, by the end of their path. */
const modulesOf: Record<string, readonly string[]> = {
  "/dashboard": ["/pages/day/Dashboard.tsx", "/pages/day/ConsultsBoard.tsx", "/visits/web/NotInQueue.tsx"],
  "/patients": ["/pages/PatientsPage.tsx", "/pages/PatientsBoard.tsx"],
  [recordScreens.visits]: [
    ...ofRecord,
    "/pages/record/tabs/VisitsTab.tsx",
    "/timeline/web/VisitTimeline.tsx",
  ],
  [recordScreens.other]: ofRecord,
  "/archive": ["/pages/PatientsPage.tsx", "/pages/PatientsBoard.tsx", "/web/list/ArchivedPatients.tsx"],
  "/calendar": ["/pages/CalendarPage.tsx"],
  "/payments": ["/pages/PaymentsPage.tsx"],
  "/consults": ["/pages/day/ConsultsBoard.tsx", "/visits/web/NotInQueue.tsx"],
  "/reports": ["/web/AnalyticsReport.tsx"],
  "/staff-dashboard": [
    "/pages/day/StaffDashboardPage.tsx",
    "/pages/shell/StaffHeader.tsx",
    "/pages/day/ConsultsBoard.tsx",
    "/visits/web/NotInQueue.tsx",
    "/web/OwnTasks.tsx",
  ],
};

const ask = <E extends Endpoint>(endpoint: E, sent?: Sent<E>): FirstCall => ({
  address: addressOf(endpoint, sent ?? {}),
  access: endpoint.access,
});

const ofBoard = [
  ask(listVisits),
  ask(listPlaces),
  ask(unfinishedVisits),
  ask(listAppointments, { query: { from: word.today, to: word.today } }),
  ask(clinicSettings),
  ask(todaysVitals),
  ask(todaysConsultations, todayOnScreen),
];
const ofQueue = [...ofBoard, ask(listRecalls)];
const ofPatient = { params: { id: word.patient } };
const ofHead = [ask(onePatient, ofPatient), ask(summary, ofPatient), ask(recordHead, ofPatient)];
/** Requests of every page, independent of its address. */
const ofEveryPage = [ask(currentUser)];
/** The bell, and the counts in the menu. */
const ofFrame = [
  ask(notifications),
  ask(todaysConsultations, todayOnScreen),
  ask(waitingReferralCount),
  ask(listTasks, { query: { status: "Pending", limit: "5" } }),
];

/**
 * Requests that the first screen of an address sends as soon as it renders. A request that its screen does not make would
 * be useless; e2e/everywhere/first-load.spec.ts compares them.
 */
export const callsOf: Record<string, readonly FirstCall[]> = {
  "/dashboard": [ask(dashboardFigures), ask(setupSteps), ...ofBoard],
  "/patients": [ask(listPatients, { query: { limit: "25" } }), ask(patientCounts)],
  [recordScreens.visits]: [...ofHead, ask(visitTimeline, ofPatient)],
  [recordScreens.other]: ofHead,
  "/archive": [ask(archivedPatients, { query: { limit: "25" } }), ask(patientCounts)],
  "/consults": ofQueue,
  "/staff-dashboard": ofQueue,
  "/calendar": [
    ask(listAppointments, { query: { from: word.beforeWeek, to: word.weekEnd } }),
    ask(listPlaces),
    ask(listDaysOff, { query: { from: word.weekStart } }),
    ask(listRecalls),
  ],
  "/payments": [ask(dayCount, { query: { day: word.today } })],
  "/reports": [
    ask(analytics, { query: { period: "all" } }),
    ask(diagnosisFigures, { query: { period: "all" } }),
  ],
};

const onceEach = (calls: readonly FirstCall[]): FirstCall[] => [
  ...new Map(calls.map((call) => [call.address, call])).values(),
];

const start = "/app/web/main.tsx";
/** For a visitor who is not signed in, at any address. */
const ofVisitor = "/app/web/start-sign-in.tsx";

/**
 * What follows a first screen, most of it at once. It is grouped like one, since it would load another screen's file for
 * each module that it shares with it.
 */
const soon: Record<string, readonly string[]> = {
  session: [
    "/offline/offline-cache.ts",
    "/offline/register-worker.ts",
    "/offline/watch-session-end.ts",
    "/drafts/draft-store.ts",
  ],
  tasks: ["/tasks/web/TaskWidget.tsx", "/tasks/web/TaskRows.tsx"],
  menu: ["/pages/shell/MoreSheet.tsx"],
  adding: ["/patients/web/form/AddPatientDialog.tsx"],
  palette: ["/palette/Palette.tsx"],
};

/** The modules of every first screen, and of what follows. */
export const sourcesOfScreens: Record<string, readonly string[]> = {
  landing: ["/app/web/prerender/landing.tsx"],
  stranger: [start, ofVisitor],
  ...Object.fromEntries(
    Object.entries({ ...modulesOf, ...soon }).map(([name, own]) => [name, [start, ...everywhere, ...own]]),
  ),
};

/** The files with these modules and everything that they import. */
export function filesOf(bundle: Rolldown.OutputBundle, sources: readonly string[]): Set<string> {
  const found = new Set<string>();
  const add = (name: string): void => {
    const file = bundle[name];
    if (file?.type !== "chunk" || found.has(name)) return;
    found.add(name);
    for (const sheet of file.viteMetadata?.importedCss ?? []) found.add(sheet);
    for (const next of file.imports) add(next);
  };
  for (const source of sources) {
    const file = Object.values(bundle).find(
      (one) =>
        one.type === "chunk" && [one.facadeModuleId, ...one.moduleIds].some((id) => id?.endsWith(source)),
    );
    if (!file) throw new Error(`The build has no file of ${source}.`);
    add(file.fileName);
  }
  return found;
}

/**
 * Writes the files that the first screen of each address needs (first-screens.json). The server lists them first in the
 * page's head for signed-in users, so that they load in parallel instead of one after the other: scripts as preloads, and
 * style sheets. The largest come first: on HTTP/1.1 a browser loads six files at once, and the others wait. The calls
 * start meanwhile (public/first-calls.js). "signedIn" is for every other address, "stranger" has the style sheets of the
 * sign-in pages.
 */
export function firstScreens(): Plugin {
  return {
    name: "klinika-first-screens",
    apply: "build",
    generateBundle(_, bundle) {
      // A page is painted when its style sheet has loaded, whatever its size.
      const sizeOf = (name: string) => {
        const file = bundle[name];
        return file?.type === "chunk" ? file.code.length : Number.POSITIVE_INFINITY;
      };
      const largestFirst = (sources: readonly string[]) =>
        [...filesOf(bundle, sources)].sort((one, other) => sizeOf(other) - sizeOf(one));
      const screens = Object.entries(modulesOf).map(([address, sources]): [string, FirstScreen] => [
        address,
        {
          files: largestFirst([...everywhere, ...sources]),
          calls: onceEach([...ofEveryPage, ...(callsOf[address] ?? []), ...ofFrame]),
        },
      ]);
      const source = JSON.stringify({
        ...Object.fromEntries(screens),
        signedIn: { files: largestFirst(everywhere), calls: ofEveryPage },
        stranger: { files: largestFirst([ofVisitor]).filter((name) => name.endsWith(".css")), calls: [] },
      } satisfies Record<string, FirstScreen>);
      this.emitFile({ type: "asset", fileName: "first-screens.json", source });
    },
  };
}
