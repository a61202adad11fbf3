import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../Button.tsx";
import { cx } from "../cx.ts";

interface WizardStep {
  id: string;
  label: string;
}

interface WizardStepsProps {
  label: string;
  steps: readonly WizardStep[];
  /** Index of the current step. */
  current: number;
  /** Index of the furthest step that may be opened; steps up to it can be pressed. */
  reached: number;
  onStep: (index: number) => void;
  /** 0 to 100 for the progress bar; by default (step − 1) / (n − 1). */
  progress?: number | undefined;
  className?: string | undefined;
}

/** The header of a wizard: the current step, finished steps, and steps that may be opened. */
export function WizardSteps({
  label,
  steps,
  current,
  reached,
  onStep,
  progress,
  className,
}: WizardStepsProps) {
  const percent = progress ?? Math.round((current / Math.max(1, steps.length - 1)) * 100);
  return (
    <nav aria-label={label} className={cx("min-w-0", className)}>
      <div
        role="progressbar"
        aria-label={`${label}: step ${current + 1} of ${steps.length}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="sr-only"
      />
      <ol className="grid auto-cols-fr grid-flow-col gap-2">
        {steps.map((step, index) => {
          const done = index < current;
          const now = index === current;
          return (
            <li key={step.id} className="min-w-0">
              <span aria-hidden="true" className="block h-0.75 bg-line-strong">
                <span className={cx("block h-full bg-brand-ring", done ? "w-full" : now ? "w-1/2" : "w-0")} />
              </span>
              <button
                type="button"
                aria-current={now ? "step" : undefined}
                disabled={index > reached}
                onClick={() => onStep(index)}
                className={cx(
                  "mt-2 flex min-h-6 items-start gap-1.5 rounded-sm text-left text-sm font-medium max-md:min-h-touch max-md:text-xs",
                  now ? "font-strong text-brand-text" : "text-ink-2 disabled:text-ink-3",
                  !now && index <= reached && "hover:text-ink",
                )}
              >
                {done && (
                  <>
                    <Check className="mt-0.5 shrink-0 max-md:mt-px max-md:size-3.5" />
                    <span className="sr-only">Done: </span>
                  </>
                )}
                {step.label}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

interface WizardFootProps {
  current: number;
  count: number;
  onPrevious: () => void;
  /** The last step's button. */
  final: ReactNode;
  previousLabel?: string | undefined;
  nextLabel?: string | undefined;
  busy?: boolean | undefined;
  /** On the first step, instead of Previous: for example Cancel. */
  first?: ReactNode;
  /** Between Previous and the last button; not on phones. */
  note?: ReactNode;
}

/**
 * Previous, Next, which submits the form, and on the last step the final action. For a Dialog's `foot`.
 */
export function WizardFoot({
  current,
  count,
  onPrevious,
  final,
  previousLabel = "Previous Step",
  nextLabel = "Next Step",
  busy,
  first,
  note,
}: WizardFootProps) {
  const last = current === count - 1;
  return (
    <>
      {current > 0 && (
        <Button onClick={onPrevious} disabled={busy} className={note ? undefined : "md:mr-auto"}>
          {previousLabel}
        </Button>
      )}
      {note && (
        <div className="mr-auto flex flex-wrap items-center gap-x-6 text-sm text-ink-3 max-md:hidden">
          {note}
        </div>
      )}
      {current === 0 && first}
      {last ? (
        final
      ) : (
        // Separate React keys, so that a press on Next never reaches the final button that replaces it.
        <Button key={current} type="submit" variant="primary" busy={busy}>
          {nextLabel}
        </Button>
      )}
    </>
  );
}
