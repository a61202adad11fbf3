import { dateShape, isAmbiguous, ordersOf } from "../values/list-dates.ts";
import { beginsWithSurname } from "../values/list-names.ts";
import { isNothing, readAge, readAgeSex, readPhones, sexWord } from "../values/list-values.ts";

/** Statistics of a column's cells, from which its meaning is guessed and questions arise. */
export type ColumnProfile = {
  /** The cells of the list's first rows, empty ones too: together the samples of all columns are rows. */
  samples: string[];
  filled: number;
  /** Cells with a comma between letters. */
  commas: number;
  /** Names of three words or more that begin like a surname: "DELA CRUZ JUAN". Not in lists of early versions. */
  surnamesFirst?: number;
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
  /** Cells that are each the number after the one above. */
  counted: number;
  /** How many cells could be what a column without a header is; numbers are of one or two digits. */
  looks: Record<Look, number>;
};

const LOOKS = ["day", "phone", "email", "age", "ageSex", "name", "number"] as const;
type Look = (typeof LOOKS)[number];

const SAMPLES = 5;
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
  counted: 0,
  looks: { day: 0, phone: 0, email: 0, age: 0, ageSex: 0, name: 0, number: 0 },
});

export class ColumnProfiler {
  private readonly all: { profile: ColumnProfile; hasManyWords: boolean; last: number | null }[] = [];
  private rows = 0;

  constructor(width: number) {
    for (let column = 0; column < width; column += 1) this.widen();
  }

  widen(): void {
    const profile = emptyProfile();
    for (let row = 0; row < Math.min(this.rows, SAMPLES); row += 1) profile.samples.push("");
    this.all.push({ profile, hasManyWords: false, last: null });
  }

  add(cells: readonly string[]): void {
    this.rows += 1;
    if (this.rows <= SAMPLES)
      for (const [index, { profile }] of this.all.entries())
        profile.samples.push((cells[index] ?? "").slice(0, SAMPLE_LENGTH));
    for (const [index, cell] of cells.entries()) {
      const column = this.all[index];
      if (!column || cell === "" || isNothing(cell)) continue;
      const { profile } = column;
      profile.filled += 1;
      if (cell.length <= NAME_LENGTH && /\p{L}.*,.*\p{L}/u.test(cell)) profile.commas += 1;
      if (cell.length <= NAME_LENGTH && beginsWithSurname(cell))
        profile.surnamesFirst = (profile.surnamesFirst ?? 0) + 1;
      if (/\d/.test(cell) && cell.length <= 40) addDate(profile, cell);
      const number = /^\d{1,6}\.?$/.test(cell) ? Number(cell) : null;
      if (number !== null && (column.last === null || number === column.last + 1)) profile.counted += 1;
      column.last = number;
      if (profile.filled <= LOOKED_AT) addLooks(profile, cell);
      if (!column.hasManyWords) column.hasManyWords = !addWord(profile, cell);
    }
  }

  profiles(): ColumnProfile[] {
    return this.all.map(({ profile }) => profile);
  }
}

/** Cells of a column that are looked at for what they could be. */
const LOOKED_AT = 200;

function addLooks({ looks }: ColumnProfile, cell: string): void {
  if (cell.length > NAME_LENGTH) return;
  const shape = dateShape(cell);
  if (shape.kind !== "none" && shape.kind !== "year" && !/^\d+$/.test(cell)) looks.day += 1;
  if (/^\d{1,2}$/.test(cell)) looks.number += 1;
  if (!("problem" in readPhones(cell))) looks.phone += 1;
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell)) looks.email += 1;
  if (!("problem" in readAge(cell))) looks.age += 1;
  const both = readAgeSex(cell);
  if (!("problem" in both) && both.value.sex !== null && both.value.age !== null) looks.ageSex += 1;
  if (/^[\p{L}\p{M}][\p{L}\p{M} .,'’-]*$/u.test(cell) && /\p{L}[\p{L}.]*[ ,]+\p{L}/u.test(cell))
    looks.name += 1;
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
