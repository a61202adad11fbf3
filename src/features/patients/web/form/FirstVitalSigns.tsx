import { type UseFormReturn, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { ageInMonths } from "#shared/clinical/age.ts";
import { VitalSignsFields } from "#web/clinical/VitalSignsFields.tsx";
import { VitalSignsForm } from "#web/clinical/vital-signs-form.ts";
import { useToday } from "#web/hooks/use-today.ts";
import type { PatientForm } from "./patient-form.ts";

/** A separate form, because vital signs are sent only if any were entered. */
export const FirstVitals = z.object({ vitalSigns: VitalSignsForm });
export type FirstVitalsForm = UseFormReturn<
  z.input<typeof FirstVitals>,
  unknown,
  z.output<typeof FirstVitals>
>;

/** The block Record Vital Signs of the single form, flagged by the age typed above it. */
export function FirstVitalSigns({ vitals, form }: { vitals: FirstVitalsForm; form: PatientForm }) {
  const [birthday, age] = useWatch({ control: form.control, name: ["birthday", "age"] });
  const today = useToday();
  const values = useWatch({ control: vitals.control, name: "vitalSigns" });
  return (
    <VitalSignsFields
      register={(sign) => vitals.register(`vitalSigns.${sign}`)}
      errors={vitals.formState.errors.vitalSigns}
      values={values}
      ageInMonths={ageInMonths({ birthday: birthday ?? null, age: Number(age) || null }, today)}
    />
  );
}
