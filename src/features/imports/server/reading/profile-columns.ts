import { dateShape, isAmbiguous, ordersOf } from "../values/list-dates.ts";
import { isNothing, sexWord } from "../values/list-values.ts";

/** Statistics of a column's cells, from which its meaning is guessed and questions arise. */
export type ColumnProfile = {
  /** The first cells that are not empty. */
  samples: string[];
  filled: number;
  /** Cells with a comma between letters. */
  commas: number;
  dates: {
    /** Cells that can be read in only one order. */
    monthFirst: number;
    dayFirst: number;
    /** Cells that are different days in the two orders, with an example. */
    either: number;
    example: string | null;
    /** Two-digit years. */
    shortYears: number;
  };
  /** The distinct words of a column with their counts; empty when there are too many. */
  words: Record<string, number>;
};

const SAMPLES = 3;
const SAMPLE_LENGTH = 80;
const MOST_WORDS = 12;
const WORD_LENGTH = 20;
/** Longer cells contain no name. The search for a comma is quadratic in a cell's length. */
const NAME_LENGTH = 255;

const emptyProfile = (): ColumnProfile => ({
  samples: [],
  filled: 0,
  commas: 0,
  dates: { monthFirst: 0, dayFirst: 0, either: 0, example: null, shortYears: 0 },
  words: {},
});

export class ColumnProfiler {
  private readonly all: { profile: ColumnProfile; hasManyWords: boolean }[] = [];

  constructor(width: number) {
    for (let column = 0; column < width; column += 1) this.widen();
  }

  widen(): void {
    this.all.push({ profile: emptyProfile(), hasManyWords: false });
  }

  add(cells: readonly string[]): void {
    for (const [index, cell] of cells.entries()) {
      const column = this.all[index];
      if (!column || cell === "" || isNothing(cell)) continue;
      const { profile } = column;
      profile.filled += 1;
      if (profile.samples.length < SAMPLES) profile.samples.push(cell.slice(0, SAMPLE_LENGTH));
      if (cell.length <= NAME_LENGTH && /\p{L}.*,.*\p{L}/u.test(cell)) profile.commas += 1;
      if (/\d/.test(cell) && cell.length <= 40) addDate(profile, cell);
      if (!column.hasManyWords) column.hasManyWords = !addWord(profile, cell);
    }
  }

  profiles(): ColumnProfile[] {
    return this.all.map(({ profile }) => profile);
  }
}

function addDate({ dates }: ColumnProfile, cell: string): void {
  const shape = dateShape(cell);
  if (shape.kind !== "numbers" && shape.kind !== "named") return;
  if (shape.isShort) dates.shortYears += 1;
  if (shape.kind === "named") return;
  if (isAmbiguous(shape)) {
    dates.either += 1;
    dates.example ??= cell;
    return;
  }
  const orders = ordersOf(shape);
  if (orders.length !== 1) return;
  if (orders[0] === "month") dates.monthFirst += 1;
  else dates.dayFirst += 1;
}

/** False once there are too many. */
function addWord(profile: ColumnProfile, cell: string): boolean {
  const word = sexWord(cell);
  if (
    word.length <= WORD_LENGTH &&
    (Object.hasOwn(profile.words, word) || Object.keys(profile.words).length < MOST_WORDS)
  ) {
    profile.words[word] = (Object.hasOwn(profile.words, word) ? (profile.words[word] ?? 0) : 0) + 1;
    return true;
  }
  profile.words = {};
  return false;
}
