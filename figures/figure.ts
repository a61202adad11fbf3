/** One line of the table: what was asked, what came out, what was hoped for. */
export type Figure = {
  what: string;
  figure: string;
  goal: string;
  holds: boolean;
  /** What the strongest product of the same kind was measured at. */
  peer?: string;
  /** The number itself, for whoever holds it against an earlier one. */
  measured?: { value: number; isLessBetter: boolean };
  /** Each case that went against it, for the lines below the table. */
  against?: readonly string[];
};

const count = (number: number) => number.toLocaleString("en");

/** A measured value against the least (or the most) it may be; `unit` stands behind both. */
export const atLeast = (what: string, value: number, goal: number, unit = "", digits = 2): Figure => ({
  what,
  figure: `${value.toFixed(digits)}${unit}`,
  goal: `≥ ${goal}${unit}`,
  holds: value >= goal,
  measured: { value, isLessBetter: false },
});

export const atMost = (what: string, value: number, goal: number, unit = "", digits = 2): Figure => ({
  what,
  figure: `${value.toFixed(digits)}${unit}`,
  goal: `≤ ${goal}${unit}`,
  holds: value <= goal,
  measured: { value, isLessBetter: true },
});

/** A measured value that has no goal. */
export const told = (what: string, figure: string): Figure => ({ what, figure, goal: "", holds: true });

/** Something that must not happen, out of how many tries. */
export const none = (what: string, tries: number, against: readonly string[]): Figure => ({
  what,
  figure: `${count(against.length)} of ${count(tries)}`,
  goal: "0",
  // Who asked nothing has shown nothing.
  holds: against.length === 0 && tries > 0,
  against,
});

/** Something that must happen every time. */
export const every = (what: string, tries: number, against: readonly string[]): Figure => ({
  what,
  figure: `${count(tries - against.length)} of ${count(tries)}`,
  goal: "all",
  holds: against.length === 0 && tries > 0,
  against,
});

export type FamilyFigures = { family: string; figures: readonly Figure[] };

function tableOf(shown: readonly FamilyFigures[]): string {
  const hasPeer = shown.some(({ figures }) => figures.some(({ peer }) => peer !== undefined));
  const withPeer = (peer: string) => (hasPeer ? [peer] : []);
  const rows = shown.flatMap(({ family, figures }) =>
    figures.map(({ what, figure, goal, holds, peer = "" }) => [
      `${family}: ${what}`,
      figure,
      ...withPeer(peer),
      goal,
      goal === "" ? "" : holds ? "holds" : "falls short",
    ]),
  );
  const lines = [["What", "Figure", ...withPeer("Peer"), "Goal", "Verdict"], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** What went against the goals, the first of each. */
const casesOf = (shown: readonly FamilyFigures[]): string[] =>
  shown.flatMap(({ family, figures }) =>
    figures
      .filter(({ holds, against = [] }) => !holds && against.length > 0)
      .flatMap(({ what, against = [] }) => [
        "",
        `${family}: ${what}`,
        ...against.slice(0, 20).map((one) => `  ${one}`),
        ...(against.length > 20 ? [`  and ${against.length - 20} more`] : []),
      ]),
  );

/** Prints the table and what went against it; answers the exit code of the command. */
export function report(shown: readonly FamilyFigures[]): 0 | 1 {
  console.log(["", tableOf(shown), ...casesOf(shown)].join("\n"));
  return shown.every(({ figures }) => figures.every(({ holds }) => holds)) ? 0 : 1;
}
