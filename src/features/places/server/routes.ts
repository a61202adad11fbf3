import {
  addPlace,
  changePlace,
  listPlaces as listPlacesCall,
  setPlaceHours,
} from "#features/places/contract.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { insertPlace, listPlaces, updateHours, updatePlace } from "./places.ts";

export const placeRoutes = (app: App): void => {
  serve(app, listPlacesCall, (_, { clinic }) => listPlaces(clinic));
  serve(app, addPlace, ({ body }, { clinic, now }) => insertPlace(clinic, body, now));
  serve(app, changePlace, ({ params, body }, { clinic, now }) => updatePlace(clinic, params.id, body, now));
  serve(app, setPlaceHours, ({ params, body }, { clinic, now }) => updateHours(clinic, params.id, body, now));
};
