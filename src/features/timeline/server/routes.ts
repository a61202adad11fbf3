import { visitTimeline } from "#features/timeline/contract.ts";
import { toCursor } from "#server/http/cursor.ts";
import { readFitting } from "#server/http/paging.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { can } from "#shared/permissions.ts";
import { readTimeline } from "./read-timeline.ts";

/** Days of a page. */
const USUAL = 10;

export const timelineRoutes = (app: App): void => {
  serve(app, visitTimeline, async ({ params, query }, { clinic, session, now, reply }) => {
    const { limit = USUAL, cursor } = query;
    const { read } = await readFitting(limit, (most) =>
      readTimeline(clinic, params.id, {
        limit: most,
        cursor,
        now,
        mayRead: ({ access }) => can(session, access),
      }),
    );
    const last = read.days.at(-1);
    if (read.page.more && last !== undefined) reply.header("x-next-cursor", toCursor([last]));
    if (cursor === undefined) reply.header("x-total-count", String(read.total));
    return read.page;
  });
};
