import {
  addExamples,
  addQuickText,
  changeQuickText,
  quickTexts,
  removeQuickText,
} from "#features/quick-texts/contract.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import {
  copyExamples,
  deleteQuickText,
  insertQuickText,
  listQuickTexts,
  updateQuickText,
} from "./quick-texts.ts";

export const quickTextRoutes = (app: App): void => {
  serve(app, quickTexts, (_, { clinic }) => listQuickTexts(clinic));
  serve(app, addQuickText, ({ body }, { clinic, session, now }) =>
    insertQuickText(clinic, body, { user: session, now }),
  );
  serve(app, changeQuickText, ({ params, body }, { clinic, session, now }) =>
    updateQuickText(clinic, params.id, body, { user: session, now }),
  );
  serve(app, removeQuickText, ({ params }, { clinic, session }) =>
    deleteQuickText(clinic, params.id, session),
  );
  serve(app, addExamples, (_, { clinic, now }) => copyExamples(clinic, now));
};
