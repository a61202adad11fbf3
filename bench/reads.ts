import type { Figure } from "#figures/figure.ts";
import { compare, figuresOf, withPair } from "./beside-floor.ts";
import { create, newest, onePatientOf, search } from "./calls.ts";
import { type Bench, openGround } from "./ground.ts";
import { Recorder } from "./recorder.ts";
import { requireSameAnswers } from "./same-answers.ts";

/** What a clinic asks for all day, beside the floor. */
export async function reads(bench: Bench): Promise<Figure[]> {
  const ground = await openGround(bench);
  try {
    const recorder = new Recorder(ground.kept.databaseUrl);
    const calls = {
      newest: await newest(ground, recorder),
      search: await search(ground, recorder),
      one: await onePatientOf(ground, recorder),
      create: await create(ground, recorder),
    };
    await recorder.close();
    return await withPair(ground, calls, async (pair) => {
      await requireSameAnswers(pair);
      return [
        ...figuresOf("newest 25", await compare(pair, "newest"), { goal: 0.7, peer: 0.147, tail: 4 }),
        ...figuresOf("search, eight terms", await compare(pair, "search"), { goal: 0.8, peer: 0.22 }),
        ...figuresOf("one patient", await compare(pair, "one"), { goal: 0.55, peer: 0.19, tail: 4 }),
        ...figuresOf("create with history", await compare(pair, "create", false), {
          goal: 0.6,
          peer: 0.19,
          tail: 4,
        }),
      ];
    });
  } finally {
    await ground.close();
  }
}
