import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";

/** One thing that comes after a consultation. */
export type NextStep = {
  name: string;
  icon: ReactNode;
  /** "creatinine, potassium, from the plan". */
  detail?: string | undefined;
  /** `owed`: the plan asks for it and it is not written. */
  state: "owed" | "written" | "optional" | "last";
  press: () => void;
};

const words = { owed: "to write", written: "written", optional: "optional", last: "last" } as const;

/** The step that the filled button goes on to: what the plan owes, else what closes the visit. */
export const firstOf = (steps: readonly NextStep[]): NextStep | undefined =>
  steps.find(({ state }) => state === "owed") ?? steps.find(({ state }) => state === "last");

/** What comes next for this visit, in order; each a press away. */
export const NextSteps = ({ steps }: { steps: readonly NextStep[] }) => (
  <ul
    aria-label="Next for this visit"
    className="divide-y divide-line rounded-md border border-line bg-surface"
  >
    {steps.map(({ name, icon, detail, state, press }) => (
      <li key={name}>
        <button
          type="button"
          onClick={press}
          className="grid min-h-touch w-full grid-cols-[1rem_minmax(0,1fr)_auto_1rem] items-center gap-x-3 px-3 py-1.5 text-left hover:bg-sunk"
        >
          <span className="text-ink-3">{icon}</span>
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium">{name}</span>
            {detail && <span className="text-sm text-ink-2"> {detail}</span>}
          </span>
          <span className={cx("text-sm", state === "owed" ? "text-warn" : "text-ink-2")}>{words[state]}</span>
          <ChevronRight className="text-ink-3" />
        </button>
      </li>
    ))}
  </ul>
);
