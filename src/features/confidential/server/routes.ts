import {
  entriesOfOtherDoctors,
  markConfidential,
  openConfidentialEntry,
} from "#features/confidential/contract.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { setConfidential } from "./mark-confidential.ts";
import { listEntriesOfOthers, openEntry } from "./open-entry.ts";

export const confidentialRoutes = (app: App): void => {
  serve(app, markConfidential, ({ params, body }, { clinic, session }) =>
    setConfidential(clinic, params.id, body, session.role),
  );
  serve(app, entriesOfOtherDoctors, ({ params }, { clinic }) => listEntriesOfOthers(clinic, params.id));
  serve(app, openConfidentialEntry, ({ params, body }, { clinic, session, now }) =>
    openEntry(clinic, params.id, {
      reason: body.reason,
      openedBy: `${session.firstName} ${session.lastName}`,
      now,
    }),
  );
};
