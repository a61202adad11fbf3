import { CamelCasePlugin } from "kysely";
import { expect, test } from "vitest";
import { columnName, fieldName } from "./column-name.ts";

class Kysely extends CamelCasePlugin {
  readonly columnName = (field: string) => this.snakeCase(field);
}

test.each([
  ["patientName", "patient_name"],
  ["icd10Code", "icd10_code"],
  ["s2Number", "s2_number"],
  ["sha256", "sha256"],
])("the field %s is the column %s, as in Kysely", (field, column) => {
  expect(columnName(field)).toBe(column);
  expect(fieldName(column)).toBe(field);
  expect(new Kysely().columnName(field)).toBe(column);
});
