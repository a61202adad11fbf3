import iconv from "iconv-lite";

/** Letters that UTF-8 becomes when it is read as Windows-1252: Ã± for ñ, Ã‘ for Ñ, â€™ for an apostrophe. */
const SUSPECT = /[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/;
const RUNS = /[\u0080-\u00ff\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]+/g;
/** A list may have been converted wrongly more than once. */
const MOST_TIMES = 3;

/** Windows-1252 has five bytes without a letter, which programs pass on as the control characters. */
function bytesOf(run: string): Uint8Array {
  return Uint8Array.from(
    [...run].flatMap((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return code < 0x100 ? [code] : [...iconv.encode(letter, "windows-1252")];
    }),
  );
}

function repairedOnce(text: string): string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return text.replace(RUNS, (run) => {
    if (!SUSPECT.test(run)) return run;
    try {
      return decoder.decode(bytesOf(run));
    } catch {
      return run;
    }
  });
}

/** Text with the letters that were once read in a wrong encoding made right: "PeÃ±a" is "Peña". */
export function repaired(text: string): string {
  let current = text;
  for (let time = 0; time < MOST_TIMES && SUSPECT.test(current); time += 1) {
    const next = repairedOnce(current);
    if (next === current) break;
    current = next;
  }
  return current;
}
