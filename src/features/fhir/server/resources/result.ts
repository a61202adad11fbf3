import type { DiagnosticReport, Observation, ObservationReferenceRange } from "@medplum/fhirtypes";
import { sql } from "kysely";
import type { ResultValue } from "#features/results/contract.ts";
import { judgedBy, judgedNow } from "#features/results/server/judged-now.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { hasTime } from "#shared/clinical/results/collected.ts";
import { rangeInWords } from "#shared/clinical/results/judge.ts";
import { analytes, panelOf } from "#shared/clinical/results/panels.ts";
import { unitNamed } from "#shared/clinical/results/values.ts";
import { laterChange } from "../search/later-changes.ts";
import { codings, date, impliedToken, token } from "../search/parameters.ts";
import type { SearchedType } from "../search/searched-type.ts";
import { type RowOf, source } from "../search/source.ts";
import { typedQuantity } from "./quantity.ts";
import { coded, codeSystems, dayOrInstant, filled, metaOf, referTo } from "./resource.ts";

const selectResults = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("results")
    .select([
      "results.id",
      "results.patientId",
      "results.panel",
      "results.collectedAt",
      "results.laboratory",
      "results.note",
      sql<ResultValue[]>`results.result_values`.as("values"),
      sql<string>`results.result_state`.as("state"),
      "results.createdAt",
      "results.updatedAt",
      laterChange(clinic, { patient: "results.patientId", entry: { table: "results", id: "results.id" } }),
      ...judgedBy(clinic),
    ])
    .where("results.clinicId", "=", clinic.id)
    .where("results.confidentialToId", "is", null);

type ResultRow = Omit<RowOf<typeof selectResults>, "person" | "own">;

const statuses = { final: "final", corrected: "corrected", entered_in_error: "entered-in-error" } as const;
/** Tests of which none has a result were not completed. */
const statusOf = (state: string, values: readonly ResultValue[]) =>
  state !== "entered_in_error" && values.length > 0 && values.every(({ flag }) => flag === "X")
    ? "cancelled"
    : (statuses[state as keyof typeof statuses] ?? "unknown");

/** FHIR's ids have no underscores. */
const observationId = (row: ResultRow, analyte: string) => `result-${row.id}-${analyte.replaceAll("_", ".")}`;

const flags = { L: "Low", H: "High", LL: "Critical low", HH: "Critical high", A: "Abnormal" } as const;

function rangeOf({ low, high, isBelow, unit, source }: ResultValue): ObservationReferenceRange[] {
  if (low === null && high === null) return [];
  return [
    filled<ObservationReferenceRange>({
      low: low === null ? null : typedQuantity(low, unit),
      high: high === null ? null : typedQuantity(high, unit),
      text: [rangeInWords({ low, high, isBelow }), source].filter(Boolean).join("; "),
    }),
  ];
}

/** The code of the test in this unit. */
function loincOf({ analyte: code, unit }: ResultValue): string | undefined {
  const analyte = analytes.get(code);
  if (analyte?.kind === "number") return unitNamed(analyte, unit ?? "")?.loinc;
  return analyte?.kind === "word" ? analyte.loinc : undefined;
}

/** When these values were given out first: a correction is issued anew. */
const issuedAt = ({ state, createdAt, updatedAt }: ResultRow) =>
  state === "corrected" ? updatedAt : createdAt;

const effectiveOf = ({ collectedAt }: ResultRow) =>
  dayOrInstant(collectedAt, !hasTime(new Date(collectedAt)));

/** One per test of the specimen. */
const resultAsObservations = (row: ResultRow): Observation[] =>
  row.values.map((value) => {
    const loinc = loincOf(value);
    const measured = typedQuantity(value.value, value.unit);
    return filled<Observation>({
      resourceType: "Observation",
      id: observationId(row, value.analyte),
      meta: metaOf(row.updatedAt, row.laterAt),
      status: statusOf(row.state, [value]),
      category: [coded(codeSystems.observationCategory, "laboratory", "Laboratory")],
      code: {
        coding: [
          ...(loinc ? [{ system: codeSystems.loinc, code: loinc }] : []),
          { system: codeSystems.test, code: value.analyte, display: value.name },
        ],
        text: value.name,
      },
      subject: referTo("Patient", row.patientId),
      effectiveDateTime: effectiveOf(row),
      issued: issuedAt(row),
      performer: row.laboratory ? [{ display: row.laboratory }] : [],
      ...(value.flag === "X"
        ? {
            dataAbsentReason: { ...coded(codeSystems.dataAbsentReason, "error", "Error"), text: value.value },
          }
        : measured
          ? { valueQuantity: measured }
          : { valueString: value.unit ? `${value.value} ${value.unit}` : value.value }),
      interpretation:
        value.flag && value.flag !== "X"
          ? [coded(codeSystems.interpretation, value.flag, flags[value.flag])]
          : [],
      referenceRange: rangeOf(value),
    });
  });

/** The laboratory's report, with its tests as observations. */
const resultAsReport = (row: ResultRow): DiagnosticReport =>
  filled<DiagnosticReport>({
    resourceType: "DiagnosticReport",
    id: String(row.id),
    meta: metaOf(row.updatedAt, row.laterAt),
    status: statusOf(row.state, row.values),
    category: [coded(codeSystems.diagnosticService, "LAB", "Laboratory")],
    code: {
      ...coded(codeSystems.panel, row.panel, panelOf(row.panel)?.name),
      text: panelOf(row.panel)?.name ?? row.panel,
    },
    subject: referTo("Patient", row.patientId),
    effectiveDateTime: effectiveOf(row),
    issued: issuedAt(row),
    performer: row.laboratory ? [{ display: row.laboratory }] : [],
    result: row.values.map(({ analyte, name }) => referTo("Observation", observationId(row, analyte), name)),
    conclusion: row.note,
  });

/** The tests of results. */
export const testSource = source({
  prefix: "result-",
  isInParts: true,
  select: selectResults,
  id: "results.id",
  patient: "results.patientId",
  newest: { column: "results.collectedAt", type: "timestamptz" },
  asResources: (row) => resultAsObservations(judgedNow(row)),
});

const reportRows = source({
  select: selectResults,
  id: "results.id",
  patient: "results.patientId",
  newest: { column: "results.collectedAt", type: "timestamptz" },
  asResources: (row) => [resultAsReport(judgedNow(row))],
});

export const reports: SearchedType = {
  type: "DiagnosticReport",
  sources: [reportRows],
  isOfPatients: true,
  time: "date",
  parameters: [
    token<DiagnosticReport>("category", ({ category }) => codings(...(category ?? [])), "LAB."),
    token<DiagnosticReport>("code", ({ code }) => codings(code), "Klinika's code of a panel, such as cbc."),
    date<DiagnosticReport>(
      "date",
      ({ effectiveDateTime }) => effectiveDateTime,
      "When the specimen was collected.",
    ),
    impliedToken<DiagnosticReport>(
      "status",
      "reportStatus",
      ({ status }) => status,
      "final, corrected, cancelled (no test has a result) or entered-in-error.",
    ),
  ],
};
