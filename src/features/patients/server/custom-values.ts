import { type SqlBool, sql } from "kysely";
import { listCustomFields } from "#features/clinics/server/custom-fields.ts";
import { MAX_CUSTOM_VALUES } from "#features/patients/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { type CustomFieldType, checkCustomValue, requiredMessage } from "#shared/clinical/custom-fields.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";

type Values = Record<string, string>;
type Definition = {
  fieldName: string;
  fieldType: string;
  fieldOptions: string[];
  isRequired: boolean;
  isActive: boolean;
};

/** A new patient's values of the clinic's own fields. Every required one must be there. */
export async function valuesOfNewPatient(clinic: ClinicScope, sent: Values = {}): Promise<Values> {
  const definitions = await listCustomFields(clinic);
  const { values, problems } = checked(definitions, sent, {});
  for (const { fieldName, isRequired, isActive } of definitions)
    if (isRequired && isActive && !Object.hasOwn(values, fieldName))
      problems[fieldName] ??= requiredMessage(fieldName);
  refuse(problems);
  return values;
}

/**
 * What a change sets and clears. Fields that were not sent stay as they are, so that a patient who was registered
 * before a field became required can still be edited; a required value, once entered, cannot be cleared. For users
 * who may not view the record, no response depends on stored values: otherwise these could be guessed.
 */
export async function changedValues(
  clinic: ClinicScope,
  id: number,
  sent: Values,
  maySee: boolean,
): Promise<{ values: Values; emptied: string[] }> {
  const rows = await clinic.db
    .selectFrom("patients")
    .leftJoin("customFieldDefinitions as field", (join) =>
      join.onRef("field.clinicId", "=", "patients.clinicId").on(sql<SqlBool>`true`),
    )
    .select([
      sql<Values>`patients.custom_fields`.as("stored"),
      "field.fieldName",
      "field.fieldType",
      "field.fieldOptions",
      "field.isRequired",
      "field.isActive",
    ])
    .where("patients.clinicId", "=", clinic.id)
    .where("patients.id", "=", id)
    .execute();
  const stored = rows[0]?.stored;
  if (!stored) throw notFound("Patient");
  const definitions = rows.filter((row): row is typeof row & Definition => row.fieldName !== null);
  const { values, emptied, problems } = checked(definitions, sent, maySee ? stored : {});
  for (const { fieldName, isRequired, isActive } of definitions)
    if (isRequired && isActive && emptied.includes(fieldName) && (!maySee || stored[fieldName]))
      problems[fieldName] = requiredMessage(fieldName);
  refuse(problems);
  refuseTooMany({ ...stored, ...values }, emptied);
  return { values, emptied };
}

/**
 * Stored values are accepted unchanged. So are values of inactive or unknown fields, which come from imports and
 * referrals and must not be lost.
 */
function checked(definitions: readonly Definition[], sent: Values, stored: Values) {
  const known = new Map(definitions.map((field) => [field.fieldName, field]));
  const values = new Map<string, string>();
  const emptied: string[] = [];
  const problems: Values = {};
  for (const [name, typed] of Object.entries(sent)) {
    const field = known.get(name);
    if (typed.trim() === "") emptied.push(name);
    else if (!field?.isActive || (Object.hasOwn(stored, name) && stored[name] === typed))
      values.set(name, typed);
    else {
      const result = checkCustomValue({ ...field, fieldType: field.fieldType as CustomFieldType }, typed);
      if (result.problem === undefined) values.set(name, result.value);
      else problems[name] = result.problem;
    }
  }
  return { values: Object.fromEntries(values), emptied, problems };
}

/** The limit of one request also holds for values that accumulate over several. */
function refuseTooMany(values: Values, emptied: readonly string[]): void {
  const names = Object.keys(values).filter((name) => !emptied.includes(name));
  if (names.length > MAX_CUSTOM_VALUES)
    throw invalidField("customFields", `At most ${MAX_CUSTOM_VALUES} custom fields`);
}

function refuse(problems: Values): void {
  const found = Object.entries(problems).map(([name, message]) => [`customFields.${name}`, message] as const);
  const [first] = found;
  if (first) throw new Failure("invalid", first[1], { fields: Object.fromEntries(found) });
}
