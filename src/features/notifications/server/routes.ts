import {
  dismissNotification,
  notifications,
  readAllNotifications,
  readNotification,
} from "#features/notifications/contract.ts";
import { nameVersion } from "#server/http/answer-version.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import {
  deleteNotification,
  listNotifications,
  markAllRead,
  markRead,
  versionOfNotifications,
} from "./queries.ts";

export const notificationRoutes = (app: App): void => {
  serve(
    app,
    notifications,
    async (_, { clinic, reply }) => {
      if (!clinic) return [];
      const { notifications: list, version } = await listNotifications(clinic);
      nameVersion(reply, version);
      return list;
    },
    { version: async (_, { clinic }) => (clinic ? versionOfNotifications(clinic) : "") },
  );
  serve(app, readNotification, ({ params }, { clinic, now }) => markRead(clinic, params.id, now));
  serve(app, readAllNotifications, ({ body }, { clinic, now }) => markAllRead(clinic, body?.upTo, now));
  serve(app, dismissNotification, ({ params }, { clinic }) => deleteNotification(clinic, params.id));
};
