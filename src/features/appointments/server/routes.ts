import * as contract from "#features/appointments/contract.ts";
import { listDaysOff } from "#server/days-off.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { listBetween, listOfPatient } from "./appointment-rows.ts";
import { insertAppointment, updateAppointment } from "./book.ts";
import { calendarFile, feedLinks } from "./calendar-feed.ts";
import { insertDayOff, removeDayOff } from "./days-off.ts";
import { listFreeTimes } from "./free-times.ts";
import { insertRecall, listRecalls } from "./recalls.ts";

export const appointmentRoutes = (app: App): void => {
  serve(app, contract.listAppointments, ({ query }, { clinic, now }) => {
    const { from = manilaDay(now), to = contract.lastDayFrom(from), placeId } = query;
    return listBetween(clinic, { from, to, placeId });
  });
  serve(app, contract.patientAppointments, ({ params }, { clinic }) => listOfPatient(clinic, params.id));
  serve(app, contract.freeTimes, ({ query }, { clinic, now }) => listFreeTimes(clinic, query, now));
  serve(app, contract.bookAppointment, ({ body }, { clinic, now }) => insertAppointment(clinic, body, now));
  serve(app, contract.changeAppointment, ({ params, body }, { clinic, now }) =>
    updateAppointment(clinic, params.id, body, now),
  );
  serve(app, contract.listDaysOff, ({ query }, { clinic, now }) =>
    listDaysOff(clinic, query.from ?? manilaDay(now)),
  );
  serve(app, contract.addDayOff, ({ body }, { clinic, now }) => insertDayOff(clinic, body, now));
  serve(app, contract.deleteDayOff, ({ params }, { clinic }) => removeDayOff(clinic, params.id));
  serve(app, contract.listRecalls, (_, { clinic, now }) => listRecalls(clinic, now));
  serve(app, contract.noteRecall, ({ body }, { clinic, now }) => insertRecall(clinic, body, now));
  serve(app, contract.readCalendarFeed, ({ params }, { kit, now }) =>
    calendarFile(kit.databases, params.feedToken, now),
  );
  serve(app, contract.calendarFeeds, (_, { clinic }) => feedLinks.list(clinic));
  serve(app, contract.addCalendarFeed, ({ body }, { clinic, now }) => feedLinks.insert(clinic, body, now));
  serve(app, contract.revokeCalendarFeed, ({ params }, { clinic }) => feedLinks.remove(clinic, params.id));
};
