import { CircleCheck } from "lucide-react";
import { useId } from "react";
import { dismissSetupSteps, type SetupSteps } from "#features/clinics/contract.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { Button } from "#web/ui/Button.tsx";
import { Progress } from "#web/ui/feedback/Progress.tsx";
import { Section } from "#web/ui/frame/Section.tsx";

export type SetupStep = Exclude<keyof SetupSteps, "isShown">;

type Step = {
  step: SetupStep;
  title: string;
  /** What it opens. */
  why: string;
  minutes: number;
  /** On its button. */
  act: string;
  isOptional?: true;
};

const steps: readonly Step[] = [
  {
    step: "hasContact",
    title: "Address and phone",
    why: "Printed on every prescription and certificate",
    minutes: 1,
    act: "Add address",
  },
  {
    step: "hasLicense",
    title: "PRC license and PTR",
    why: "Prescriptions need both",
    minutes: 1,
    act: "Add license",
  },
  {
    step: "hasHours",
    title: "Where and when you see patients",
    why: "Shows your free times in the calendar",
    minutes: 2,
    act: "Add hours",
  },
  {
    step: "hasPrices",
    title: "Price list",
    why: "Add a service to a bill with one press",
    minutes: 3,
    act: "Add prices",
  },
  {
    step: "hasLogo",
    title: "Letterhead and logo",
    why: "How prescriptions and certificates look",
    minutes: 2,
    act: "Add logo",
    isOptional: true,
  },
  {
    step: "hasImport",
    title: "Patients you already have",
    why: "From Excel or CSV; you check doubtful rows before they are added",
    minutes: 5,
    act: "Import",
    isOptional: true,
  },
  {
    step: "hasPatients",
    title: "First patient",
    why: "You can complete the record later",
    minutes: 2,
    act: "Add patient",
  },
  {
    step: "hasStaff",
    title: "Secretary or staff",
    why: "You choose what each of them may do",
    minutes: 2,
    act: "Add Staff",
  },
  {
    step: "hasSecondFactor",
    title: "Second step at sign-in",
    why: "Authenticator app or passkey, and recovery codes",
    minutes: 2,
    act: "Set Up",
    isOptional: true,
  },
];

/**
 * A new clinic's first steps: what each opens and how long it takes. The next one that is not optional is the screen's
 * filled button, unless that is another's.
 */
export function SetupStepsList({
  steps: stored,
  isFilled,
  onStep,
}: {
  steps: SetupSteps;
  isFilled: boolean;
  onStep: (step: SetupStep) => void;
}) {
  const id = useId();
  const dismissing = useEndpointMutation(dismissSetupSteps, {
    done: null,
    failed: "Failed to hide the list",
  });
  const done = steps.filter(({ step }) => stored[step]).length;
  const next = steps.find(({ step, isOptional }) => !isOptional && !stored[step]);
  return (
    <Section
      flush
      title="Set up your clinic"
      note={
        <>
          <span className="text-sm text-ink-2 tabular-nums">
            {done} of {steps.length} done
          </span>
          <Progress label="Set up" value={done / steps.length} className="w-30 max-md:hidden" />
        </>
      }
      actions={
        <Button variant="ghost" size="sm" busy={dismissing.isPending} onClick={() => dismissing.mutate({})}>
          Hide
        </Button>
      }
    >
      <ol>
        {steps.map(({ step, title, why, minutes, act, isOptional }) => (
          <li key={step} className="flex items-center gap-3 border-t border-line px-4 py-2 first:border-t-0">
            {stored[step] ? (
              <CircleCheck aria-hidden="true" className="size-4.5 shrink-0 text-ok" />
            ) : (
              <span aria-hidden="true" className="size-4.5 shrink-0 rounded-full border border-ink-3" />
            )}
            <div className="min-w-0 flex-1">
              <p id={id + step} className="font-medium">
                {title}
              </p>
              <p className="text-sm text-ink-2">{why}</p>
            </div>
            {stored[step] ? (
              <span className="text-sm font-medium text-ok">Done</span>
            ) : (
              <>
                <span className="text-sm text-ink-3 tabular-nums max-md:hidden">
                  {isOptional && "optional · "}
                  {minutes} min
                </span>
                <Button
                  size="sm"
                  variant={isFilled && step === next?.step ? "primary" : "secondary"}
                  onClick={() => onStep(step)}
                  aria-describedby={id + step}
                  className="max-md:min-h-touch md:min-w-26"
                >
                  {act}
                </Button>
              </>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
