import type { FastifyReply } from "fastify";
import {
  clinicStandingChanges,
  consoleLog,
  handleMessage,
  type PlatformClinic,
  type PlatformMessage,
  platformClinics,
  platformMessages,
  platformStats,
  platformUsers,
  RELEASED_FOR,
  releaseClinic,
  type StandingChange,
  setClinicStatus,
  setClinicSubscription,
  setClinicVerified,
} from "#features/platform/contract.ts";
import { deviceInWords } from "#server/auth/device-in-words.ts";
import type { Session } from "#server/auth/session.ts";
import type { FunctionRow } from "#server/database/database-functions.ts";
import { fromCursor } from "#server/http/cursor.ts";
import { sendPage } from "#server/http/paging.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { trialEndFrom } from "#shared/subscription.ts";

type PageQuery = { limit?: number | undefined; cursor?: string | undefined };

const afterTimeAndId = ({ cursor }: PageQuery) => {
  const [before = null, beforeId = null] =
    cursor === undefined ? [] : fromCursor(cursor, ["string", "number"]);
  return { before, beforeId };
};
const idOf = ({ cursor }: PageQuery) => (cursor === undefined ? null : fromCursor(cursor, ["number"])[0]);

/** A whole list, or a page of it; the total comes with the first page. */
async function sendList<Row>(
  reply: FastifyReply,
  { limit, cursor }: PageQuery,
  list: {
    /** With a limit of one row more than the page: whether there is another one. */
    read: (limit: number | null) => Promise<Row[]>;
    count?: () => Promise<number>;
    keysOf: (row: Row) => (string | number)[];
  },
): Promise<Row[]> {
  const rows = await list.read(limit === undefined ? null : limit + 1);
  if (limit === undefined) return rows;
  return sendPage(reply, rows, limit, list.keysOf, cursor === undefined ? await list.count?.() : undefined);
}

const byId = ({ id }: { id: number }) => [id];
const byTime = ({ createdAt, id }: { createdAt: string; id: number }) => [createdAt, id];

/** The arguments of a function by which an administrator changes a clinic. */
const changeOf = (clinic: number, { session, now }: { session: Session; now: Date }) => ({
  clinic,
  admin: session.userId,
  at: now,
});

function found<Clinic>(clinic: Clinic | undefined): Clinic {
  if (clinic === undefined) throw notFound("Clinic");
  return clinic;
}

function asClinic({
  ownerFirstName,
  ownerLastName,
  ownerEmail,
  ownerLicenseNumber,
  ...clinic
}: FunctionRow<"platformClinics">): PlatformClinic {
  if (ownerEmail === null) return { ...clinic, owner: null };
  const names = { firstName: ownerFirstName ?? "", lastName: ownerLastName ?? "" };
  return { ...clinic, owner: { ...names, email: ownerEmail, licenseNumber: ownerLicenseNumber } };
}

export const platformRoutes = (app: App): void => {
  const { functions, reports } = app.kit.databases;
  serve(app, platformStats, async (_, { now }) => {
    // A report, which may be some seconds old.
    const stats = await reports.functions.row("platformStats", { at: now });
    if (!stats) throw new Error("No figures came.");
    return stats;
  });
  serve(app, platformClinics, ({ query }, { now, reply }) => {
    const filter = { search: query.search ?? null, status: query.status ?? null, at: now };
    return sendList(reply, query, {
      read: async (limit) => {
        const place = afterTimeAndId(query);
        return (await functions.rows("platformClinics", { ...filter, ...place, limit })).map(asClinic);
      },
      count: () => functions.value("countPlatformClinics", filter),
      keysOf: byTime,
    });
  });
  serve(app, platformUsers, ({ query }, { reply }) => {
    const filter = { search: query.search ?? null };
    return sendList(reply, query, {
      read: (limit) => functions.rows("platformUsers", { ...filter, beforeId: idOf(query), limit }),
      count: () => functions.value("countPlatformUsers", filter),
      keysOf: byId,
    });
  });

  serve(app, setClinicStatus, async ({ params, body }, context) => {
    const change = { ...changeOf(params.id, context), ...body };
    const standing = found(await functions.row("setClinicActive", change));
    context.request.log.info({ changedClinicId: params.id, ...body }, "clinic status changed");
    return standing;
  });
  serve(app, setClinicSubscription, async ({ params, body }, context) => {
    const standing = found(
      await functions.row("setClinicSubscription", {
        ...changeOf(params.id, context),
        status: body.subscriptionStatus,
        trialEnds: trialEndFrom(context.now),
      }),
    );
    context.request.log.info({ changedClinicId: params.id, ...body }, "clinic subscription changed");
    return standing;
  });
  serve(app, setClinicVerified, async ({ params, body }, context) => {
    const change = { ...changeOf(params.id, context), ...body };
    const clinic = found(await functions.row("setClinicVerified", change));
    context.request.log.info({ changedClinicId: params.id, ...body }, "clinic verification changed");
    return clinic;
  });
  serve(app, releaseClinic, async ({ params, body }, context) => {
    const until = new Date(context.now.getTime() + RELEASED_FOR * 24 * 3_600_000);
    const change = { ...changeOf(params.id, context), ...body, until };
    if (!(await functions.value("releaseClinic", change))) throw notFound("Clinic");
    context.request.log.info({ changedClinicId: params.id }, "clinic data released");
    return { id: params.id, until: until.toISOString() };
  });
  // An unknown clinic has no changes.
  serve(app, clinicStandingChanges, ({ params, query }, { reply }) =>
    sendList(reply, query, {
      read: async (limit) => {
        const args = { clinic: params.id, beforeId: idOf(query), limit };
        return (await functions.rows("platformStandingChanges", args)) as StandingChange[];
      },
      keysOf: byId,
    }),
  );
  serve(app, consoleLog, async ({ query }, { reply }) => {
    // There is no unpaged list.
    const { limit = 20 } = query;
    const before = idOf(query) ?? Number.MAX_SAFE_INTEGER;
    const rows = await functions.rows("readConsoleLog", { before, limit: limit + 1 });
    const entries = rows.map(({ userAgent, ...row }) => ({ ...row, device: deviceInWords(userAgent) }));
    return sendPage(reply, entries, limit, byId);
  });

  serve(app, platformMessages, ({ query }, { reply }) => {
    const filter = { isHandled: query.handled === "true" };
    return sendList(reply, query, {
      read: async (limit) => {
        const args = { ...filter, ...afterTimeAndId(query), limit };
        return (await functions.rows("platformMessages", args)) as PlatformMessage[];
      },
      count: () => functions.value("countPlatformMessages", filter),
      keysOf: byTime,
    });
  });
  serve(app, handleMessage, async ({ params: { id }, body: { isHandled } }, { now, session }) => {
    const message = await functions.row("handleMessage", { id, isHandled, admin: session.userId, at: now });
    if (!message?.isKnown) throw notFound("Message");
    if (!message.isDone) throw new Failure("taken", "This clinic has already sent a newer upgrade request.");
    return { id, isHandled };
  });
};
