import { useFormState, useWatch } from "react-hook-form";
import { type AllergyMatch, allergyMatches } from "#shared/prescription/allergy-classes.ts";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { hasRequiredFields, type PrescriptionForm, type TypedPrescription } from "./prescription-form.ts";

/** Each once, in the order of the medicines; null when no allergies are recorded. */
function matchesIn(
  allergies: string | null,
  medications: TypedPrescription["medications"],
): AllergyMatch[] | null {
  const all: AllergyMatch[] = [];
  for (const medicine of medications) {
    const found = allergyMatches(allergies, medicine);
    if (found === null) return null;
    all.push(...found.filter((match) => !all.some(({ sentence }) => sentence === match.sentence)));
  }
  return all;
}

const sentences = (matches: readonly AllergyMatch[]) =>
  matches.map(({ sentence }) => `${sentence}.`).join(" ");

/** What the recorded allergies have to say to the medicines, and the place to say why one is prescribed anyway. */
export function AllergyCheck({ form, allergies }: { form: PrescriptionForm; allergies: string | null }) {
  const { control, register } = form;
  // Text, so that a key that changes nothing here draws nothing anew.
  const found = useWatch({
    control,
    name: "medications",
    compute: (medications) => JSON.stringify(matchesIn(allergies, medications)),
  });
  const { errors } = useFormState({ control, name: "allergyReason" });
  const matches = JSON.parse(found) as AllergyMatch[] | null;
  if (matches === null)
    return <NoteBox tone="warn">No allergies recorded, so medicines can't be checked.</NoteBox>;
  if (matches.length === 0) return null;
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
export function passesAllergyCheck(form: PrescriptionForm, allergies: string | null): boolean {
  const typed = form.getValues();
  // Missing required fields are reported first.
  if (!hasRequiredFields(typed)) return true;
  const matches = matchesIn(allergies, typed.medications) ?? [];
  if (matches.length === 0) {
    // The reason for a medicine that is no longer there.
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
