import pg from "pg";
import { expect, test, vi } from "vitest";
import { moveShard } from "./move-shards.ts";

const move = { shard: "102008", from: { host: "a", port: 5432 }, to: { host: "b", port: 5432 } };

/** A coordinator whose worker answers an attempt to drop foreign keys with `results`, one after another. */
function coordinator(...results: { success: boolean; result: string }[]) {
  const client = new pg.Client();
  const orphans = { host: "a", port: 5432, tables: ["visits_102008"] };
  let tried = 0;
  vi.spyOn(client, "query").mockImplementation((async (text: string, values: unknown[] = []) => {
    if (text.includes("pg_dist_cleanup")) return { rows: tried < results.length ? [orphans] : [] };
    if (!text.includes("master_run_on_worker")) return { rows: [] };
    const isDrop = String(values[2]).startsWith("do ");
    return { rows: [isDrop ? results[tried++] : { success: true, result: '{"users": ["alter …"]}' }] };
  }) as never);
  return { client, tried: () => tried };
}

const dropped = { success: true, result: "DO" };

test("dropping foreign keys is retried after a lock timeout", async () => {
  const timedOut = { success: false, result: "ERROR:  klinika_lock_timed_out: canceling statement" };
  const { client, tried } = coordinator(timedOut, dropped);
  await moveShard(client, move);
  expect(tried()).toBe(2);
});

test("dropping foreign keys fails at the first error of another kind", async () => {
  const { client, tried } = coordinator({ success: false, result: "ERROR:  must be owner" }, dropped);
  await expect(moveShard(client, move)).rejects.toThrow("a:5432: ERROR:  must be owner");
  expect(tried()).toBe(1);
});
