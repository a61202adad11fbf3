import {
  changeContacts,
  changeRelation,
  household,
  leaveHousehold,
  linkHousehold,
} from "#features/households/contract.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { saveContacts } from "./contacts.ts";
import { joinHousehold, quitHousehold, saveRelation } from "./members.ts";
import { readHousehold } from "./read-household.ts";

export const householdRoutes = (app: App): void => {
  serve(app, household, ({ params }, { clinic }) => readHousehold(clinic, params.id));
  serve(app, changeContacts, ({ params, body }, { clinic, now }) =>
    saveContacts(clinic, params.id, body, now),
  );
  serve(app, linkHousehold, ({ params, body }, { clinic, now }) =>
    joinHousehold(clinic, params.id, body, now),
  );
  serve(app, changeRelation, ({ params, body }, { clinic, now }) =>
    saveRelation(clinic, params.id, body.relation, now),
  );
  serve(app, leaveHousehold, ({ params }, { clinic, now }) => quitHousehold(clinic, params.id, now));
};
