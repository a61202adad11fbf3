import type { DiagnosticReport, Observation, ObservationReferenceRange } from "@medplum/fhirtypes";
import type { ResultValue } from "#features/results/contract.ts";
import { hasTime } from "#shared/clinical/results/collected.ts";
import { rangeInWords } from "#shared/clinical/results/judge.ts";
import { analytes, panelOf } from "#shared/clinical/results/panels.ts";
import { unitNamed } from "#shared/clinical/results/values.ts";
import { typedQuantity } from "./quantity.ts";
import { coded, codeSystems, dayOrInstant, filled, metaOf, referTo } from "./resource.ts";

export type ResultRow = {
  id: number;
  patientId: number;
  panel: string;
  collectedAt: string;
  laboratory: string | null;
  note: string | null;
  values: ResultValue[];
  state: string;
  fileId: number | null;
  createdById: number;
  createdAt: string;
  updatedAt: string;
  laterAt: string | null;
};

const statuses = { final: "final", corrected: "corrected", entered_in_error: "entered-in-error" } as const;
const statusOf = (state: string) => statuses[state as keyof typeof statuses] ?? "unknown";

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

const effectiveOf = ({ collectedAt }: ResultRow) =>
  dayOrInstant(collectedAt, !hasTime(new Date(collectedAt)));

/** One per test of the specimen. */
export const resultAsObservations = (row: ResultRow): Observation[] =>
  row.values.map((value) => {
    const loinc = loincOf(value);
    const measured = typedQuantity(value.value, value.unit);
    return filled<Observation>({
      resourceType: "Observation",
      id: observationId(row, value.analyte),
      meta: metaOf(row.updatedAt, row.laterAt),
      status: statusOf(row.state),
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
      issued: row.createdAt,
      performer: row.laboratory ? [{ display: row.laboratory }] : [],
      ...(measured
        ? { valueQuantity: measured }
        : { valueString: value.unit ? `${value.value} ${value.unit}` : value.value }),
      interpretation: value.flag ? [coded(codeSystems.interpretation, value.flag, flags[value.flag])] : [],
      referenceRange: rangeOf(value),
    });
  });

/** The laboratory's report, with its tests as observations. */
export const resultAsReport = (row: ResultRow): DiagnosticReport =>
  filled<DiagnosticReport>({
    resourceType: "DiagnosticReport",
    id: String(row.id),
    meta: metaOf(row.updatedAt, row.laterAt),
    status: statusOf(row.state),
    category: [coded(codeSystems.diagnosticService, "LAB", "Laboratory")],
    code: {
      ...coded(codeSystems.panel, row.panel, panelOf(row.panel)?.name),
      text: panelOf(row.panel)?.name ?? row.panel,
    },
    subject: referTo("Patient", row.patientId),
    effectiveDateTime: effectiveOf(row),
    issued: row.createdAt,
    performer: row.laboratory ? [{ display: row.laboratory }] : [],
    result: row.values.map(({ analyte, name }) => referTo("Observation", observationId(row, analyte), name)),
    conclusion: row.note,
  });
