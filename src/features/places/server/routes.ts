import * as contract from "#features/places/contract.ts";
import { refuseAuthorityName } from "#server/authority-name.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { insertPlace, listPlaces, updateHours, updatePlace } from "./places.ts";

export const placeRoutes = (app: App): void => {
  serve(app, contract.listPlaces, (_, { clinic }) => listPlaces(clinic));
  serve(app, contract.addPlace, ({ body }, { clinic, now }) => {
    // A reminder names the place beside the clinic.
    refuseAuthorityName("name", body.name);
    return insertPlace(clinic, body, now);
  });
  serve(app, contract.changePlace, ({ params, body }, { clinic, now }) => {
    if (body.name !== undefined) refuseAuthorityName("name", body.name);
    return updatePlace(clinic, params.id, body, now);
  });
  serve(app, contract.setPlaceHours, ({ params, body }, { clinic, now }) =>
    updateHours(clinic, params.id, body, now),
  );
};
