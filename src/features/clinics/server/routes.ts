import type { App } from "#server/kit.ts";
import { serve } from "#server/serve.ts";
import { clinicSettings } from "../contract.ts";
import { readClinicSettings } from "./queries.ts";

export const clinicRoutes = (app: App): void => {
  serve(app, clinicSettings, (_, { clinic, now }) => readClinicSettings(clinic, now));
};
