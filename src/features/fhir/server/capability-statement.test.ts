import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faultsOf } from "#test/data/fhir-validator.ts";
import { capabilityStatement } from "./capability-statement.ts";

const statement = capabilityStatement("https://klinika.example/fhir/R4");
const ofEach = ["_id", "_lastUpdated"];

/** `npm test` prints the table when docs/fhir.md has another one. */
const table = [
  "| Type | Parameters |",
  "|---|---|",
  ...(statement.rest?.[0]?.resource ?? [])
    .filter(({ searchParam }) => searchParam)
    .map(({ type, searchParam = [] }) => {
      const own = searchParam.filter(({ name }) => !ofEach.includes(name ?? ""));
      return `| ${type} | ${own.map(({ name, documentation }) => `\`${name}\`: ${documentation}`).join("<br>")} |`;
    }),
].join("\n");

test("the statement is valid R4", () => {
  expect(faultsOf(statement)).toEqual([]);
});

test("docs/fhir.md lists the types and parameters of the statement", () => {
  expect(readFileSync("docs/fhir.md", "utf8")).toContain(table);
});
