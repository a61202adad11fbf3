import { useState } from "react";
import { formatClock } from "#shared/dates.ts";
import { NoteBox } from "#web/ui/NoteBox.tsx";
import { RadioGroup } from "#web/ui/RadioGroup.tsx";
import { type PatientField, type PatientForm, patientFieldLabels } from "./patient-form.ts";
import type { Versions } from "./patient-versions.ts";
import { valueInWords } from "./value-in-words.ts";

/** Somebody else saved this patient while the form stood open: both values side by side, a choice per field. */
export function ChangedMeanwhile({ form, versions }: { form: PatientForm; versions: Versions }) {
  const { changedAt, conflicts, taken } = versions;
  return (
    <NoteBox
      tone="warn"
      role="alert"
      title={`Somebody changed this patient at ${formatClock(changedAt)}. Nothing of yours is saved yet.`}
    >
      {taken.length > 0 && (
        <p>
          Also changed, and shown below as it is now:{" "}
          {taken.map((name) => patientFieldLabels[name]).join(", ")}.
        </p>
      )}
      {conflicts.length > 0 && (
        <div className="mt-2 grid gap-3 text-ink">
          {conflicts.map((conflict) => (
            <Choice key={conflict.field} form={form} {...conflict} />
          ))}
        </div>
      )}
      <p className="mt-2">Update Patient saves what the form shows.</p>
    </NoteBox>
  );
}

function Choice({
  form,
  field,
  theirs,
  mine,
}: { form: PatientForm; field: PatientField } & Omit<Versions["conflicts"][number], "field">) {
  const [chosen, setChosen] = useState("mine");
  return (
    <RadioGroup
      label={patientFieldLabels[field]}
      value={chosen}
      onChange={(event) => {
        setChosen(event.target.value);
        form.setValue(field, event.target.value === "mine" ? mine : theirs, {
          shouldDirty: true,
          shouldValidate: true,
        });
      }}
      options={[
        { value: "mine", label: `Yours: ${valueInWords(field, mine)}` },
        { value: "theirs", label: `Theirs: ${valueInWords(field, theirs)}` },
      ]}
    />
  );
}
