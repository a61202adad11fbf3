import { searchDiagnoses } from "#features/diagnoses/contract.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { can } from "#shared/permissions.ts";
import { LoadedList } from "./loaded-list.ts";
import { findDiagnoses } from "./search-diagnoses.ts";

export const diagnosisRoutes = (app: App): void => {
  const loaded = new LoadedList();
  serve(app, searchDiagnoses, ({ query }, { clinic, session }) =>
    findDiagnoses(clinic, query.search ?? "", {
      loaded,
      withFreeText: can(session, { any: ["view_patients"] }),
    }),
  );
};
