import { useFormState, useWatch } from "react-hook-form";
import type { RequestKind } from "#shared/clinic-paper/starter-templates.ts";
import { testsOf } from "#shared/clinical/requested-tests.ts";
import { ClinicalTextArea } from "#web/clinical/ClinicalTextArea.tsx";
import { dateBounds } from "#web/forms/date-bounds.ts";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field, FieldError } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import { KnownDiagnosis } from "./PaperFields.tsx";
import { fastingOptions, type PaperFormReturn } from "./paper-form.ts";

/** The tests requested of a laboratory or imaging center: checkboxes by group, and lines of free text. */
export function RequestFields({
  form,
  kind,
  known,
  today,
}: {
  form: PaperFormReturn;
  kind: RequestKind;
  known: string | null;
  today: string;
}) {
  const { register, control } = form;
  const errors = useFormState({ control, name: "fields" }).errors.fields;
  return (
    <>
      <div className="grid gap-x-5 gap-y-4 md:grid-cols-2">
        {testsOf(kind).map(({ label, tests }) => (
          <fieldset key={label} className="min-w-0">
            <legend className="mb-1 text-sm font-medium text-ink-3">{label}</legend>
            {tests.map(({ id, label: name }) => (
              <Test key={id} form={form} id={id} label={name} />
            ))}
          </fieldset>
        ))}
      </div>
      {errors?.tests?.message && <FieldError>{errors.tests.message}</FieldError>}
      <Field label="Others" optional hint="One to a line" error={errors?.otherTests?.message}>
        <TextArea {...register("fields.otherTests")} rows={2} />
      </Field>
      <Field
        label="Clinical impression"
        optional
        error={errors?.impression?.message}
        aside={<KnownDiagnosis form={form} name="fields.impression" known={known} />}
      >
        <ClinicalTextArea {...register("fields.impression")} rows={1} className="min-h-control" />
      </Field>
      <div className="grid gap-3 md:grid-cols-3">
        <Field label="Fasting" optional>
          <Select placeholder="Not needed" options={fastingOptions} {...register("fields.fasting")} />
        </Field>
        <Field label="Needed by" optional error={errors?.neededOn?.message}>
          <DateInput {...register("fields.neededOn")} {...dateBounds("requestNeeded", { today })} />
        </Field>
        <Field label="Date" error={errors?.date?.message}>
          <DateInput {...register("fields.date")} {...dateBounds("paper", { today })} />
        </Field>
      </div>
      <Field label="Remarks" optional error={errors?.remarks?.message}>
        <ClinicalTextArea {...register("fields.remarks")} rows={2} />
      </Field>
    </>
  );
}

function Test({
  form: { control, setValue, getValues },
  id,
  label,
}: {
  form: PaperFormReturn;
  id: string;
  label: string;
}) {
  const isWanted = useWatch({ control, name: "fields.tests" }).includes(id);
  return (
    <Checkbox
      label={label}
      checked={isWanted}
      onChange={({ target }) => {
        const others = getValues("fields.tests").filter((wanted) => wanted !== id);
        setValue("fields.tests", target.checked ? [...others, id] : others, { shouldDirty: true });
      }}
    />
  );
}
