import type { Figure } from "#figures/figure.ts";
import type { House } from "./ground.ts";
import { size } from "./size.ts";

/** By name, in the order of the table. */
export const families: Record<string, (house: House) => Promise<Figure[]>> = {
  size,
};
