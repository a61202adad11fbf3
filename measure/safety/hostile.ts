import { inTurn } from "#measure/harness/command.ts";
import type { Figure } from "#measure/report/figure.ts";
import { proveHostilePapers } from "./hostile-papers.ts";
import { proveLargestInput } from "./largest-input.ts";
import { metricsSecret } from "./memory.ts";
import { provePictureBombs } from "./picture-bombs.ts";
import { proveSlowBodies } from "./slow-bodies.ts";
import { type EnvironmentSource, inEnvironment } from "#measure/harness/environment.ts";

const watched = { env: { METRICS: metricsSecret } };

/** One clinic's input, however large or odd, does not keep another clinic waiting, nor end the server. */
export const hostile = (source: EnvironmentSource): Promise<Figure[]> =>
  inTurn(
    () => inEnvironment(source, proveLargestInput),
    () => inEnvironment(source, proveHostilePapers, watched),
    () => inEnvironment(source, provePictureBombs, watched),
    () => proveSlowBodies(source),
  );
