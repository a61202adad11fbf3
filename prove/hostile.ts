import { inTurn } from "#figures/command.ts";
import type { Figure } from "#figures/figure.ts";
import { type House, onGround } from "./ground.ts";
import { proveHostilePapers } from "./hostile-papers.ts";
import { proveLargestInput } from "./largest-input.ts";
import { metricsSecret } from "./memory.ts";
import { provePictureBombs } from "./picture-bombs.ts";
import { proveSlowBodies } from "./slow-bodies.ts";

const watched = { env: { METRICS: metricsSecret } };

/** One clinic's input, however large or odd, does not keep another clinic waiting, nor end the server. */
export const hostile = (house: House): Promise<Figure[]> =>
  inTurn(
    () => onGround(house, proveLargestInput),
    () => onGround(house, proveHostilePapers, watched),
    () => onGround(house, provePictureBombs, watched),
    () => proveSlowBodies(house),
  );
