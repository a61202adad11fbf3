import type { CustomField } from "#features/clinics/contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import {
  type FieldOfType,
  type FormField,
  fieldLabel,
  fieldsWhere,
} from "#features/patients/patient-fields.ts";
import { formKey } from "./custom-field-values.ts";
import { type PatientForm, type PatientInput, valuesOf } from "./patient-form.ts";

/** The path of a field in the form; custom fields are under customFields. */
export type FieldPath = FormField | `customFields.${string}`;
type Values = Partial<Record<FieldPath, string>>;

export type Conflict = { field: FieldPath; label: string; theirs: string; mine: string };

/** What another user saved while this form was open. */
export type Versions = {
  changedAt: string;
  /** Fields that both changed, to different values. */
  conflicts: Conflict[];
  /** Names of the fields that only the other changed; the form shows their new values. */
  taken: string[];
};

const stay = ["roomNumber", "dateOfAdmission"] as const;
const files = fieldsWhere<FieldOfType<"files">>(({ type }) => type === "files");

/**
 * Merges a form with the newer record: changed fields keep the typed value, unchanged ones take the record's. Where
 * both changed, the form keeps the typed value until the user chooses. Files need no choice, because those of both
 * are kept.
 */
export function compareVersions(
  form: PatientForm,
  fields: readonly CustomField[],
  base: Patient,
  current: Patient,
): Versions {
  const [before, now] = [flat(valuesOf(base, fields)), flat(valuesOf(current, fields))];
  const mine = flat(form.getValues());
  const paths = Object.keys(now) as FieldPath[];
  const typed = paths.filter((path) => (mine[path] ?? "") !== before[path]);
  const changed = paths.filter((path) => now[path] !== before[path]);
  const labelOf = (path: FieldPath) =>
    fields.find((field) => path === `customFields.${formKey(field)}`)?.fieldName ?? fieldLabel(path) ?? path;

  const isAdmitted = (typed.includes("admissionStatus") ? mine : now).admissionStatus === "Admitted";
  const isMeant = (path: FieldPath) =>
    // The birthday determines the age, and without an admission there is no room to choose.
    path === "age" ? !mine.birthday && !now.birthday : isAdmitted || !stay.some((one) => one === path);
  const conflicts = typed
    .filter((path) => changed.includes(path) && now[path] !== mine[path] && isMeant(path))
    .map((field) => ({ field, label: labelOf(field), theirs: now[field] ?? "", mine: mine[field] ?? "" }));

  form.reset(valuesOf(current, fields));
  for (const path of typed) form.setValue(path, mine[path] ?? "", { shouldDirty: true });
  return {
    changedAt: current.updatedAt,
    conflicts,
    taken: [
      ...changed.filter((path) => !typed.includes(path)).map(labelOf),
      ...files
        .filter((list) => base[list].join("\n") !== current[list].join("\n"))
        .map((list) => fieldLabel(list)),
    ],
  };
}

function flat({ customFields = {}, ...values }: Partial<PatientInput>): Values {
  const own = Object.entries(values).filter(([, value]) => !Array.isArray(value));
  const clinics = Object.entries(customFields).map(([key, value]) => [`customFields.${key}`, value] as const);
  return Object.fromEntries([...own, ...clinics].map(([path, value]) => [path, String(value ?? "")]));
}
