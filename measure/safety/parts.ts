import { randomInt } from "node:crypto";
import { inTurn } from "#measure/report/groups.ts";
import {
  type EnvironmentSource,
  inEnvironment,
  type OwnEnvironment,
  openEnvironmentSource,
} from "#test/harness/environment.ts";
import type { Figure } from "#test/harness/figure.ts";

type Part = (source: EnvironmentSource) => Promise<Figure | Figure[]>;

/** A part in an environment of its own. */
export const each =
  (
    part: (environment: OwnEnvironment) => Promise<Figure | Figure[]>,
    options?: Parameters<typeof inEnvironment>[2],
  ): Part =>
  (source) =>
    inEnvironment(source, part, options);

/** Parts that are run in turn. */
export const family =
  (...parts: Part[]) =>
  (source: EnvironmentSource): Promise<Figure[]> =>
    inTurn(...parts.map((part) => () => part(source)));

/** By PROVE_SEED and PROVE_SHARE. */
export async function openSource() {
  const seed = Number(process.env.PROVE_SEED ?? randomInt(2 ** 31));
  console.log(`Seed: ${seed}.`);
  return openEnvironmentSource(seed, Number(process.env.PROVE_SHARE ?? 1));
}
