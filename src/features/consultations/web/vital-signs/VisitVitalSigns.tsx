import { CircleCheck } from "lucide-react";
import type { ComponentProps } from "react";
import type { Patient } from "#features/patients/contract.ts";
import { readVitalSigns } from "#shared/clinical/vital-signs.ts";
import { formatClock, shortDay } from "#shared/formats/dates.ts";
import { VitalSignsFields } from "#web/clinical/VitalSignsFields.tsx";
import { hasTypedVitalSigns } from "#web/clinical/vital-signs-form.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import type { DeskIntake } from "../use-desk-intake.ts";
import { monthsOf } from "./months-of.ts";
import { useGrowthLimits } from "./use-growth-limits.ts";

/**
 * The vital signs of a consultation, filled in with those taken today, with the values of the last other visit, and with
 * a child's impossible measurements told at their fields.
 */
export function VisitVitalSigns({
  patient,
  intake: { taken, fillVitals, clearVitals },
  wasOn,
  ...fields
}: {
  patient: Patient;
  intake: DeskIntake;
  wasOn: string | null;
} & Omit<ComponentProps<typeof VitalSignsFields>, "ageInMonths" | "beyond" | "note">) {
  const today = useToday();
  const beyond = useGrowthLimits(patient, readVitalSigns(fields.values).values);
  const isEmpty = !hasTypedVitalSigns(fields.values);
  return (
    <VitalSignsFields
      {...fields}
      ageInMonths={monthsOf(patient)}
      beyond={beyond}
      note={
        <>
          {wasOn && `“was” is the last other visit, ${shortDay(wasOn, today)}.`}
          {taken && (
            <span className="mt-2 flex min-h-9 flex-wrap items-center gap-x-2 rounded-md border border-line py-0.5 pr-1 pl-3 text-ink-2">
              <CircleCheck className="shrink-0 text-ok" />
              <span className="min-w-0 flex-1 basis-40">
                {isEmpty
                  ? `Taken today at ${formatClock(taken.at)}.`
                  : `Taken today at ${formatClock(taken.at)} and filled in. Change only what you measured again.`}
              </span>
              <Button variant="ghost" size="sm" onClick={isEmpty ? fillVitals : clearVitals}>
                {isEmpty ? "Fill In" : "Clear"}
              </Button>
            </span>
          )}
        </>
      }
    />
  );
}
