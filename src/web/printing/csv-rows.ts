const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Counts the rows of a CSV stream without the header. Line breaks in quotes do not count. */
export function csvRowCounter(): (piece: Uint8Array) => number {
  let isQuoted = false;
  let lines = 0;
  return (piece) => {
    for (const byte of piece) {
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === LINE_FEED && !isQuoted) lines += 1;
    }
    return Math.max(0, lines - 1);
  };
}
