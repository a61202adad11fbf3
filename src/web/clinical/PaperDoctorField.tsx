import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import type { ChosenDoctor } from "./use-paper-doctor.ts";

/** Whom a paper names, or who saw the patient; nothing where the clinic has one doctor. */
export function PaperDoctorField({
  doctor: { doctors, practitionerId },
  error,
  onChoose,
}: {
  doctor: Pick<ChosenDoctor, "doctors" | "practitionerId">;
  error: string | undefined;
  onChoose: (practitionerId: number) => void;
}) {
  if (!doctors) return null;
  return (
    <Field label="Doctor" required error={error}>
      <Select
        value={practitionerId ?? ""}
        onChange={({ target }) => target.value && onChoose(Number(target.value))}
        options={doctors.map(({ id, name }) => ({ value: String(id), label: name }))}
        placeholder={practitionerId === undefined ? "Choose the doctor" : undefined}
      />
    </Field>
  );
}
