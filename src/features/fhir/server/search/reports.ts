import type { DiagnosticReport } from "@medplum/fhirtypes";
import { sql } from "kysely";
import type { ResultValue } from "#features/results/contract.ts";
import { judgedBy, judgedNow } from "#features/results/server/judged-now.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { resultAsReport } from "../resources/result-observations.ts";
import { laterChange } from "./later-changes.ts";
import { codings, date, impliedToken, token } from "./parameters.ts";
import type { SearchedType } from "./searched-type.ts";
import { source } from "./source.ts";

export const selectResults = (clinic: ClinicScope) =>
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
      "results.fileId",
      "results.createdById",
      "results.createdAt",
      "results.updatedAt",
      laterChange(clinic, { patient: "results.patientId", entry: { table: "results", id: "results.id" } }),
      ...judgedBy(clinic),
    ])
    .where("results.clinicId", "=", clinic.id)
    .where("results.confidentialToId", "is", null);

const rows = source({
  select: selectResults,
  id: "results.id",
  patient: "results.patientId",
  newest: { column: "results.collectedAt", type: "timestamptz" },
  asResources: (row) => [resultAsReport(judgedNow(row))],
});

export const reports: SearchedType = {
  type: "DiagnosticReport",
  sources: [rows],
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
      "final, corrected or entered-in-error.",
    ),
  ],
};
