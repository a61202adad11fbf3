import { atMost, type Figure } from "#measure/report/figure.ts";
import { median } from "#measure/harness/median.ts";
import { lists } from "./calls.ts";
import { compare, medianOf, withPair } from "./compare-to-baseline.ts";
import { Recorder } from "./recorder.ts";
import { spreadOf } from "./rounds.ts";
import { type Bench, openTestEnvironment } from "./environment.ts";

/** One user of the clinic that has a tenth of all patients, for a name that one patient has and for one nobody has. */
const slowTerms = { "rare name": "Quisumbing", "no match": "Xyzzyq" };

export async function slowestSearch(bench: Bench): Promise<Figure[]> {
  const environment = await openTestEnvironment({ ...bench, connections: 1 });
  try {
    const recorder = new Recorder(environment.kept.databaseUrl);
    const calls = {
      "rare name": await lists(recorder, [{ owner: environment.bigOwner, search: slowTerms["rare name"] }]),
      "no match": await lists(recorder, [{ owner: environment.bigOwner, search: slowTerms["no match"] }]),
    };
    await recorder.close();
    const size = environment.bigOwner.patientIds.length.toLocaleString("en");
    return await withPair(environment, calls, async (pair) => {
      const figures: Figure[] = [];
      for (const name of Object.keys(calls)) {
        const { ours, floors } = await compare(pair, name, false);
        const ratios = ours.map((one, round) => one.p50 / (floors[round]?.p50 ?? Number.NaN));
        const times = `p50 ${medianOf(ours, (one) => one.p50).toFixed(1)} ms; ${spreadOf(ratios)}`;
        const what = `slowest search, ${name} among ${size}, times the floor's time (${times})`;
        figures.push(atMost(what, median(ratios), 1.5));
      }
      return figures;
    });
  } finally {
    await environment.close();
  }
}
