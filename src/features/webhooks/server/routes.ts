import { requireRecentPassword } from "#server/http/admit.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import {
  addWebhook,
  changeWebhook,
  removeWebhook,
  testWebhook,
  webhookDeliveries,
  webhooks,
} from "../contract.ts";
import {
  deleteWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  queueTest,
  updateWebhook,
} from "./webhooks.ts";

export const webhookRoutes = (app: App): void => {
  serve(app, webhooks, (_, { clinic }) => listWebhooks(clinic));
  serve(app, addWebhook, ({ body }, { clinic, kit, now }) => insertWebhook(clinic, body, kit.settings, now));
  serve(app, changeWebhook, ({ params, body }, { clinic, kit, now, session }) => {
    if (body.url !== undefined) requireRecentPassword(kit, session);
    return updateWebhook(clinic, params.id, body, kit.settings, now);
  });
  serve(app, removeWebhook, ({ params }, { clinic }) => deleteWebhook(clinic, params.id));
  serve(app, webhookDeliveries, ({ params }, { clinic }) => listDeliveries(clinic, params.id));
  serve(app, testWebhook, ({ params }, { clinic, now }) => queueTest(clinic, params.id, now));
};
