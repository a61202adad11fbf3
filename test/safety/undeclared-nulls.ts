import { readFileSync } from "node:fs";
import { DatabaseFunctions } from "#server/database/database-functions.ts";

/**
 * The types of database functions depend on their comments for nullable columns. Every call in a test is compared with
 * them, so that an undeclared null fails the test that returned it.
 */
const types = readFileSync(new URL("../../src/server/database/db.types.ts", import.meta.url), "utf8");
const answers = new Map(
  [...types.matchAll(/^ {2}(\w+): \{ args: \{.*?\}; (?:row: \{ (.*) \}|value: (.*)) \};$/gm)].map(
    ([, name = "", row, value]) => [name, { row, value }],
  ),
);

const { rows: readRows, value: readValue } = DatabaseFunctions.prototype;

DatabaseFunctions.prototype.rows = async function rows(name, args) {
  const read = await readRows.call(this, name, args);
  const declared = answers.get(name)?.row;
  for (const row of read)
    for (const [column, value] of Object.entries(row))
      if (value === null && !new RegExp(`\\b${column}: [^;]*\\| null`).test(declared ?? ""))
        throw new Error(
          `${name} answered null as ${column}, which its comment does not declare as nullable.`,
        );
  return read as never;
};

DatabaseFunctions.prototype.value = async function value(name, args) {
  const read = await readValue.call(this, name, args);
  const declared = answers.get(name)?.value ?? "void";
  if (read === null && !declared.includes("null") && declared !== "void")
    throw new Error(`${name} answered null, which its comment does not declare as nullable.`);
  return read as never;
};
