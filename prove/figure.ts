/** One line of the table: what was asked, what came out, what was hoped for. */
export type Figure = {
  what: string;
  figure: string;
  goal: string;
  holds: boolean;
  /** Each case that went against it, for the lines below the table. */
  against?: readonly string[];
};

const count = (number: number) => number.toLocaleString("en");

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

export function tableOf(proven: readonly FamilyFigures[]): string {
  const rows = proven.flatMap(({ family, figures }) =>
    figures.map(({ what, figure, goal, holds }) => [
      `${family}: ${what}`,
      figure,
      goal,
      holds ? "holds" : "falls short",
    ]),
  );
  const lines = [["What", "Figure", "Goal", "Verdict"], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
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
export const casesOf = (proven: readonly FamilyFigures[]): string[] =>
  proven.flatMap(({ family, figures }) =>
    figures
      .filter(({ holds }) => !holds)
      .flatMap(({ what, against = [] }) => [
        "",
        `${family}: ${what}`,
        ...against.slice(0, 20).map((one) => `  ${one}`),
        ...(against.length > 20 ? [`  and ${against.length - 20} more`] : []),
      ]),
  );
