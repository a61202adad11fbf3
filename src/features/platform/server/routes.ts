import {
  clinicStandingChanges,
  consoleLog,
  handleMessage,
  platformClinics,
  platformMessages,
  platformStats,
  platformUsers,
  RELEASED_FOR,
  releaseClinic,
  setClinicStatus,
  setClinicSubscription,
  setClinicVerified,
} from "#features/platform/contract.ts";
import { sendPage } from "#server/http/paging.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { notFound } from "#shared/errors.ts";
import {
  changeStatus,
  changeSubscription,
  changeVerified,
  countClinics,
  countMessages,
  countUsers,
  listClinics,
  listConsoleLog,
  listMessages,
  listStandingChanges,
  listUsers,
  markMessage,
  readStats,
} from "./queries.ts";

export const platformRoutes = (app: App): void => {
  const { databases } = app.kit;
  serve(app, platformStats, (_, { now }) => readStats(databases, now));

  serve(app, platformClinics, async ({ query }, { now, reply }) => {
    const rows = await listClinics(databases, query, now);
    if (query.limit === undefined) return rows;
    const total = query.cursor === undefined ? await countClinics(databases, query, now) : undefined;
    return sendPage(reply, rows, query.limit, ({ createdAt, id }) => [createdAt, id], total);
  });
  serve(app, platformUsers, async ({ query }, { reply }) => {
    const rows = await listUsers(databases, query);
    if (query.limit === undefined) return rows;
    const total = query.cursor === undefined ? await countUsers(databases, query) : undefined;
    return sendPage(reply, rows, query.limit, ({ id }) => [id], total);
  });

  serve(app, setClinicStatus, async ({ params, body }, { now, session, request }) => {
    const by = { adminId: session.userId, now };
    const standing = await changeStatus(databases, params.id, body.isActive, by);
    request.log.info({ changedClinicId: params.id, isActive: body.isActive }, "clinic status changed");
    return standing;
  });
  serve(app, setClinicSubscription, async ({ params, body }, { now, session, request }) => {
    const by = { adminId: session.userId, now };
    const standing = await changeSubscription(databases, params.id, body.subscriptionStatus, by);
    request.log.info({ changedClinicId: params.id, ...body }, "clinic subscription changed");
    return standing;
  });

  serve(app, setClinicVerified, async ({ params, body }, { now, session, request }) => {
    const clinic = await changeVerified(databases, params.id, body.isVerified, {
      adminId: session.userId,
      now,
    });
    request.log.info({ changedClinicId: params.id, ...body }, "clinic verification changed");
    return clinic;
  });

  serve(app, releaseClinic, async ({ params, body }, { now, session, request }) => {
    const until = new Date(now.getTime() + RELEASED_FOR * 24 * 3_600_000);
    const change = { clinic: params.id, reason: body.reason, admin: session.userId, at: now, until };
    if (!(await databases.functions.value("releaseClinic", change))) throw notFound("Clinic");
    request.log.info({ changedClinicId: params.id }, "clinic data released");
    return { id: params.id, until: until.toISOString() };
  });

  serve(app, clinicStandingChanges, async ({ params, query }, { reply }) => {
    const rows = await listStandingChanges(databases, params.id, query);
    return query.limit === undefined ? rows : sendPage(reply, rows, query.limit, ({ id }) => [id]);
  });

  serve(app, consoleLog, async ({ query }, { reply }) => {
    const { rows, limit } = await listConsoleLog(databases, query);
    return sendPage(reply, rows, limit, ({ id }) => [id]);
  });

  serve(app, platformMessages, async ({ query }, { reply }) => {
    const rows = await listMessages(databases, query);
    if (query.limit === undefined) return rows;
    const total = query.cursor === undefined ? await countMessages(databases, query) : undefined;
    return sendPage(reply, rows, query.limit, ({ createdAt, id }) => [createdAt, id], total);
  });
  serve(app, handleMessage, ({ params, body }, { now, session }) =>
    markMessage(databases, params.id, body.isHandled, { adminId: session.userId, now }),
  );
};
