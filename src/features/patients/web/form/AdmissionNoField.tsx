import { useEffect } from "react";
import { nextAdmissionNumber } from "#features/patients/contract.ts";
import { call } from "#web/data/api.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { problemOf } from "./PatientFields.tsx";
import type { PatientForm } from "./patient-form.ts";

/** The admission number; when it is used, a button offers the next free one. */
export function AdmissionNoField({
  form,
  free,
  onTaken,
}: {
  form: PatientForm;
  /** The free number that the server offered instead. */
  free: string | null;
  onTaken: () => void;
}) {
  const take = () => {
    form.setValue("admissionNo", free ?? "", { shouldDirty: true, shouldValidate: true });
    form.setFocus("admissionNo");
    onTaken();
  };
  return (
    <Field
      label="Admission number"
      required
      error={problemOf(form, "admissionNo")}
      hint={
        free && (
          <Button variant="link" size="sm" onClick={take}>
            Use {free}
          </Button>
        )
      }
    >
      <TextInput
        maxLength={50}
        autoComplete="off"
        className="tabular-nums"
        {...form.register("admissionNo")}
      />
    </Field>
  );
}

/**
 * Fills a new form with the next number unless the user has typed one. Fetched for each form, since numbers are used
 * up and days end. If it fails, the user types the number. A form that shows no number needs none.
 */
export function useNextAdmissionNumber(form: PatientForm, isNeeded = true): void {
  const { getValues, resetField } = form;
  useEffect(() => {
    if (!isNeeded) return;
    const asking = new AbortController();
    call(nextAdmissionNumber, {}, { signal: asking.signal }).then(
      ({ data }) => {
        if (!getValues("admissionNo")) resetField("admissionNo", { defaultValue: data.admissionNo });
      },
      () => undefined,
    );
    return () => asking.abort();
  }, [isNeeded, getValues, resetField]);
}
