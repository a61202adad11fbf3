import { inject } from "vitest";
import type { TestApp } from "../app.ts";
import { aClinic, type TestClinic } from "./factories.ts";

/** A clinic that is on another worker of a cluster than this one; without a cluster just another clinic. */
export async function aClinicApart(
  test: TestApp,
  from: TestClinic,
  options: Parameters<typeof aClinic>[1] = {},
): Promise<TestClinic> {
  for (;;) {
    const clinic = await aClinic(test, options);
    if (inject("machines").length === 1 || (await workerOf(test, clinic)) !== (await workerOf(test, from)))
      return clinic;
  }
}

async function workerOf(test: TestApp, { id }: TestClinic): Promise<string> {
  const [place] = await test.sql<{ worker: string }>(
    `select nodename || ':' || nodeport as worker from citus_shards
     where shardid = get_shard_id_for_distribution_column('patients', $1::bigint)`,
    [id],
  );
  return place?.worker ?? "";
}
