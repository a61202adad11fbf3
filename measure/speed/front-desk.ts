import { listVisits } from "#features/visits/contract.ts";
import { type Figure, info } from "#test/harness/figure.ts";
import { frontDeskCalls, newest, recorded } from "./calls.ts";
import { compare, ratioFigures, requireSameAnswers, withPair } from "./compare.ts";
import { type Bench, onPlatform } from "./environment.ts";
import { unchangedAgainst } from "./unchanged.ts";

/** Requests of the front desk of a busy clinic. */
const named = {
  board: "today's board, 200 visits",
  calendar: "the calendar, a week of 120 appointments",
  count: "the day's count of 200 payments",
};

export const frontDesk = (bench: Bench): Promise<Figure[]> =>
  onPlatform(bench, async (environment) => {
    const calls = await recorded(environment, async (recorder) => ({
      newest: await newest(environment, recorder),
      ...(await frontDeskCalls(environment, recorder)),
    }));
    return withPair(environment, calls, async (pair) => {
      await requireSameAnswers(pair);
      const figures: Figure[] = [];
      for (const [name, what] of Object.entries(named))
        figures.push(...ratioFigures(what, await compare(pair, name, false), { goal: 0.7 }));
      const { times, speeds } = await unchangedAgainst(pair, listVisits, "newest");
      return [...figures, info(`unchanged board (304), times the newest 25 (${speeds})`, times.toFixed(2))];
    });
  });
