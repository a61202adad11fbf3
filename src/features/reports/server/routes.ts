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
    async ({ query }, { clinic, now, reply, auditDetails }) => {
      const { file, rowCount } = await exportAdmissions(clinic, admissionSelection(query), manilaDay(now));
      reply.header("x-row-count", String(rowCount));
      auditDetails({ report: "admissions", rows: rowCount, filters: filtersOf(query) });
      return file;
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
    ({ query }, { clinic, now }) => readAnalytics(clinic, query.period ?? "all", now),
    report,
  );
  serve(
    app,
    contract.exportAnalytics,
    async ({ query }, { clinic, now, reply, auditDetails }) => {
      const { file, rowCount } = exportAnalytics(await readAnalytics(clinic, query.period ?? "all", now));
      reply.header("x-row-count", String(rowCount));
      auditDetails({ report: "analytics", rows: rowCount, period: query.period ?? "all" });
      return file;
    },
    report,
  );

  serve(
    app,
    contract.diagnosisFigures,
    ({ query }, { clinic, now }) => readDiagnosisFigures(clinic, query.period ?? "all", now, MOST_SHOWN),
    report,
  );
  serve(
    app,
    contract.exportDiagnoses,
    async ({ query: { period = "all" } }, { clinic, now, reply, auditDetails }) => {
      const figures = await readDiagnosisFigures(clinic, period, now, MOST_EXPORTED);
      const { file, rowCount } = exportDiagnosisFigures(figures);
      reply.header("x-row-count", String(rowCount));
      auditDetails({ report: "diagnoses", rows: rowCount, period });
      return file;
    },
    report,
  );
};
