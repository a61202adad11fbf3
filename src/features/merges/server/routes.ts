import * as contract from "#features/merges/contract.ts";
import { undoableSince } from "#features/merges/rules.ts";
import { fromCursor, toCursor } from "#server/http/cursor.ts";
import { chargeRecords } from "#server/http/limit-change.ts";
import { sendPage } from "#server/http/paging.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { dismiss } from "./dismiss.ts";
import { findPairs } from "./find-pairs.ts";
import { merge } from "./merge.ts";
import { listUndoable, mergedPatients } from "./merge-rows.ts";
import { preview } from "./preview.ts";
import { proposeMerge } from "./propose.ts";
import { undo } from "./undo.ts";

const PAGE = 25;

export const mergeRoutes = (app: App): void => {
  serve(app, contract.duplicatePairs, async ({ query: { limit = PAGE, cursor } }, { clinic, now, reply }) => {
    const [afterId = null] = cursor === undefined ? [] : fromCursor(cursor, ["number"]);
    const { pairs, lastId } = await findPairs(clinic, { limit, afterId, today: manilaDay(now) });
    if (lastId !== null) reply.header("x-next-cursor", toCursor([lastId]));
    return pairs;
  });
  serve(app, contract.dismissDuplicate, ({ body }, { clinic, now }) => dismiss(clinic, body, now));
  serve(app, contract.proposeMerge, ({ body }, { clinic, now }) => proposeMerge(clinic, body, now));
  serve(
    app,
    contract.previewMerge,
    async ({ params, query }, { clinic, now, auditView }) => {
      const shown = await preview(clinic, params.id, query, now);
      auditView(shown.survivor.id);
      auditView(shown.other.id);
      return shown;
    },
    { auditsManually: true },
  );
  serve(app, contract.mergePatients, async ({ params, body }, { clinic, now, session, kit }) => {
    await chargeRecords(kit, clinic, [params.id, body.otherId]);
    return merge(clinic, params.id, body, { now, ownerUserId: session.ownerUserId });
  });
  serve(app, contract.listMerges, async ({ query: { limit = PAGE, cursor } }, { clinic, now, reply }) => {
    const rows = await listUndoable(clinic, { limit, cursor, since: undoableSince(now) });
    return sendPage(reply, rows, limit, ({ mergedAt, id }) => [mergedAt, id]);
  });
  serve(app, contract.undoMerge, async ({ params }, { clinic, now, session, kit }) => {
    await chargeRecords(kit, clinic, await mergedPatients(clinic, params.id));
    return undo(clinic, params.id, { now, ownerUserId: session.ownerUserId });
  });
};
