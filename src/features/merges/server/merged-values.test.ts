import { describe, expect, test } from "vitest";
import type { PatientRow } from "./both-records.ts";
import { chosenFields, mergedValues } from "./merged-values.ts";

const now = new Date("2026-11-20T02:42:00Z");

const aRow = (name: string, more: Partial<PatientRow> = {}) =>
  ({
    ...Object.fromEntries(chosenFields.map((field) => [field, `${field} of ${name}`])),
    admissionStatus: "Outpatient",
    laboratoryFiles: [`${name}.pdf`],
    imagingFiles: [],
    otherFiles: [],
    customFields: {},
    ageToldOn: null,
    createdAt: "2026-01-05T00:00:00Z",
    appointmentTime: null,
    lastConsultationAt: null,
    ownDiagnosedAt: null,
    ...more,
  }) as PatientRow;

describe("a merged record", () => {
  test.each(chosenFields)("has the chosen %s", (field) => {
    const both = { survivor: aRow("survivor"), other: aRow("other") };
    expect(mergedValues(both, {}, now)[field]).toBe(both.survivor[field]);
    for (const stays of ["survivor", "other"] as const)
      expect(mergedValues(both, { [field]: stays }, now)[field]).toBe(both[stays][field]);
    const without = { ...both, survivor: { ...both.survivor, [field]: null } };
    expect(mergedValues(without, {}, now)[field]).toBe(both.other[field]);
    expect(mergedValues(without, { [field]: "survivor" }, now)[field]).toBeNull();
  });

  test.each([
    ["the next appointment", "2026-11-21T01:00:00Z", "2026-11-20T02:42:00Z", "2026-11-20T02:42:00Z"],
    ["the one that is ahead", "2026-11-20T02:41:59.9Z", "2026-11-22T01:00:00Z", "2026-11-22T01:00:00Z"],
    ["the last one", "2026-11-01T01:00:00.5Z", "2026-11-01T01:00:00Z", "2026-11-01T01:00:00.5Z"],
    ["the only one", null, "2026-11-01T01:00:00Z", "2026-11-01T01:00:00Z"],
  ])("has %s", (_, one, other, expected) => {
    for (const [mine, theirs] of [
      [one, other],
      [other, one],
    ] as const) {
      const both = {
        survivor: aRow("survivor", { appointmentTime: mine }),
        other: aRow("other", { appointmentTime: theirs }),
      };
      expect(mergedValues(both, {}, now).appointmentTime).toBe(expected);
    }
  });

  test("has the day on which the age that stays was told", () => {
    const both = {
      survivor: aRow("survivor", { age: null }),
      other: aRow("other", { age: 40 }),
    };
    expect(mergedValues(both, {}, now)).toMatchObject({ age: 40, ageToldOn: "2026-01-05" });
    both.survivor = aRow("survivor", { age: 41, ageToldOn: "2026-02-01" });
    expect(mergedValues(both, {}, now)).toMatchObject({ age: 41, ageToldOn: "2026-02-01" });
    expect(mergedValues(both, { age: "other" }, now)).toMatchObject({ age: 40, ageToldOn: "2026-01-05" });
  });

  test("has the custom fields of both, the survivor's first, unless they are empty", () => {
    const both = {
      survivor: aRow("survivor", { customFields: { Blood: "O+", School: "", Own: "" } }),
      other: aRow("other", { customFields: { Blood: "A+", School: "UST" } }),
    };
    expect(mergedValues(both, {}, now).customFields).toEqual({ Blood: "O+", School: "UST", Own: "" });
  });
});
