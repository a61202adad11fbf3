import type { Figure } from "#measure/report/figure.ts";
import { growth } from "./growth.ts";
import { isolation } from "./isolation.ts";
import { memory } from "./memory.ts";
import { polling } from "./polling.ts";
import { reads } from "./reads.ts";
import { screens } from "./screens.ts";
import { signIn } from "./sign-in.ts";
import { slowestSearch } from "./slowest-search.ts";
import { start } from "./start.ts";
import type { Bench } from "./environment.ts";

/** By name, in the order of the table. */
export const families: Record<string, (bench: Bench) => Promise<Figure[]>> = {
  reads,
  "slowest-search": slowestSearch,
  screens,
  isolation,
  "sign-in": signIn,
  growth,
  polling,
  memory,
  start,
};
