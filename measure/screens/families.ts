import type { Figure } from "#measure/report/figure.ts";
import { axe } from "./axe.ts";
import { brand } from "./brand.ts";
import { interaction } from "./interaction.ts";
import { effort, keyboard } from "./keyboard-effort.ts";
import { lighthouse } from "./lighthouse.ts";
import { offline } from "./offline.ts";
import { print } from "./print.ts";
import { repoChecks } from "./repo-checks.ts";
import { size } from "./size.ts";
import type { TestEnvironment } from "./environment.ts";

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
  print: async (environment) => [...(await print(environment)), ...repoChecks()],
};
