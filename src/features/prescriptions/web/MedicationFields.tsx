import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import { clinicSettings } from "#features/clinics/contract.ts";
import { MOST_MEDICINES, medicinesInUse, tooManyMedicines } from "#features/prescriptions/contract.ts";
import { isTriplicateAllowed } from "#shared/prescription/dangerous-drugs.ts";
import type { KnownOfPatient } from "#shared/prescription/prescribing-check.ts";
import { useCall } from "#web/data/calls.ts";
import { keepFocus } from "#web/forms/keep-focus.ts";
import { useFormKey } from "#web/hooks/use-form-key.ts";
import { useStableCallbacks } from "#web/hooks/use-stable-callbacks.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { shortcutProps } from "#web/shortcuts.ts";
import { Button } from "#web/ui/Button.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import type { Earlier } from "./earlier-medicine.ts";
import { MedicationRow } from "./MedicationRow.tsx";
import { blankMedicine, isBlankMedicine, type PrescriptionForm } from "./prescription-form.ts";

/** The medicines, at least one. One is expanded, the others are a line each. */
export function MedicationFields({
  form,
  allergies,
  earlier,
  from,
  check,
  open,
  onOpen,
  onKeep,
}: {
  form: PrescriptionForm;
  /** The patient's, as recorded. */
  allergies: KnownOfPatient["allergies"];
  earlier: Earlier;
  /** Where the medicines are from: "from today's plan". */
  from?: string | undefined;
  /** What was checked, beside the button that adds one. */
  check: ReactNode;
  /** Which medicine is expanded; -1: none. */
  open: number;
  onOpen: (index: number) => void;
  /** Saves a medicine as a favorite. */
  onKeep: (index: number) => void;
}) {
  const { fields, append, remove, insert } = useFieldArray({ control: form.control, name: "medications" });
  const today = useToday();
  const prescriptionDate = useWatch({ control: form.control, name: "prescriptionDate" }) || today;
  const triplicateUntil = useCall(clinicSettings, {}).data?.triplicateUntil ?? null;
  const inUse = useCall(medicinesInUse, {}).data;
  const [announced, announce] = useState("");

  const isFull = fields.length >= MOST_MEDICINES;
  const add = () => {
    onOpen(fields.length);
    append(blankMedicine, { focusName: `medications.${fields.length}.name` });
  };
  useFormKey("medicine", () => {
    if (!isFull) add();
  });
  const takeOut = (index: number) => {
    const medicine = form.getValues(`medications.${index}`);
    remove(index);
    const next = Math.min(index, fields.length - 2);
    onOpen(next);
    announce(`Medicine ${index + 1} removed`);
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

  const openRow = (index: number) => {
    onOpen(index);
    if (index >= 0) requestAnimationFrame(() => form.setFocus(`medications.${index}.name`));
  };
  // So that a key in one row does not rerender the others.
  const actions = useStableCallbacks({ open: openRow, takeOut, keep: onKeep });

  return (
    <section aria-labelledby="medications-title">
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <div className="flex flex-wrap items-baseline gap-x-2.5">
          <h3 id="medications-title" className="text-lg font-strong tracking-snug">
            Medications
          </h3>
          {(fields.length > 1 || from) && (
            <span className="text-sm text-ink-2">{[fields.length, from].filter(Boolean).join(", ")}</span>
          )}
        </div>
        <span className="text-sm text-ink-3">
          <span className="text-bad">*</span> required
        </span>
      </div>
      <ol className="divide-y divide-line rounded-md border border-line">
        {fields.map((field, index) => (
          <MedicationRow
            key={field.id}
            form={form}
            index={index}
            isAlone={fields.length === 1}
            isTriplicateAllowed={isTriplicateAllowed(triplicateUntil, { prescriptionDate, writtenOn: today })}
            isOpen={index === open}
            allergies={allergies}
            earlier={earlier}
            inUse={inUse}
            onOpen={actions.open}
            onRemove={fields.length > 1 ? actions.takeOut : undefined}
            onKeep={actions.keep}
          />
        ))}
      </ol>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <Button
          size="sm"
          icon={<Plus />}
          onMouseDown={keepFocus}
          onClick={add}
          disabled={isFull}
          {...shortcutProps("medicine")}
        >
          Add Medication
        </Button>
        {check}
      </div>
      {isFull && <p className="mt-1.5 text-sm text-ink-3">{tooManyMedicines}</p>}
      <p role="status" className="sr-only">
        {announced}
      </p>
    </section>
  );
}
