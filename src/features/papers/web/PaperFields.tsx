import { useFormState, useWatch } from "react-hook-form";
import { type EnteredField, isRequired } from "#shared/clinic-paper/words.ts";
import { ClinicalTextArea } from "#web/clinical/ClinicalTextArea.tsx";
import { UseDiagnosis } from "#web/clinical/UseDiagnosis.tsx";
import { dateBounds } from "#web/forms/date-bounds.ts";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { UnitInput } from "#web/ui/inputs/UnitInput.tsx";
import type { PaperFormReturn } from "./paper-form.ts";

/** The patient's diagnosis for a field of the form. */
export function KnownDiagnosis({
  form: { control, setValue },
  name,
  known,
}: {
  form: PaperFormReturn;
  name: "fields.diagnosis" | "fields.impression";
  known: string | null;
}) {
  const use = (diagnosis: string) =>
    setValue(name, diagnosis.slice(0, 1000), { shouldDirty: true, shouldValidate: true });
  return <UseDiagnosis typed={useWatch({ control, name })} known={known} onUse={use} />;
}

const purposeLabels: Partial<Record<string, string>> = {
  clearance_employment: "Employer and position",
  clearance_surgery: "Procedure",
};

/** What a certificate says beyond the patient's data: the fields that its wording names. */
export function CertificateFields({
  form,
  kind,
  entered,
  known,
  today,
}: {
  form: PaperFormReturn;
  kind: string;
  entered: readonly EnteredField[];
  known: string | null;
  today: string;
}) {
  const { register, control } = form;
  const errors = useFormState({ control, name: "fields" }).errors.fields;
  const has = (name: EnteredField) => entered.includes(name);
  const isClearance = kind === "clearance_employment" || kind === "clearance_surgery";
  return (
    <>
      {has("diagnosis") && (
        <Field
          label={isClearance ? "Assessment" : "Diagnosis"}
          optional={!isRequired(kind, "diagnosis")}
          error={errors?.diagnosis?.message}
          aside={<KnownDiagnosis form={form} name="fields.diagnosis" known={known} />}
        >
          <ClinicalTextArea {...register("fields.diagnosis")} rows={1} className="min-h-control" />
        </Field>
      )}
      {(has("days") || has("from") || has("to")) && (
        <div className="grid gap-3 md:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1fr)]">
          {has("days") && (
            <Field label="Rest" optional error={errors?.days?.message}>
              <UnitInput
                unit="days"
                inputMode="numeric"
                maxLength={3}
                autoComplete="off"
                {...register("fields.days")}
              />
            </Field>
          )}
          {has("from") && (
            <Field label={has("to") ? "From" : "From, or on"} optional error={errors?.from?.message}>
              <DateInput {...register("fields.from")} {...dateBounds("rest", { today })} />
            </Field>
          )}
          {has("to") && (
            <Field label="To" optional error={errors?.to?.message}>
              <DateInput {...register("fields.to")} {...dateBounds("rest", { today })} />
            </Field>
          )}
        </div>
      )}
      {has("purpose") && (
        <Field
          label={purposeLabels[kind] ?? "For"}
          optional={!isRequired(kind, "purpose")}
          error={errors?.purpose?.message}
        >
          <TextInput
            {...register("fields.purpose")}
            maxLength={300}
            autoComplete="off"
            {...(!isClearance && { placeholder: "sick leave, school, travel" })}
          />
        </Field>
      )}
      {has("findings") && (
        <Field label="Findings" optional error={errors?.findings?.message}>
          <ClinicalTextArea {...register("fields.findings")} rows={2} />
        </Field>
      )}
      {has("remarks") && (
        <Field
          label={kind === "clearance_surgery" ? "Recommendations" : "Remarks"}
          optional
          error={errors?.remarks?.message}
        >
          <ClinicalTextArea {...register("fields.remarks")} rows={2} />
        </Field>
      )}
      <Field label="Date" error={errors?.date?.message} className="md:max-w-52">
        <DateInput {...register("fields.date")} {...dateBounds("paper", { today })} />
      </Field>
    </>
  );
}
