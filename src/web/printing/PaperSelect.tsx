import { PAPERS, type Paper } from "#shared/paper.ts";
import { choosePaper, PAPER_LABELS } from "./paper-choice.ts";

/** "Prints on A5, as shown", with a choice of paper sizes. */
export function PaperSelect({ paper }: { paper: Paper }) {
  return (
    <label className="flex items-center gap-1 whitespace-nowrap">
      Prints on
      <select
        aria-label="Paper"
        value={paper}
        onChange={(event) => {
          const wanted = PAPERS.find((known) => known === event.target.value);
          if (wanted) choosePaper(wanted);
        }}
        className="select-arrow h-8 rounded-sm border border-line-control bg-surface pr-8 pl-2 text-sm text-ink max-md:h-touch"
      >
        {PAPERS.map((known) => (
          <option key={known} value={known}>
            {PAPER_LABELS[known]}
          </option>
        ))}
      </select>
      <span className="-ml-1">, as shown</span>
    </label>
  );
}
