import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import type { DoubleChoice, ImportMapping } from "../contract.ts";
import type { StoredColumn } from "./guess-mapping.ts";

export const updateImport = (clinic: ClinicScope, id: number) =>
  clinic.db.updateTable("imports").where("clinicId", "=", clinic.id).where("id", "=", id);

export const selectImport = (clinic: ClinicScope, id: number) =>
  clinic.db.selectFrom("imports").where("clinicId", "=", clinic.id).where("id", "=", id);

export const updateRows = (clinic: ClinicScope, id: number) =>
  clinic.db.updateTable("importRows").where("clinicId", "=", clinic.id).where("importId", "=", id);

export const selectRows = (clinic: ClinicScope, id: number) =>
  clinic.db.selectFrom("importRows").where("clinicId", "=", clinic.id).where("importId", "=", id);

/** Columns of imports whose JSON has a type. */
export const storedColumns = sql<StoredColumn[]>`columns`.as("columns");
export const storedMapping = sql<ImportMapping>`mapping`.as("mapping");

/** The columns of a row that are checked. */
export const uncheckedRow = [
  "rowNo",
  sql<string[]>`cells`.as("cells"),
  sql<DoubleChoice | null>`choice`.as("choice"),
] as const;
