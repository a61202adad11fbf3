import * as z from "zod/mini";
import { growthIndicators } from "#shared/clinical/growth/indicators.ts";
import { endpoint } from "#shared/endpoint.ts";
import { dayOrInstant } from "#shared/formats/fields.ts";
import { mayViewPatients } from "#shared/permissions.ts";

const indicator = z.enum(growthIndicators, { error: "Use wfa, lhfa, bfa, hcfa, wfl or wfh" });

/** One indicator on one day, by the WHO's standards (0 to 5 years) or reference (5 to 19). */
const GrowthValue = z.object({
  /** The Manila day on which it was measured. */
  date: z.string(),
  ageInDays: z.int(),
  /** The age by which a child born preterm is judged below 24 months; negative before term age. */
  correctedAgeInDays: z.nullable(z.int()),
  indicator,
  /** Kilograms, centimeters as measured, or kg/m². */
  value: z.number(),
  /** The length or height used for the tables, in centimeters; null where none is needed. */
  length: z.nullable(z.number()),
  z: z.number(),
  /** Percentage of healthy children with a lower value. */
  centile: z.number(),
  /** Within the WHO's limits; a value outside them is a mistake of measuring or typing. */
  isPlausible: z.boolean(),
  /** False before term age, which the standards do not cover: then z and centile are 0. */
  isAssessed: z.boolean(),
});
export type GrowthValue = z.output<typeof GrowthValue>;

/** By day and indicator, oldest first, from the latest 500 sets. Empty without a birthday. */
export const patientGrowth = endpoint({
  method: "GET",
  path: "/api/patients/:id/growth",
  access: mayViewPatients,
  audit: "vitals.view",
  reads: ["vitalSigns", "patients"],
  query: z.object({ at: z.optional(dayOrInstant) }),
  response: z.array(GrowthValue),
});

/** One page of A4: the curves, and the latest values as a table. */
export const growthChartPdf = endpoint({
  method: "GET",
  path: "/api/patients/:id/growth.pdf",
  access: mayViewPatients,
  audit: "growth.print",
  response: "file",
});

const whole = (name: string, most: number) =>
  z.string({ error: `${name} is a whole number` }).check(
    z.regex(/^\d{1,4}$/, `${name} is a whole number`),
    z.refine((text) => Number(text) <= most, `${name} is ${most} at most`),
  );

const CurvePoint = z.object({ x: z.number(), l: z.number(), m: z.number(), s: z.number() });
export type CurvePoint = z.output<typeof CurvePoint>;

/**
 * The reference lines of a chart: at most 121 rows of a table, from and to in days of age, or in centimeters of
 * length for wfl and wfh.
 */
export const growthCurve = endpoint({
  method: "GET",
  path: "/api/growth/curve",
  access: mayViewPatients,
  audit: null,
  reads: [],
  query: z.object({
    indicator,
    sex: z.enum(["M", "F"], { error: "Sex must be M or F" }),
    from: whole("from", 7000),
    to: whole("to", 7000),
  }),
  response: z.array(CurvePoint),
});
