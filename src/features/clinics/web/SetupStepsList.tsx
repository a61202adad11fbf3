import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { dismissSetupSteps, type SetupSteps } from "#features/clinics/contract.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Section } from "#web/ui/frame/Section.tsx";

export type SetupStep = Exclude<keyof SetupSteps, "isShown">;

const words: readonly { step: SetupStep; title: string; why: string }[] = [
  { step: "hasContact", title: "Address and phone", why: "Printed on every prescription." },
  { step: "hasLicense", title: "License and PTR", why: "Required on prescriptions." },
  { step: "hasHours", title: "Clinic hours", why: "For the calendar and its free times." },
  { step: "hasPrices", title: "Prices", why: "Fees that the desk picks from." },
  { step: "hasPatients", title: "First patient", why: "You can complete the record later." },
  { step: "hasStaff", title: "Staff account", why: "You choose what your secretary can do." },
  { step: "hasImport", title: "Import patients", why: "Optional. From a spreadsheet." },
  { step: "hasLogo", title: "Logo", why: "Optional. On screens and papers." },
  { step: "hasSecondFactor", title: "Two-step sign-in", why: "Optional. A stolen password is not enough." },
];

/** A new clinic's first steps, each a button until it is done. On phones without the reasons. */
export function SetupStepsList({ steps, onStep }: { steps: SetupSteps; onStep: (step: SetupStep) => void }) {
  const dismissing = useEndpointMutation(dismissSetupSteps, {
    done: null,
    failed: "Failed to hide the list",
  });
  const done = words.filter(({ step }) => steps[step]).length;
  return (
    <Section
      flush
      title="Set up your clinic"
      note={
        <span className="text-sm text-ink-2">
          {done} of {words.length} done
        </span>
      }
      actions={
        <Button variant="ghost" size="sm" busy={dismissing.isPending} onClick={() => dismissing.mutate({})}>
          Hide list
        </Button>
      }
    >
      <ol className="grid grid-cols-2 gap-px overflow-hidden rounded-b-md bg-line md:grid-cols-3">
        {words.map(({ step, title, why }, index) => (
          <li key={step} className="bg-surface max-md:odd:last:col-span-2">
            {steps[step] ? (
              <div className={row}>
                <Mark isDone>
                  <Check className="size-3.5" />
                </Mark>
                <p className="text-ink-2">
                  {title}
                  <span className="sr-only">: done</span>
                </p>
              </div>
            ) : (
              <button
                type="button"
                onClick={() => onStep(step)}
                className={cx(row, "w-full text-left hover:bg-paper focus-visible:-outline-offset-2")}
              >
                <Mark>{index + 1}</Mark>
                <span>
                  <span className="block font-medium text-brand-text">{title}</span>
                  <span className="block text-sm text-ink-2 max-md:hidden">{why}</span>
                </span>
              </button>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

const row = "flex h-full min-h-14 items-center gap-3 px-4 py-2 max-md:gap-2 max-md:px-3";

const Mark = ({ isDone = false, children }: { isDone?: boolean; children: ReactNode }) => (
  <span
    aria-hidden="true"
    className={cx(
      "grid size-6 shrink-0 place-items-center rounded-full border text-sm tabular-nums",
      isDone ? "border-ok-line bg-ok-bg text-ok" : "border-line-button text-ink-2",
    )}
  >
    {children}
  </span>
);
