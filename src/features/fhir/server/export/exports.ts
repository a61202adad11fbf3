import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { type FhirResourceType, fhirResourceTypes } from "#shared/fhir-resource-types.ts";
import { changedSince } from "../search/parameters.ts";
import { type Query, repeated, requireJson } from "../search/read-query.ts";

/** The file of what was deleted has Bundles. */
export const DELETED = "Bundle";

/** The output of one type; no file where there is nothing. */
export type ExportedFile = {
  type: FhirResourceType | typeof DELETED;
  storedAs: string | null;
  count: number;
};

export type FhirExport = {
  id: number;
  types: FhirResourceType[];
  state: "waiting" | "done" | "cancelled" | "failed";
  files: ExportedFile[];
  createdAt: string;
  /** Null: of everything. */
  since: string | null;
};

type Caller = { scopes: readonly FhirResourceType[] };

/**
 * The requested types that the key may read.
 * @throws Failure
 */
export function requestedTypes(query: Query, { scopes }: Caller): FhirResourceType[] {
  const { _type, _outputFormat: format, ...others } = query;
  const [unknown] = Object.keys(others).filter((name) => name !== "_format" && name !== "_since");
  if (unknown !== undefined)
    throw invalidField(unknown, "An export takes _type, _since and _outputFormat alone.");
  requireJson(query);
  const formats = ["application/fhir+ndjson", "application/ndjson", "ndjson"];
  if (format !== undefined && !formats.includes(String(format).replaceAll(" ", "+")))
    throw invalidField("_outputFormat", `Use ${formats.join(", ")}.`);
  const named = _type === undefined ? scopes : [_type].flat().flatMap((one) => one.split(","));
  const foreign = named.find((type) => !scopes.some((scope) => scope === type));
  if (foreign !== undefined) throw new Failure("forbidden", `This API key may not read ${foreign}.`);
  return fhirResourceTypes.filter((type) => named.includes(type));
}

/** @throws Failure */
export function requestedSince({ _since }: Query): string | null {
  if (_since === undefined) return null;
  const [text = ""] = repeated(_since);
  changedSince("_since", text);
  return new Date(text).toISOString();
}

/** The limit of a clinic's pending exports. */
const MOST_WAITING = 5;

/** @throws Failure too_many */
export async function beginExport(
  clinic: ClinicScope,
  { types, since }: { types: readonly FhirResourceType[]; since: string | null },
  now: Date,
): Promise<number> {
  const { waiting } = await clinic.db
    .selectFrom("fhirExports")
    .select((rows) => rows.fn.countAll<number>().as("waiting"))
    .where("clinicId", "=", clinic.id)
    .where("state", "=", sql.lit("waiting"))
    .executeTakeFirstOrThrow();
  if (waiting >= MOST_WAITING)
    throw new Failure(
      "too_many",
      "Other exports of this clinic wait to be written. Try again when they are done.",
      {},
      60,
    );
  const { id } = await clinic.db
    .insertInto("fhirExports")
    .values({
      clinicId: clinic.id,
      userId: clinic.userId,
      types: [...types],
      since,
      createdAt: now.toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * A key finds those of which it may read all types. A cancelled one is not found.
 * @throws Failure
 */
export async function findExport(clinic: ClinicScope, { scopes }: Caller, id: number): Promise<FhirExport> {
  const row = await clinic.db
    .selectFrom("fhirExports")
    .select(["id", "types", "state", sql<ExportedFile[]>`files`.as("files"), "createdAt", "since"])
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .where(sql<boolean>`types <@ ${[...scopes]}::text[]`)
    .where("state", "<>", "cancelled")
    .executeTakeFirstOrThrow(() => notFound("Export"));
  return { ...row, types: row.types as FhirResourceType[], state: row.state as FhirExport["state"] };
}

/**
 * The next sweep deletes the files.
 * @throws Failure
 */
export async function cancelExport(clinic: ClinicScope, caller: Caller, id: number): Promise<void> {
  await findExport(clinic, caller, id);
  await clinic.db
    .updateTable("fhirExports")
    .set({ state: "cancelled" })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .execute();
}
