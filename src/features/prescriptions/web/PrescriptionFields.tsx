import { useFormState, useWatch } from "react-hook-form";
import { ClinicalTextArea } from "#web/clinical/ClinicalTextArea.tsx";
import { UseDiagnosis } from "#web/clinical/UseDiagnosis.tsx";
import { dateBounds } from "#web/forms/date-bounds.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { cx } from "#web/ui/cx.ts";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import type { PrescriptionForm } from "./prescription-form.ts";

const tight = "grid gap-x-3 gap-y-2.5";

/** The fields of the whole prescription. */
export function DiagnosisFields({
  form: { control, register, setValue },
  known,
}: {
  form: PrescriptionForm;
  /** The patient's, offered while the field is empty. */
  known: string | null;
}) {
  const { errors } = useFormState({
    control,
    name: ["diagnosis", "additionalInstructions"],
  });
  const typed = useWatch({ control, name: "diagnosis" });
  return (
    <section aria-label="Diagnosis and instructions" className={cx(tight, "md:grid-cols-2")}>
      <Field
        label="Diagnosis"
        optional
        error={errors.diagnosis?.message}
        aside={
          <UseDiagnosis
            typed={typed}
            known={known}
            onUse={(diagnosis) => setValue("diagnosis", diagnosis, { shouldDirty: true })}
          />
        }
      >
        <ClinicalTextArea {...register("diagnosis")} rows={1} className="min-h-control!" />
      </Field>
      <Field label="Additional instructions" optional error={errors.additionalInstructions?.message}>
        <ClinicalTextArea {...register("additionalInstructions")} rows={1} className="min-h-control!" />
      </Field>
    </section>
  );
}

/** The address, the date and the signer, as printed over the signature line. */
export function PhysicianFields({
  form: { control, register },
  isChosen,
}: {
  form: PrescriptionForm;
  /** The signer is chosen, and not typed. */
  isChosen: boolean;
}) {
  const { errors } = useFormState({
    control,
    name: [
      "patientAddress",
      "prescriptionDate",
      "physicianName",
      "physicianSpecialization",
      "physicianLicense",
      "physicianPTR",
      "physicianS2",
    ],
  });
  const today = useToday();
  return (
    <section aria-label="Prescribing physician" className={tight}>
      <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_13rem]">
        <Field label="Patient address" optional error={errors.patientAddress?.message}>
          <TextArea {...register("patientAddress")} rows={1} className="min-h-control!" />
        </Field>
        <Field label="Prescription date" error={errors.prescriptionDate?.message}>
          <DateInput {...register("prescriptionDate")} {...dateBounds("prescription", { today })} />
        </Field>
      </div>
      {!isChosen && (
        <>
          <div className="grid gap-3 md:grid-cols-2">
            <Field label="Physician name" required error={errors.physicianName?.message}>
              <TextInput {...register("physicianName")} autoComplete="off" />
            </Field>
            <Field label="Specialization" optional error={errors.physicianSpecialization?.message}>
              <TextInput {...register("physicianSpecialization")} autoComplete="off" />
            </Field>
          </div>
          <div className="grid gap-3 md:grid-cols-3">
            <Field label="License number" required error={errors.physicianLicense?.message}>
              <TextInput
                {...register("physicianLicense")}
                autoComplete="off"
                inputMode="numeric"
                className="tabular-nums"
              />
            </Field>
            <Field label="PTR number" optional error={errors.physicianPTR?.message}>
              <TextInput {...register("physicianPTR")} autoComplete="off" className="tabular-nums" />
            </Field>
            <Field label="S2 number" optional error={errors.physicianS2?.message}>
              <TextInput {...register("physicianS2")} autoComplete="off" className="tabular-nums" />
            </Field>
          </div>
        </>
      )}
    </section>
  );
}
