import { inject, test } from "vitest";

const isCluster = inject("machines").length > 1;

/** `test` for what belongs to one PostgreSQL, such as a plan. On a cluster it is skipped, and its name says why. */
export function onOneMachine(why: string) {
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

/** Why a test that reads a plan is skipped. */
export const tellsNoPlan = "it tells no plan of its workers";

/** Why a test of a backup is. */
export const isNotBackedUp = "no backup is made of one";
