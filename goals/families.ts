import type { Figure } from "#figures/figure.ts";
import { axe } from "./axe.ts";
import { brand } from "./brand.ts";
import type { House } from "./ground.ts";
import { effort, keyboard } from "./hands.ts";
import { size } from "./size.ts";

/** By name, in the order of the table. */
export const families: Record<string, (house: House) => Promise<Figure[]>> = {
  size,
  axe,
  brand,
  keyboard,
  effort,
};
