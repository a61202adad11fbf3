import type { ReactNode } from "react";
import type { TodaysVitals } from "#features/clinical-lists/summary-contract.ts";
import type { Visit } from "#features/visits/contract.ts";
import { queueNumber } from "#shared/clinical/queue-number.ts";
import { timeInState } from "./day-words.ts";
import { isRed, signInWords } from "./FlaggedSigns.tsx";

/** Who is called next, and the button, above the bottom bar of a phone. */
export function CallBar({
  next,
  signs,
  now,
  children,
}: {
  next: Visit;
  /** Of the next patient, recorded today. */
  signs: TodaysVitals["signs"];
  now: Date;
  children: ReactNode;
}) {
  const red = signs.filter(isRed);
  return (
    <div
      className="sticky bottom-[calc(var(--spacing-bottom-bar)+env(safe-area-inset-bottom))] z-bar -mx-4 mt-4 flex low:static items-center gap-3 border-t border-line-strong bg-surface px-4 py-2.5"
      data-print="no"
      data-stuck-bar=""
    >
      <p className="min-w-0 flex-1 text-sm text-ink-2">
        <span className="block truncate text-base text-ink">
          <b className="font-strong tabular-nums">{queueNumber(next)}</b> {next.patientName}
        </span>
        {red.length > 0 ? (
          <b className="font-strong text-bad">{red.map(signInWords).join(", ")}</b>
        ) : (
          `waiting ${timeInState(next, now)}`
        )}
      </p>
      {children}
    </div>
  );
}
