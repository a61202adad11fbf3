import {
  noteReminderConsent,
  patientReminders,
  receiveText,
  stopReminders,
} from "#features/reminders/contract.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { channelsOf } from "#server/reminders/reminder-channels.ts";
import { noteConsent, readReminders } from "./reminders.ts";
import { stopByLink, stopByText } from "./stop.ts";

export const reminderRoutes = (app: App): void => {
  serve(app, patientReminders, ({ params }, { clinic, kit }) =>
    readReminders(clinic, params.id, channelsOf(kit)),
  );
  serve(app, noteReminderConsent, ({ params, body }, { clinic, now }) =>
    noteConsent(clinic, params.id, body, now),
  );
  serve(app, stopReminders, ({ body }, { kit, now }) => stopByLink(kit, body.token, now));
  serve(app, receiveText, ({ params, body }, { kit, now }) =>
    stopByText(kit, { secret: params.secret, ...body }, now),
  );
};
