import type { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withClient } from "#server/database/with-client.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { rebalance } from "./rebalance.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startOwnApp();
});
afterAll(() => test.close());

const [one, two] = ["one", "two"].map((host) => ({ host, port: 5432 }));

/**
 * Answers the queries that only a coordinator can, and passes others on. Two moves are planned; the second fails. Real
 * moves are tested on a cluster: test/cluster/move-shards.test.ts.
 */
function asCoordinator(client: Client): Client {
  let moves = 0;
  const answers: [part: string, answer: () => object[]][] = [
    ["extname = 'citus'", () => [{}]],
    ["citus_is_coordinator", () => [{ leads: true }]],
    ["pg_dist_node where", () => [{ workers: 2, is_superuser: true }]],
    ["current_setting('citus.", () => [{ interval: "-1" }]],
    ["pg_dist_cleanup", () => []],
    ["get_rebalance_table_shards_plan", () => [{ move: { shard: "102008", from: one, to: two } }]],
    [
      "citus_move_shard_placement",
      () => {
        moves += 1;
        if (moves > 1) throw new Error("worker two is gone");
        return [];
      },
    ],
  ];
  const query = async (text: string, values?: unknown[]) => {
    const answer = answers.find(([part]) => text.includes(part))?.[1]();
    return answer ? { rows: answer, rowCount: answer.length } : client.query(text, values);
  };
  return { query } as unknown as Client;
}

it("prints each finished move, and logs the operation also when a later move fails", async () => {
  const lines: string[] = [];
  const run = withClient(test.databaseUrl, (client) =>
    rebalance.run(
      {
        client: asCoordinator(client),
        settings: test.app.kit.settings,
        now: new Date(),
        log: (line) => lines.push(line),
      },
      [],
      test.databaseUrl,
    ),
  );
  await expect(run).rejects.toThrow("worker two is gone");
  expect(lines).toEqual(["Shard 102008 and its colocated shards moved from one:5432 to two:5432."]);
  const logged = await test.sql<{ details: object }>(
    "select details from platform_operations where command = 'rebalance'",
  );
  expect(logged).toEqual([{ details: { moves: 1, failed: true } }]);
});
