import type { App } from "#server/kit.ts";
import { serve } from "#server/serve.ts";
import { dashboardFigures } from "../contract.ts";
import { readDashboardFigures } from "./dashboard.ts";

export const reportRoutes = (app: App): void => {
  serve(app, dashboardFigures, (_, { clinic, now }) => readDashboardFigures(clinic, now));
};
