import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { addApiKey, apiKeys, revokeApiKey } from "../contract.ts";
import { endApiKey, listApiKeys, makeApiKey } from "./api-keys.ts";

export const apiKeyRoutes = (app: App): void => {
  serve(app, apiKeys, (_, { clinic, now }) => listApiKeys(clinic, now));
  serve(app, addApiKey, ({ body }, { clinic, now }) => makeApiKey(clinic, body, now));
  serve(app, revokeApiKey, ({ params }, { clinic, now }) => endApiKey(clinic, params.id, now));
};
