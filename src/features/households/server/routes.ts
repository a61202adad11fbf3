import {
  changeContacts,
  changeRelation,
  household,
  leaveHousehold,
  linkHousehold,
} from "#features/households/contract.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { saveContacts } from "./contacts.ts";
import { joinHousehold, quitHousehold, saveRelation } from "./members.ts";
import { readHousehold } from "./read-household.ts";

export const householdRoutes = (app: App): void => {
  serve(app, household, ({ params }, { clinic, now }) => readHousehold(clinic, params.id, manilaDay(now)));
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
