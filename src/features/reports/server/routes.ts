import { sendExport } from "#server/http/csv-answer.ts";
import { sendPage } from "#server/http/paging.ts";
import { allForPrint } from "#server/http/print-limit.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { can } from "#shared/permissions.ts";
import * as contract from "../contract.ts";
import { readAdmissionFigures } from "./admission-figures.ts";
import {
  admissionKeys,
  admissionSelection,
  countAdmissions,
  everyAdmission,
  listAdmissions,
} from "./admissions.ts";
import { readAnalytics } from "./analytics.ts";
import { readDashboardFigures } from "./dashboard.ts";
import { MOST_EXPORTED, MOST_SHOWN, readDiagnosisFigures } from "./diagnosis-figures.ts";
import { exportAdmissions } from "./export-admissions.ts";
import { exportAnalytics } from "./export-analytics.ts";
import { exportDiagnosisFigures } from "./export-diagnoses.ts";

const DEFAULT_PAGE = 25;

/** The names of the filters, never the search term: it may name people. */
const filtersOf = (query: Record<string, unknown>) =>
  Object.keys(query).filter((name) => query[name] !== undefined);

/** Read from the replica, if there is one; the dashboard is not, since people look at it right after saving. */
const report = { isReport: true } as const;

export const reportRoutes = (app: App): void => {
  serve(app, contract.dashboardFigures, (_, { clinic, session, now }) =>
    readDashboardFigures(clinic, now, { withCollected: can(session, contract.seesCollected) }),
  );

  serve(
    app,
    contract.listAdmissions,
    async ({ query }, { clinic, now, reply }) => {
      const selection = admissionSelection(query);
      const today = manilaDay(now);
      const { limit = DEFAULT_PAGE, cursor } = query;
      const rows = await listAdmissions(clinic, selection, { limit, cursor }, today);
      const total =
        cursor !== undefined
          ? undefined
          : rows.length <= limit
            ? rows.length
            : await countAdmissions(clinic, selection, today);
      return sendPage(reply, rows, limit, admissionKeys(selection), total);
    },
    report,
  );
  serve(app, contract.admissionFigures, (_, { clinic, now }) => readAdmissionFigures(clinic, now), report);
  serve(
    app,
    contract.exportAdmissions,
    async ({ query }, context) => {
      const { clinic, now } = context;
      const exported = await exportAdmissions(clinic, admissionSelection(query), manilaDay(now));
      return sendExport(context, exported, { report: "admissions", filters: filtersOf(query) });
    },
    report,
  );
  serve(
    app,
    contract.printAdmissions,
    async ({ query }, { clinic, now, auditDetails }) => {
      const rows = await allForPrint(everyAdmission(clinic, admissionSelection(query), manilaDay(now)));
      auditDetails({ report: "admissions", rows: rows.length, filters: filtersOf(query) });
      return rows;
    },
    report,
  );

  serve(
    app,
    contract.analytics,
    ({ query: { period = "all" } }, { clinic, now }) => readAnalytics(clinic, period, now),
    report,
  );
  serve(
    app,
    contract.exportAnalytics,
    async ({ query: { period = "all" } }, context) => {
      const exported = exportAnalytics(await readAnalytics(context.clinic, period, context.now));
      return sendExport(context, exported, { report: "analytics", period });
    },
    report,
  );

  serve(
    app,
    contract.diagnosisFigures,
    ({ query: { period = "all", practitionerId } }, { clinic, now }) =>
      readDiagnosisFigures(clinic, { period, practitionerId }, now, MOST_SHOWN),
    report,
  );
  serve(
    app,
    contract.exportDiagnoses,
    async ({ query: { period = "all", practitionerId } }, context) => {
      const of = { period, practitionerId };
      const figures = await readDiagnosisFigures(context.clinic, of, context.now, MOST_EXPORTED);
      return sendExport(context, exportDiagnosisFigures(figures), { report: "diagnoses", period });
    },
    report,
  );
};
