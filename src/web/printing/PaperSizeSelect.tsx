import { PAPER_SIZES, type PaperSize } from "#shared/paper-size.ts";
import { choosePaperSize } from "./paper-size-choice.ts";

/** "Prints on A5, as shown", with a choice of paper sizes. */
export function PaperSizeSelect({ paper }: { paper: PaperSize }) {
  return (
    <label className="flex items-center gap-1 whitespace-nowrap">
      Prints on
      <select
        aria-label="Paper"
        value={paper}
        onChange={(event) => {
          const wanted = PAPER_SIZES.find((known) => known === event.target.value);
          if (wanted) choosePaperSize(wanted);
        }}
        className="select-arrow h-8 rounded-sm border border-line-control bg-surface pr-8 pl-2 text-sm text-ink max-md:h-touch"
      >
        {PAPER_SIZES.map((known) => (
          <option key={known} value={known}>
            {known}
          </option>
        ))}
      </select>
      <span className="-ml-1">, as shown</span>
    </label>
  );
}
