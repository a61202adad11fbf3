import type { Figure } from "#figures/figure.ts";
import type { Bench } from "./ground.ts";
import { reads } from "./reads.ts";

/** By name, in the order of the table. */
export const families: Record<string, (bench: Bench) => Promise<Figure[]>> = {
  reads,
};
