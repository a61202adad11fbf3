import { markConfidential } from "#features/confidential/contract.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { setConfidential } from "./mark-confidential.ts";

export const confidentialRoutes = (app: App): void => {
  serve(app, markConfidential, ({ params, body }, { clinic, session }) =>
    setConfidential(clinic, params.id, body, session.role),
  );
};
