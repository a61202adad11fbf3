import { CircleCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import type { AllergyMatch } from "#shared/prescription/allergy-classes.ts";
import {
  allergyNames,
  checkPrescribing,
  type KnownOfPatient,
  type PrescribingCheck,
} from "#shared/prescription/prescribing-check.ts";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { hasRequiredFields, isBlankMedicine, type PrescriptionForm } from "./prescription-form.ts";

const sentences = (matches: readonly AllergyMatch[]) =>
  matches.map(({ sentence }) => `${sentence}.`).join(" ");

/** The check against recorded allergies, current and stopped medicines: warnings, and the field for the reason. */
export function AllergyCheck({ form, known }: { form: PrescriptionForm; known: KnownOfPatient }) {
  const { control } = form;
  // As text, so that a key that changes nothing here does not rerender.
  const found = useWatch({
    control,
    name: "medications",
    compute: (medications) => JSON.stringify(checkPrescribing(medications, known)),
  });
  const { matches, twice, stopped } = JSON.parse(found) as PrescribingCheck;
  return (
    <>
      {matches === null ? (
        <NoteBox tone="warn">Allergies: not recorded, so medicines can't be checked against them.</NoteBox>
      ) : (
        matches.length > 0 && <Met form={form} matches={matches} />
      )}
      {stopped.length > 0 && (
        <NoteBox tone="warn" role="alert" title="Stopped before">
          {stopped.map((sentence) => `${sentence}.`).join(" ")}
        </NoteBox>
      )}
      {twice.length > 0 && (
        <NoteBox tone="warn" role="alert" title="The same medicine twice">
          {twice.map((sentence) => `${sentence}.`).join(" ")}
        </NoteBox>
      )}
    </>
  );
}

/** What was checked of the typed medicines, and what was not, in one line. */
export function CheckedLine({ form: { control }, known }: { form: PrescriptionForm; known: KnownOfPatient }) {
  const found = useWatch({
    control,
    name: "medications",
    compute: (medications) =>
      medications.every(isBlankMedicine) ? null : JSON.stringify(checkPrescribing(medications, known)),
  });
  if (!found) return null;
  const { matches, twice, notChecked } = JSON.parse(found) as PrescribingCheck;
  const allergies = allergyNames(known.allergies ?? []).filter((name) => !notChecked.includes(name));
  const passed = [
    ...(matches?.length === 0 && allergies.length > 0 ? [`no ${allergies.join(", ")}`] : []),
    ...(twice.length === 0 ? ["nothing twice"] : []),
  ];
  return (
    <div className="flex items-start gap-2 text-sm text-ink-2 wrap-anywhere">
      {passed.length > 0 && <CircleCheck className="mt-0.5 shrink-0 text-ok" />}
      <p>
        {passed.length > 0 && `Checked: ${passed.join(", ")}. `}
        Interactions are not checked.
        {notChecked.length > 0 && (
          <span aria-hidden="true">
            {" "}
            <span className="font-medium">Not checked:</span> {notChecked.join(", ")}
          </span>
        )}
      </p>
      {notChecked.length > 0 && <AnnouncedAtRest text={`Not checked: ${notChecked.join(", ")}`} />}
    </div>
  );
}

/** ms without a change after which a screen reader says it, not each letter that is typed. */
const restMs = 1200;

function AnnouncedAtRest({ text }: { text: string }) {
  const [announced, announce] = useState("");
  useEffect(() => {
    const timer = setTimeout(announce, restMs, text);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  );
}

function Met({ form: { control, register }, matches }: { form: PrescriptionForm; matches: AllergyMatch[] }) {
  const { errors } = useFormState({ control, name: "allergyReason" });
  const recorded = [...new Set(matches.map(({ allergy }) => allergy))].join(", ");
  return (
    <NoteBox tone="bad" role="alert" title={`Allergy on record: ${recorded}`}>
      <p>{sentences(matches)}</p>
      <Field
        label="Reason to prescribe anyway"
        required
        error={errors.allergyReason?.message}
        className="mt-2 text-ink"
      >
        <TextInput {...register("allergyReason")} autoComplete="off" className="bg-surface" />
      </Field>
    </NoteBox>
  );
}

/** Whether each medicine of a recorded allergy has a reason. If not, marks the missing ones. */
export function passesAllergyCheck(form: PrescriptionForm, known: KnownOfPatient): boolean {
  const typed = form.getValues();
  // Missing required fields are reported first.
  if (!hasRequiredFields(typed)) return true;
  const matches = checkPrescribing(typed.medications, known).matches ?? [];
  if (matches.length === 0) {
    // Drops the reason of a medicine that was removed.
    if (typed.allergyReason) form.setValue("allergyReason", "");
    return true;
  }
  if (typed.allergyReason?.trim()) return true;
  form.setError("allergyReason", { message: "Enter a reason for prescribing despite the allergy" });
  form.setFocus("allergyReason");
  notify({
    kind: "error",
    title: "Allergy on record",
    description: `${sentences(matches)} Give a reason to prescribe anyway.`,
  });
  return false;
}
