import type { App } from "#server/kit.ts";
import { serve } from "#server/serve.ts";
import { clinicSettings, saveClinicSettings } from "../contract.ts";
import { readClinicSettings, updateClinicSettings } from "./queries.ts";

export const clinicRoutes = (app: App): void => {
  serve(app, clinicSettings, (_, { clinic, now }) => readClinicSettings(clinic, now));
  serve(app, saveClinicSettings, ({ body }, { clinic, now }) => updateClinicSettings(clinic, body, now));
};
