import { useState } from "react";
import { useWatch } from "react-hook-form";
import { type HospitalForm, hospitalChoices, ownHospitalCount } from "#shared/clinical/hospitals.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { problemOf } from "./PatientFields.tsx";
import type { PatientForm } from "./patient-form.ts";

const other = "Other";

/**
 * The form's own hospitals, then the rest, then Other with free text. A stored name that is not listed stays an
 * option.
 */
export function HospitalField({
  form,
  list,
  stored,
  autoFocus,
}: {
  form: PatientForm;
  list: HospitalForm;
  /** The record's hospital, in the edit form. */
  stored?: string;
  autoFocus?: boolean;
}) {
  const value = useWatch({ control: form.control, name: "hospital" });
  const choices = hospitalChoices(list);
  const own = ownHospitalCount(list);
  const isListed = (name: string) => choices.includes(name) || (stored !== undefined && name === stored);
  const [isOther, setOther] = useState(() => Boolean(value) && !isListed(value));
  const problem = problemOf(form, "hospital");
  // A restored draft or a chosen version may contain a name that is not listed.
  const showsOther = isOther || (Boolean(value) && !isListed(value));

  const choose = (chosen: string) => {
    setOther(chosen === other);
    form.setValue("hospital", chosen === other ? "" : chosen, {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: chosen !== other,
    });
  };
  return (
    <>
      <Field label="Hospital" required error={showsOther ? undefined : problem}>
        <Select
          {...(showsOther ? {} : { name: "hospital", ref: form.register("hospital").ref })}
          {...(autoFocus && { "data-autofocus": "" })}
          placeholder="Select hospital"
          value={showsOther ? other : value}
          onChange={(event) => choose(event.target.value)}
        >
          {stored !== undefined && stored !== "" && !choices.includes(stored) && (
            <option value={stored}>{stored}</option>
          )}
          {choices.slice(0, own).map((name) => (
            <option key={name}>{name}</option>
          ))}
          <optgroup label="More hospitals">
            {choices.slice(own).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </optgroup>
          <option value={other}>Other</option>
        </Select>
      </Field>
      {showsOther && (
        <Field label="Hospital name" required error={problem}>
          <TextInput maxLength={255} autoComplete="off" {...form.register("hospital")} />
        </Field>
      )}
    </>
  );
}
