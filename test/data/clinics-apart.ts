import { inject } from "vitest";
import type { TestApp } from "../app.ts";
import { aClinic, type TestClinic } from "./factories.ts";

/** A clinic that on a cluster lies on another worker than this one; on a database by itself just another clinic. */
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
