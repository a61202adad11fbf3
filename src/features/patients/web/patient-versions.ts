import type { Patient } from "#features/patients/contract.ts";
import { type PatientField, type PatientForm, type PatientInput, valuesOf } from "./patient-form.ts";

type Value = PatientInput[PatientField];

/** What somebody else saved while this form stood open. */
export type Versions = {
  changedAt: string;
  /** Fields that both changed, to different values. */
  conflicts: { field: PatientField; theirs: Value; mine: Value }[];
  /** Fields that only the other changed; the form shows their values now. */
  taken: PatientField[];
};

/**
 * Lays a form over the newer record: what was typed stays typed, what was not touched follows the record.
 * Where both changed a field, the form keeps what was typed until a choice is made.
 */
export function compareVersions(form: PatientForm, base: Patient, current: Patient): Versions {
  const [before, now] = [valuesOf(base), valuesOf(current)];
  const mine = form.getValues();
  const { dirtyFields } = form.formState;
  const typed = (Object.keys(now) as PatientField[]).filter((field) => dirtyFields[field]);
  const conflicts = typed
    .filter((field) => now[field] !== before[field] && now[field] !== mine[field])
    .map((field) => ({ field, theirs: now[field], mine: mine[field] }));
  const taken = (Object.keys(now) as PatientField[]).filter(
    (field) => !typed.includes(field) && now[field] !== before[field],
  );
  form.reset(now);
  for (const field of typed) form.setValue(field, mine[field], { shouldDirty: true });
  return { changedAt: current.updatedAt, conflicts, taken };
}
