import { afterAll, beforeAll, expect, test } from "vitest";
import { compare, type Pair, withPair } from "#bench/beside-floor.ts";
import { create, createOnce, newest, onePatientOf, search } from "#bench/calls.ts";
import { fill } from "#bench/data/fill.ts";
import { tidyUp } from "#bench/data/kept.ts";
import { platformOf } from "#bench/data/platform.ts";
import { type Ground, groundOn } from "#bench/ground.ts";
import { papersOf } from "#bench/papers.ts";
import { Recorder } from "#bench/recorder.ts";
import { requireSameAnswers } from "#bench/same-answers.ts";
import { screenCalls, unchangedPolls } from "#bench/screen-calls.ts";
import { startTestApp, type TestApp } from "./app.ts";

/** A small run of what `npm run bench` measures in full: that it works, not how fast anything is. */
let app: TestApp;
let ground: Ground;
beforeAll(async () => {
  app = await startTestApp();
  const { databaseUrl } = app;
  const platform = platformOf(300);
  await fill(databaseUrl, platform);
  const kept = { platform, databaseUrl, dataDir: app.dataDir, tidy: () => tidyUp(databaseUrl) };
  const bench = { size: 300, rounds: 1, seconds: 0.1, connections: 4, log: () => undefined };
  ground = await groundOn({ ...kept, stop: async () => undefined }, bench);
});
afterAll(async () => {
  await ground.close();
  await app.close();
});

test("the floor answers the product's own bytes, and both are asked in turn", async () => {
  const recorder = new Recorder(ground.kept.databaseUrl);
  const calls = {
    newest: await newest(ground, recorder),
    search: await search(ground, recorder),
    one: await onePatientOf(ground, recorder, 5),
    create: await create(ground, recorder),
    createOnce: await createOnce(ground, recorder),
    ...(await screenCalls(ground, recorder)),
  };
  await recorder.close();
  await withPair(ground, calls, async (pair) => {
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
async function otherLoads({ product }: Pair): Promise<void> {
  const stream = { port: product.port, connections: 2 };
  const papers = await papersOf(ground);
  const polls = await unchangedPolls(ground, product.port);
  const told = await ground.loader.run(
    [
      { ...stream, status: 200, requests: papers },
      { ...stream, status: 304, requests: polls },
    ],
    0.2,
  );
  for (const { answered, p50 } of told) expect([answered, p50].every((figure) => figure > 0)).toBe(true);
}

test("what a measurement added is taken away after it", async () => {
  const count = () => app.sql("select count(*)::integer as patients from patients");
  expect(await count()).not.toEqual([{ patients: 300 }]);
  await tidyUp(app.databaseUrl);
  expect(await count()).toEqual([{ patients: 300 }]);
});
