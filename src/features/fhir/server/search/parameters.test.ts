import type { Observation } from "@medplum/fhirtypes";
import fc from "fast-check";
import { expect, test } from "vitest";
import { date, impliedToken, spanOfValues } from "./parameters.ts";

const observed = date<Observation>("date", ({ effectiveDateTime }) => effectiveDateTime, "");
const matches = (query: string, effectiveDateTime: string) =>
  observed.matcher(query)({ resourceType: "Observation", effectiveDateTime } as Observation);

const DAY = 86_400_000;
const noon = Date.parse("2026-11-18T12:00:00+08:00");
const manila = (at: number) => new Date(at + DAY / 3).toISOString();
/** A time as a day or to the minute, and the instants that it may be. */
const times = fc
  .record({ minutes: fc.integer({ min: -2880, max: 2880 }), isDay: fc.boolean() })
  .map(({ minutes, isDay }) => {
    const at = noon + minutes * 60_000;
    const text = isDay ? manila(at).slice(0, 10) : `${manila(at).slice(0, 16)}+08:00`;
    const from = Date.parse(isDay ? `${text}T00:00:00+08:00` : text);
    return { text, from, last: from + (isDay ? DAY : 60_000) - 1 };
  });

test("a date is compared with every instant that it may be", () => {
  fc.assert(
    fc.property(times, times, (wanted, known) => {
      const of = (prefix: string) => matches(prefix + wanted.text, known.text);
      expect(of("")).toBe(known.from >= wanted.from && known.last <= wanted.last);
      expect(of("gt")).toBe(known.last > wanted.last);
      expect(of("ge")).toBe(known.last >= wanted.from);
      expect(of("lt")).toBe(known.from < wanted.from);
      expect(of("le")).toBe(known.from <= wanted.last);
    }),
  );
});

test("the index leaves out nothing that matches", () => {
  const prefixes = fc.constantFrom("", "gt", "ge", "lt", "le");
  fc.assert(
    fc.property(
      prefixes,
      times,
      times,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (prefix, wanted, known, part) => {
        fc.pre(matches(prefix + wanted.text, known.text));
        // What is known by its day may be stored with any instant of it.
        const stored = known.from + Math.floor(part * (known.last - known.from));
        const { from, to } = spanOfValues("date", [prefix + wanted.text]);
        if (from) expect(stored).toBeGreaterThanOrEqual(Date.parse(from));
        if (to) expect(stored).toBeLessThanOrEqual(Date.parse(to));
      },
    ),
  );
});

test("a bare code has the system that R4 gives its element", () => {
  const status = impliedToken<Observation>("status", "observationStatus", (one) => one.status, "");
  const finds = (query: string) =>
    status.matcher(query)({ resourceType: "Observation", status: "final" } as Observation);
  for (const query of [
    "final",
    "|final",
    "http://hl7.org/fhir/observation-status|final",
    "http://hl7.org/fhir/observation-status|",
  ])
    expect(finds(query), query).toBe(true);
  for (const query of ["corrected", "http://hl7.org/fhir/encounter-status|final", "http://example.org|"])
    expect(finds(query), query).toBe(false);
});
