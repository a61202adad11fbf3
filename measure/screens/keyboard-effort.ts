import { atMost, every, type Figure } from "#measure/report/figure.ts";
import { effortLimits, type Job } from "../../e2e/effort-limits.ts";
import { type Story, tell } from "./stories.ts";
import type { TestEnvironment } from "./environment.ts";

const flows = [
  "sign in",
  "find patient",
  "add",
  "edit",
  "vitals",
  "consultation wizard",
  "prescription",
  "print",
  "refer",
  "archive and undo",
  "upload",
  "clinic settings",
];

/** Stories tell it: a guard in them fails when a pointer was used. */
export async function keyboard({ chromiumPath }: TestEnvironment): Promise<Figure[]> {
  const stories = await tell(chromiumPath, "e2e/keyboard.spec.ts", "e2e/effort.spec.ts");
  const finished = notes(
    stories.filter(({ passed }) => passed),
    "flow",
  );
  const unfinished = flows.filter((flow) => !finished.includes(flow));
  return [every("main flows without a pointer", flows.length, unfinished)];
}

export async function effort({ chromiumPath }: TestEnvironment): Promise<Figure[]> {
  const counts = notes(await tell(chromiumPath, "e2e/effort.spec.ts"), "effort");
  return (Object.keys(effortLimits) as Job[]).map((job) => {
    const { most, of } = effortLimits[job];
    const count = counts.find((text) => text.startsWith(`${job}: `))?.slice(job.length + 2);
    return count === undefined
      ? { what: job, figure: "not finished", goal: `≤ ${most} ${of}`, passes: false }
      : atMost(job, Number(count), most, ` ${of}`, 0);
  });
}

const notes = (stories: readonly Story[], wanted: string) =>
  stories.flatMap((story) => story.notes.filter(({ type }) => type === wanted).map(({ text }) => text));
