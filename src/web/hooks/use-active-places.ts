import { listPlaces, type Place } from "#features/places/contract.ts";
import { noLongerUsed } from "#shared/calendar/no-longer-used.ts";
import { useCall } from "#web/data/calls.ts";

/** The places where the clinic sees patients now; none while they load. */
export const useActivePlaces = (): Place[] =>
  (useCall(listPlaces, {}).data ?? []).filter(({ isActive }) => isActive);

/** For a Select. */
export const placeOptions = (places: readonly Place[]) =>
  places.map((place) => ({ value: String(place.id), label: noLongerUsed(place) ?? place.name }));
