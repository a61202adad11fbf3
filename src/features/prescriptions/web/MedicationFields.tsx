import { Plus } from "lucide-react";
import { useState } from "react";
import { useFieldArray } from "react-hook-form";
import { Button } from "#web/ui/Button.tsx";
import { notify } from "#web/ui/notify.ts";
import { keepFocus, MedicationRow } from "./MedicationRow.tsx";
import {
  blankMedicine,
  isBlankMedicine,
  MOST_MEDICINES,
  type PrescriptionForm,
} from "./prescription-form.ts";

/** The medicines, at least one. On phones one stands open and the others are a line each. */
export function MedicationFields({
  form,
  open,
  onOpen,
}: {
  form: PrescriptionForm;
  /** Which medicine is open on a phone. */
  open: number;
  onOpen: (index: number) => void;
}) {
  const { fields, append, remove, insert } = useFieldArray({ control: form.control, name: "medications" });
  const [said, say] = useState("");

  const add = () => {
    onOpen(fields.length);
    append(blankMedicine, { focusName: `medications.${fields.length}.name` });
  };
  const takeOut = (index: number) => {
    const medicine = form.getValues(`medications.${index}`);
    remove(index);
    const next = Math.min(index, fields.length - 2);
    onOpen(next);
    say(`Medicine ${index + 1} removed`);
    requestAnimationFrame(() => form.setFocus(`medications.${next}.name`));
    if (isBlankMedicine(medicine)) return;
    notify({
      kind: "info",
      title: `${medicine.name || "Medicine"} removed`,
      undo: () => {
        const at = Math.min(index, form.getValues("medications").length);
        insert(at, medicine, { focusName: `medications.${at}.name` });
        onOpen(at);
      },
    });
  };

  return (
    <section aria-labelledby="medications-title">
      <div className="flex items-baseline justify-between gap-3">
        <h3 id="medications-title" className="text-lg font-strong tracking-snug">
          Medications
        </h3>
        <span className="text-sm text-ink-3">
          <span className="text-bad">*</span> required
        </span>
      </div>
      <ol className="divide-y divide-line">
        {fields.map((field, index) => (
          <MedicationRow
            key={field.id}
            form={form}
            index={index}
            isOpen={index === open}
            onOpen={() => {
              onOpen(index);
              requestAnimationFrame(() => form.setFocus(`medications.${index}.name`));
            }}
            {...(fields.length > 1 && { onRemove: () => takeOut(index) })}
          />
        ))}
      </ol>
      <Button
        size="sm"
        icon={<Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />}
        onMouseDown={keepFocus}
        onClick={add}
        disabled={fields.length >= MOST_MEDICINES}
        className="mt-1"
      >
        Add Medication
      </Button>
      {fields.length >= MOST_MEDICINES && (
        <p className="mt-1.5 text-sm text-ink-3">At most 20 medications on one prescription</p>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  );
}
