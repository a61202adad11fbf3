import type { Figure } from "#figures/figure.ts";
import { axe } from "./axe.ts";
import { brand } from "./brand.ts";
import type { TestEnvironment } from "./ground.ts";
import { effort, keyboard } from "./hands.ts";
import { houseInOrder } from "./house-in-order.ts";
import { interaction } from "./interaction.ts";
import { lighthouse } from "./lighthouse.ts";
import { offline } from "./offline.ts";
import { print } from "./print.ts";
import { size } from "./size.ts";

/** By name, in the order of the table. */
export const families: Record<string, (environment: TestEnvironment) => Promise<Figure[]>> = {
  size,
  lighthouse,
  interaction,
  axe,
  brand,
  keyboard,
  effort,
  offline,
  print: async (environment) => [...(await print(environment)), ...houseInOrder()],
};
