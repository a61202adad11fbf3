import {
  addResult,
  changeResult,
  patientResults,
  resultSettings,
  setResultRange,
} from "#features/results/contract.ts";
import { sentVersion } from "#server/http/if-match.ts";
import { readFitting, sendPage } from "#server/http/paging.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { can, mayViewPatients } from "#shared/permissions.ts";
import { askAboutSame } from "./ask-about-same.ts";
import { listResults } from "./result-rows.ts";
import { readResultSettings, setRange } from "./result-settings.ts";
import { insertResult, updateResult } from "./save-result.ts";

export const resultRoutes = (app: App): void => {
  serve(app, patientResults, async ({ params, query }, { clinic, reply }) => {
    if (query.limit === undefined) return listResults(clinic, params.id, query);
    const page = await readFitting(query.limit, (limit) =>
      listResults(clinic, params.id, { ...query, limit }),
    );
    return sendPage(reply, page.read, page.limit, ({ collectedAt, id }) => [collectedAt, id]);
  });
  serve(app, addResult, async ({ params, body }, { clinic, session, now, kit }) => {
    if (can(session, mayViewPatients)) await askAboutSame(kit, clinic, params.id, body);
    return insertResult(clinic, params.id, body, now);
  });
  serve(app, changeResult, ({ params, body }, { clinic, now, request }) =>
    updateResult(clinic, params.id, params.resultId, body, { now, version: sentVersion(request) }),
  );
  serve(app, resultSettings, (_, { clinic }) => readResultSettings(clinic));
  serve(app, setResultRange, ({ body }, { clinic, now }) => setRange(clinic, body.analyte, body, now));
};
