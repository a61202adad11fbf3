import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  create,
  createOnce,
  newest,
  onePatientOf,
  papersOf,
  recorded,
  screenCalls,
  search,
  unchangedPolls,
} from "#measure/speed/calls.ts";
import { compare, type Pair, requireSameAnswers, withPair } from "#measure/speed/compare.ts";
import { openSpeedEnvironment, type SpeedEnvironment } from "#measure/speed/environment.ts";
import { load } from "#measure/speed/load.ts";
import { connected } from "./servers/postgres.ts";

/** A small run of what `npm run bench` measures in full: that it works, not how fast anything is. */
let folder: string;
let environment: SpeedEnvironment;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "klinika-bench-test-"));
  const bench = { size: 300, rounds: 1, seconds: 0.5, connections: 4, folder, log: () => undefined };
  environment = await openSpeedEnvironment(bench);
});
afterAll(async () => {
  await environment.close();
  await rm(folder, { recursive: true, force: true });
});

test("the floor answers the product's own bytes, and both are asked in turn", async () => {
  const calls = await recorded(environment, async (recorder) => ({
    newest: await newest(environment, recorder),
    search: await search(environment, recorder),
    one: await onePatientOf(environment, recorder, 5),
    create: await create(environment, recorder),
    createOnce: await createOnce(environment, recorder),
    ...(await screenCalls(environment, recorder)),
  }));
  await withPair(environment, calls, async (pair) => {
    await requireSameAnswers(pair);
    for (const name of ["newest", "createOnce"]) {
      const { ratios, drivers } = await compare(pair, name, name === "newest");
      expect(ratios[0], name).toBeGreaterThan(0);
      if (name === "newest") expect(drivers[0]).toBeGreaterThan(0);
    }
    await otherLoads(pair);
  });
}, 60_000);

/** Papers and polls have no floor. */
async function otherLoads({ product: { port, origin } }: Pair): Promise<void> {
  const papers = await papersOf(environment);
  const polls = await unchangedPolls(environment, origin);
  const loads = await load(
    [
      { port, connections: 2, requests: papers },
      { port, connections: 2, status: 304, requests: polls },
    ],
    1,
  );
  for (const { answered, p50 } of loads) expect([answered, p50].every((figure) => figure > 0)).toBe(true);
}

test("what a measurement added is taken away after it", async () => {
  const { databaseUrl, tidy } = environment.kept;
  await connected(databaseUrl, async (client) => {
    const count = async () => (await client.query("select count(*)::integer as patients from patients")).rows;
    expect(await count()).not.toEqual([{ patients: 300 }]);
    await tidy();
    expect(await count()).toEqual([{ patients: 300 }]);
  });
});
