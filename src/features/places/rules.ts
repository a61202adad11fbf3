import type { Place } from "./contract.ts";

type Known = Pick<Place, "id" | "isActive"> & { kind?: string | undefined };

const isPlace = ({ kind = "place" }: Known): boolean => kind === "place";

/** A clinic needs at least one place where it sees patients; it may have no room or machine. */
export const mayDeactivate = ({ id }: Pick<Place, "id">, places: readonly Known[]): boolean =>
  places.some((other) => other.id !== id && other.isActive && isPlace(other)) ||
  places.some((each) => each.id === id && !isPlace(each));
