import { listFields } from "#features/imports/import-fields.ts";
import { type FieldType, type PatientFieldName, patientField } from "#features/patients/patient-fields.ts";
import { columnName } from "#shared/formats/column-name.ts";

const typesOfColumns: Partial<Record<FieldType, string>> = {
  day: "date",
  years: "smallint",
  days: "smallint",
  pesos: "numeric",
};

/** The type of a field's column for a value from a list. */
export const columnType = (name: PatientFieldName): string =>
  typesOfColumns[patientField(name).type] ?? "text";

const names = ["patientName", ...listFields] as const;

/** The fields that a list fills, as the columns of a record of JSON, as those of patients, and as values of the record. */
export const listColumns = {
  typed: names.map((name) => `"${name}" ${columnType(name)}`).join(", "),
  stored: names.map(columnName).join(", "),
  values: names.map((name) => `"${name}"`).join(", "),
};
