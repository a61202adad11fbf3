import type { Place } from "./contract.ts";

type Known = Pick<Place, "id" | "isActive">;

/** A clinic needs at least one place where it sees patients. */
export const mayDeactivate = ({ id }: Pick<Place, "id">, places: readonly Known[]): boolean =>
  places.some((other) => other.id !== id && other.isActive);
