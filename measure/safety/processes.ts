import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { EnvironmentSource } from "#test/harness/environment.ts";
import { atLeast, type Figure, none, verdict } from "#test/harness/figure.ts";
import { healthEveryMs, onPair, type Pair } from "#test/harness/pair.ts";
import {
  proveCalls,
  proveClaims,
  proveEdits,
  proveNumbers,
  provePayments,
  proveRepeats,
} from "#test/safety/races.ts";
import { inTurn } from "../report/groups.ts";
import { timeoutMs, type UnderLoad, underLoad } from "./under-load.ts";

/** Requests per second to the two together. */
const usual = 200;

/** Several processes of Klinika on one database; test/several-processes.test.ts tests what they share. */
export const processes = (source: EnvironmentSource): Promise<Figure[]> =>
  inTurn(
    () => onPair(source, proveTogether),
    () => onPair(source, proveRestarts),
    () => onPair(source, proveUpgrade),
    () => onPair(source, proveDeath),
  );

/** The family `races` against two processes alternately, with a fifth of the rounds. */
async function proveTogether(pair: Pair): Promise<Figure[]> {
  const fifth = { ...pair, many: (whole: number) => pair.many(whole / 5) };
  const figures = [
    ...(await proveClaims(fifth)),
    await proveNumbers(fifth),
    ...(await proveCalls(fifth)),
    await proveEdits(fifth),
    ...(await proveRepeats(fifth)),
    ...(await provePayments(fifth)),
  ];
  const [one = 0, other = 0] = pair.answered;
  return [
    ...figures,
    verdict(
      "answers that each of the two gave to all of these",
      `${one.toLocaleString("en")}, ${other.toLocaleString("en")}`,
      "half each",
      Math.abs(one - other) <= 0.02 * (one + other) + 2,
    ),
  ];
}

export const loadFigures = (what: string, load: UnderLoad, perSecond = usual): Figure[] => [
  none(`requests that failed while ${what} (${load.times})`, load.asked, linesOf(load.failed)),
  none("of them, acknowledged changes not stored exactly once", load.saved, load.notOnce),
  atLeast(`requests per second meanwhile, of ${perSecond} planned`, load.rate, 0.9 * perSecond, "", 0),
];

const linesOf = (failed: UnderLoad["failed"]) => failed.map(({ at, how }) => `${Math.round(at)} ms: ${how}`);

/** Restarts each of the two processes while the other serves. */
export async function proveRestarts(pair: Pair, perSecond = usual, of = [0, 1]): Promise<Figure[]> {
  const rounds = pair.many(5);
  const load = await underLoad(pair, perSecond, async () => {
    for (let round = 0; round < rounds; round += 1)
      for (const which of of) {
        await pair.restart(which);
        // Waits until the balancer uses it again; otherwise the other would stop while this one is unused.
        await wait(2 * healthEveryMs);
      }
  });
  const what = `${of.length} of two processes were restarted in turn, ${rounds * of.length} restarts`;
  return loadFigures(what, load, perSecond);
}

/** An additive migration on tables in use. */
export const expandingMigration = `
alter table patients add column proof_text text not null default '';
alter table tasks add column proof_day date;
alter table tasks add constraint proof_title check (length(title) < 10000) not valid;
create index proof_index on tasks (clinic_id, proof_day);
`;

/** This Klinika with one more migration, in another folder. */
async function nextRelease(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "klinika-next-"));
  await mkdir(join(folder, ".cache"));
  for (const part of ["src", "migrations", "package.json"])
    await cp(part, join(folder, part), { recursive: true });
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "migrations", "9999_proof.sql"), expandingMigration);
  return folder;
}

/** A rolling upgrade: both releases serve the new schema. */
async function proveUpgrade(pair: Pair): Promise<Figure[]> {
  const folder = await nextRelease();
  try {
    return await upgradeOneByOne(pair, folder, usual);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** To a release that has the migration above. */
export async function upgradeOneByOne(pair: Pair, release: string, perSecond: number): Promise<Figure[]> {
  const load = await underLoad(pair, perSecond, async () => {
    await wait(1000);
    await pair.restart(0, "SIGTERM", release);
    // Old and new run side by side.
    await wait(2000);
    await pair.restart(1, "SIGTERM", release);
    await wait(1000);
  });
  const [row] = await pair.stage.sql("select 1 from migrations where name = '9999_proof.sql'");
  const [what, figure] = ["the migration of that release", row ? "ran" : "did not run"];
  return [
    ...loadFigures("a release with a migration took over, one after the other", load, perSecond),
    { what, figure, goal: "ran", passes: row !== undefined },
  ];
}

/** Kills one of the two: what it was working on is lost, and the next requests go to the other. */
async function proveDeath(pair: Pair): Promise<Figure[]> {
  const deaths: number[] = [];
  const load = await underLoad(pair, usual, async () => {
    for (let round = 0; round < pair.many(5); round += 1) {
      await wait(1000);
      deaths.push(performance.now());
      await pair.restart(round % 2, "SIGKILL");
    }
    await wait(1000);
  });
  const isOfDeath = (asked: number) =>
    deaths.some((death) => asked > death - timeoutMs && asked <= death + healthEveryMs);
  const late = load.failed.filter(({ at }) => !isOfDeath(load.began + at));
  const before = load.failed.length - late.length;
  const what = `requests that failed later than ${healthEveryMs} ms after kill -9 of one of two processes, ${deaths.length} times (before, with what it worked on: ${before})`;
  return [
    none(what, load.asked, linesOf(late)),
    none("of them, acknowledged changes not stored exactly once", load.saved, load.notOnce),
  ];
}
