import {
  addCalendarFeed,
  addDayOff,
  bookAppointment,
  calendarFeeds,
  changeAppointment,
  deleteDayOff,
  freeTimes,
  lastDayFrom,
  listAppointments,
  listDaysOff as listDaysOffCall,
  listRecalls as listRecallsCall,
  noteRecall,
  patientAppointments,
  readCalendarFeed,
  revokeCalendarFeed,
} from "#features/appointments/contract.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { listBetween, listOfPatient } from "./appointment-rows.ts";
import { insertAppointment, updateAppointment } from "./book.ts";
import { calendarFile, feedLinks } from "./calendar-feed.ts";
import { insertDayOff, listDaysOff, removeDayOff } from "./days-off.ts";
import { listFreeTimes } from "./free-times.ts";
import { insertRecall, listRecalls } from "./recalls.ts";

export const appointmentRoutes = (app: App): void => {
  serve(app, listAppointments, ({ query }, { clinic, now }) => {
    const { from = manilaDay(now), to = lastDayFrom(from), placeId } = query;
    return listBetween(clinic, { from, to, placeId });
  });
  serve(app, patientAppointments, ({ params }, { clinic }) => listOfPatient(clinic, params.id));
  serve(app, freeTimes, ({ query }, { clinic, now }) => listFreeTimes(clinic, query, now));
  serve(app, bookAppointment, ({ body }, { clinic, now }) => insertAppointment(clinic, body, now));
  serve(app, changeAppointment, ({ params, body }, { clinic, now }) =>
    updateAppointment(clinic, params.id, body, now),
  );
  serve(app, listDaysOffCall, ({ query }, { clinic, now }) =>
    listDaysOff(clinic, query.from ?? manilaDay(now)),
  );
  serve(app, addDayOff, ({ body }, { clinic, now }) => insertDayOff(clinic, body, now));
  serve(app, deleteDayOff, ({ params }, { clinic }) => removeDayOff(clinic, params.id));
  serve(app, listRecallsCall, (_, { clinic, now }) => listRecalls(clinic, now));
  serve(app, noteRecall, ({ body }, { clinic, now }) => insertRecall(clinic, body, now));
  serve(app, readCalendarFeed, ({ params }, { kit, now }) =>
    calendarFile(kit.databases, params.feedToken, now),
  );
  serve(app, calendarFeeds, (_, { clinic }) => feedLinks.list(clinic));
  serve(app, addCalendarFeed, ({ body }, { clinic, now }) => feedLinks.insert(clinic, body, now));
  serve(app, revokeCalendarFeed, ({ params }, { clinic }) => feedLinks.remove(clinic, params.id));
};
