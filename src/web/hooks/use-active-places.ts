import { listPlaces, type Place } from "#features/places/contract.ts";
import { useCall } from "#web/data/calls.ts";

/** The places where the clinic sees patients now; none while they load. */
export const useActivePlaces = (): Place[] =>
  (useCall(listPlaces, {}).data ?? []).filter(({ isActive }) => isActive);

/** For a Select. */
export const placeOptions = (places: readonly Place[]) =>
  places.map(({ id, name }) => ({ value: String(id), label: name }));
