import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withClient } from "#server/database/with-client.ts";
import { HttpClient } from "#test/harness/http-client.ts";
import type { Request } from "#test/request-for.ts";
import {
  create,
  createOnce,
  frontDeskCalls,
  newest,
  onePatientOf,
  papersOf,
  recorded,
  screenCalls,
  search,
  unchangedPolls,
} from "./calls.ts";
import { compare, type Pair, requireSameAnswers, withPair } from "./compare.ts";
import { openSpeedEnvironment, type SpeedEnvironment } from "./environment.ts";

/** A short run of `npm run bench`: checks that it works, not how fast anything is. */
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

test("the floor answers the product's own bytes, and both are measured alternately", async () => {
  const calls = await recorded(environment, async (recorder) => ({
    newest: await newest(environment, recorder),
    search: await search(environment, recorder),
    one: await onePatientOf(environment, recorder, 5),
    create: await create(environment, recorder),
    createOnce: await createOnce(environment, recorder),
    ...(await screenCalls(environment, recorder)),
    ...(await frontDeskCalls(environment, recorder)),
  }));
  await withPair(environment, calls, async (pair) => {
    await requireSameAnswers(pair);
    for (const name of ["newest", "createOnce"]) {
      const { ratios, drivers } = await compare(pair, name, name === "newest");
      expect(ratios[0], name).toBeGreaterThan(0);
      if (name === "newest") expect(drivers[0]).toBeGreaterThan(0);
    }
    await withoutFloor(pair);
  });
}, 60_000);

/** Papers and polls have no floor. */
async function withoutFloor({ product: { origin } }: Pair): Promise<void> {
  const client = new HttpClient(new URL(origin));
  const statuses = async (requests: Request[]) => {
    const answers = await Promise.all(requests.map((request) => client.send(request)));
    return [...new Set(answers.map(({ statusCode }) => statusCode))];
  };
  expect(await statuses((await papersOf(environment)).slice(0, 2))).toEqual([200]);
  expect(await statuses(await unchangedPolls(environment, origin))).toEqual([304]);
  client.close();
}

test("what a measurement added is removed afterwards", async () => {
  const { databaseUrl, tidy } = environment.platform;
  await withClient(databaseUrl, async (client) => {
    const count = async () => (await client.query("select count(*)::integer as patients from patients")).rows;
    expect(await count()).not.toEqual([{ patients: 300 }]);
    await tidy();
    expect(await count()).toEqual([{ patients: 300 }]);
  });
});
