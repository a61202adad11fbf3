import { flagWords, type ResultFlag } from "#shared/clinical/results/flags.ts";
import { flagTone } from "#web/clinical/flag-tone.ts";
import { cx } from "#web/ui/cx.ts";

const letters: Record<ResultFlag, string> = { L: "L", H: "H", LL: "L", HH: "H", A: "A", X: "no result" };

/** A value with its flag's letter; a critical one also with the word. Color alone is not enough. */
export function FlaggedText({ text, flag }: { text: string; flag: ResultFlag | null }) {
  if (flag === null) return text;
  const isCritical = flag === "LL" || flag === "HH";
  return (
    <>
      <span className={cx("font-strong", flagTone[flag])}>
        {text}{" "}
        <span aria-hidden="true" className="text-2xs">
          {letters[flag]}
        </span>
        <span className="sr-only">{flagWords[flag]}</span>
      </span>
      {isCritical && (
        <span
          aria-hidden="true"
          className="ml-1 rounded-sm bg-bad-bg px-1 py-0.5 text-2xs font-strong whitespace-nowrap text-bad"
        >
          critical
        </span>
      )}
    </>
  );
}
