/** One line of the table: what was measured, its value, and the goal. */
export type Figure = {
  what: string;
  figure: string;
  goal: string;
  passes: boolean;
  /** The value of the strongest product of the same kind. */
  peer?: string;
  /** The number itself, to compare with a baseline. */
  measured?: { value: number; isLessBetter: boolean };
  /** Each case that failed, for the lines below the table. */
  failures?: readonly string[];
};

const count = (number: number) => number.toLocaleString("en");

/** A measured value against its minimum (or maximum); `unit` follows both. */
export const atLeast = (what: string, value: number, goal: number, unit = "", digits = 2): Figure => ({
  what,
  figure: `${value.toFixed(digits)}${unit}`,
  goal: `≥ ${goal}${unit}`,
  passes: value >= goal,
  measured: { value, isLessBetter: false },
});

export const atMost = (what: string, value: number, goal: number, unit = "", digits = 2): Figure => ({
  what,
  figure: `${value.toFixed(digits)}${unit}`,
  goal: `≤ ${goal}${unit}`,
  passes: value <= goal,
  measured: { value, isLessBetter: true },
});

/** A figure and a goal that are texts. */
export const verdict = (what: string, figure: string, goal: string, passes: boolean): Figure => ({
  what,
  figure,
  goal,
  passes,
});

/** A measured value without a goal. */
export const info = (what: string, figure: string): Figure => ({ what, figure, goal: "", passes: true });

/** Something that must not happen, out of a number of tries. */
export const none = (what: string, tries: number, failures: readonly string[]): Figure => ({
  what,
  figure: `${count(failures.length)} of ${count(tries)}`,
  goal: "0",
  // Without any attempt nothing is proven.
  passes: failures.length === 0 && tries > 0,
  failures,
});

/** Something that must happen every time. */
export const every = (what: string, tries: number, failures: readonly string[]): Figure => ({
  what,
  figure: `${count(tries - failures.length)} of ${count(tries)}`,
  goal: "all",
  passes: failures.length === 0 && tries > 0,
  failures,
});

export type FamilyFigures = { family: string; figures: readonly Figure[] };

/** Widest cell that its column is made wide for, in characters. */
const widestCell = 130;

function tableOf(shown: readonly FamilyFigures[]): string {
  const hasPeer = shown.some(({ figures }) => figures.some(({ peer }) => peer !== undefined));
  const withPeer = (peer: string) => (hasPeer ? [peer] : []);
  const rows = shown.flatMap(({ family, figures }) =>
    figures.map(({ what, figure, goal, passes, peer = "" }) => [
      `${family}: ${what}`,
      figure,
      ...withPeer(peer),
      goal,
      goal === "" ? "" : passes ? "pass" : "fail",
    ]),
  );
  const lines = [["What", "Figure", ...withPeer("Peer"), "Goal", "Verdict"], ...rows];
  // A long figure, such as a list of responses, does not widen its column.
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0).filter((length) => length <= widestCell)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** The first failures of each. */
const casesOf = (shown: readonly FamilyFigures[]): string[] =>
  shown.flatMap(({ family, figures }) =>
    figures
      .filter(({ passes, failures = [] }) => !passes && failures.length > 0)
      .flatMap(({ what, failures = [] }) => [
        "",
        `${family}: ${what}`,
        ...failures.slice(0, 20).map((one) => `  ${one}`),
        ...(failures.length > 20 ? [`  and ${failures.length - 20} more`] : []),
      ]),
  );

/** Prints the table and the failures; returns the exit code of the command. */
export function report(shown: readonly FamilyFigures[]): 0 | 1 {
  console.log(["", tableOf(shown), ...casesOf(shown)].join("\n"));
  return shown.every(({ figures }) => figures.every(({ passes }) => passes)) ? 0 : 1;
}
