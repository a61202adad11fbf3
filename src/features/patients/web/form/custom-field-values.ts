import * as z from "zod/mini";
import type { CustomField } from "#features/clinics/contract.ts";
import { checkCustomValue, requiredMessage } from "#shared/clinical/custom-fields.ts";
import { ApiError } from "#web/data/api-error.ts";

/** Values by the clinic's names, as the record has them. */
type Named = Readonly<Record<string, string>>;
/** Values by `f12`: in a form a name with a dot would be parsed as a path. */
type Keyed = Readonly<Record<string, string | undefined>>;

export const formKey = ({ id }: Pick<CustomField, "id">): string => `f${id}`;

/** A form's initial values: a stored patient's, or none. */
export const keyedValues = (fields: readonly CustomField[], stored: Named = {}): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [formKey(field), ownValue(stored, field)]));

const ownValue = (stored: Named, { fieldName }: CustomField) =>
  Object.hasOwn(stored, fieldName) ? (stored[fieldName] ?? "") : "";

/** The changed values, by name. */
export const changedByName = (
  fields: readonly CustomField[],
  typed: Keyed = {},
  stored: Named = {},
): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = typed[formKey(field)] ?? "";
      return value === ownValue(stored, field) ? [] : [[field.fieldName, value]];
    }),
  );

/**
 * The validation of custom fields as part of a form's schema. Stored values are accepted as they are, and a field
 * that became required after registration is not required here.
 */
export const customFieldRules = (fields: readonly CustomField[], stored: Named | null = null) =>
  z.optional(
    z.record(z.string(), z.string()).check((checked) => {
      for (const field of fields) {
        const typed = checked.value[formKey(field)] ?? "";
        const problem = problemOf(field, typed, stored && ownValue(stored, field));
        if (problem)
          checked.issues.push({ code: "custom", path: [formKey(field)], input: typed, message: problem });
      }
    }),
  );

function problemOf(field: CustomField, typed: string, before: string | null): string | undefined {
  if (typed === before) return undefined;
  if (field.isRequired && typed.trim() === "") return requiredMessage(field.fieldName);
  return checkCustomValue(field, typed).problem;
}

/** Maps the server's `customFields.Blood type` to the form's `customFields.f12`, so that the error finds its field. */
export function withFormKeys(error: ApiError, fields: readonly CustomField[]): ApiError {
  const keys = new Map(
    fields.map((field) => [`customFields.${field.fieldName}`, `customFields.${formKey(field)}`]),
  );
  const renamed = Object.entries(error.fields).map(([name, message]) => [keys.get(name) ?? name, message]);
  return new ApiError(error.status, { ...error.body, fields: Object.fromEntries(renamed) }, error.message);
}
