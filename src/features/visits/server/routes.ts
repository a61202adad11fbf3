import {
  addVisit,
  addWalkIn,
  callNext as callNextCall,
  changeVisit,
  listVisits as listVisitsCall,
  moveVisit as moveVisitCall,
  unfinishedVisits,
} from "#features/visits/contract.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { insertVisit } from "./add-visit.ts";
import { insertWalkIn } from "./add-walk-in.ts";
import { listUnfinished, listVisits } from "./list-visits.ts";
import { callNext, moveVisit, updateVisit } from "./move-visit.ts";

export const visitRoutes = (app: App): void => {
  serve(app, listVisitsCall, ({ query }, { clinic, now }) => listVisits(clinic, now, query));
  serve(app, unfinishedVisits, (_, { clinic, now }) => listUnfinished(clinic, now));
  serve(app, addVisit, ({ body }, { clinic, now }) => insertVisit(clinic, body, now));
  serve(app, addWalkIn, ({ body }, { clinic, now }) => insertWalkIn(clinic, body, now));
  serve(app, changeVisit, ({ params, body }, { clinic, now }) =>
    clinic.transaction((joined) => updateVisit(joined, params.id, body, now)),
  );
  serve(app, moveVisitCall, ({ params, body }, { clinic, now }) => moveVisit(clinic, params.id, body, now));
  serve(app, callNextCall, ({ body }, { clinic, now }) => callNext(clinic, body, now));
};
