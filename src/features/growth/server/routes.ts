import { growthChartPdf, growthCurve, patientGrowth } from "#features/growth/contract.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { readCurve, readGrowth } from "./patient-growth.ts";
import { printGrowth } from "./print-growth.ts";

export const growthRoutes = (app: App): void => {
  serve(app, patientGrowth, ({ params, query }, { clinic, now }) =>
    readGrowth(clinic, params.id, { at: query.at, now }),
  );
  serve(app, growthChartPdf, ({ params }, { clinic, kit, now }) =>
    printGrowth(clinic, params.id, { papers: kit.papers, now }),
  );
  serve(app, growthCurve, async ({ query: { indicator, sex, from, to } }) =>
    readCurve(indicator, sex, { from: Number(from), to: Number(to) }),
  );
};
