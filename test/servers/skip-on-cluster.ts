import { inject, test } from "vitest";

const isCluster = inject("machines").length > 1;

/** `test` for what needs a single PostgreSQL, such as a plan. Skipped on a cluster, with the reason in the name. */
export function skipOnCluster(why: string) {
  const run = test.skipIf(isCluster);
  if (!isCluster) return run;
  type Rest = [work: () => Promise<void>];
  const named = (name: string) => `${name} (not on a cluster: ${why})`;
  const each = (cases: never[]) => {
    const runEach = run.each(cases);
    return (name: string, ...rest: Rest) => runEach(named(name), ...rest);
  };
  const once = (name: string, ...rest: Rest) => run(named(name), ...rest);
  return Object.assign(once, { each }) as unknown as typeof run;
}

/** The reason for tests that read a plan. */
export const noPlans = "EXPLAIN shows no plans of the workers";

/** The reason for tests of backups. */
export const noBackups = "a cluster is not backed up";
