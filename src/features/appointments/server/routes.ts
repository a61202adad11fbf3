import * as contract from "#features/appointments/contract.ts";
import * as hours from "#features/appointments/hours-contract.ts";
import * as moves from "#features/appointments/moves-contract.ts";
import { listDaysOff } from "#server/days-off.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { listBetween, listOfPatient } from "./appointment-rows.ts";
import { insertAppointment, updateAppointment } from "./book.ts";
import { calendarFile, feedLinks, insertFeed, listFeeds } from "./calendar-feed.ts";
import { insertDayOff, removeDayOff } from "./days-off.ts";
import { insertExtraHours, listDoctorHours, removeExtraHours, updateDoctorHours } from "./doctor-hours.ts";
import { listFreeTimes } from "./free-times.ts";
import { giveToDoctor, listBookedWith } from "./move-to-doctor.ts";
import { insertRecall, listRecalls } from "./recalls.ts";

export const appointmentRoutes = (app: App): void => {
  serve(app, contract.listAppointments, ({ query }, { clinic, now }) => {
    const { from = manilaDay(now), to = contract.lastDayFrom(from), placeId, practitionerId } = query;
    return listBetween(clinic, { from, to, placeId, practitionerId });
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
  serve(app, hours.listDoctorHours, ({ query }, { clinic, now }) =>
    listDoctorHours(clinic, query.from ?? manilaDay(now)),
  );
  serve(app, hours.setDoctorHours, ({ params, body }, { clinic, session, now }) =>
    updateDoctorHours(clinic, params.id, body, { role: session.role, now }),
  );
  serve(app, hours.addExtraHours, ({ params, body }, { clinic, session, now }) =>
    insertExtraHours(clinic, params.id, body, { role: session.role, now }),
  );
  serve(app, hours.removeExtraHours, ({ params }, { clinic, session }) =>
    removeExtraHours(clinic, params, { role: session.role }),
  );
  serve(app, moves.bookedOfDoctor, ({ params, query }, { clinic, now }) =>
    listBookedWith(clinic, params.id, query, now),
  );
  serve(app, moves.moveToDoctor, ({ params, body }, { clinic, now }) =>
    giveToDoctor(clinic, params.id, body, now),
  );
  serve(app, contract.listRecalls, ({ query }, { clinic, now }) => listRecalls(clinic, now, query));
  serve(app, contract.noteRecall, ({ body }, { clinic, now }) => insertRecall(clinic, body, now));
  serve(app, contract.readCalendarFeed, ({ params }, { kit, now }) =>
    calendarFile(kit.databases, params.feedToken, now),
  );
  serve(app, contract.calendarFeeds, (_, { clinic }) => listFeeds(clinic));
  serve(app, contract.addCalendarFeed, ({ body }, { clinic, now }) => insertFeed(clinic, body, now));
  serve(app, contract.revokeCalendarFeed, ({ params }, { clinic }) => feedLinks.remove(clinic, params.id));
};
