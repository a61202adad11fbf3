import * as z from "zod/mini";
import { endpoint, Id } from "#shared/endpoint.ts";
import { pageSize, requiredText } from "#shared/formats/fields.ts";
import { mayViewPatients } from "#shared/permissions.ts";

/**
 * Formats of the patient's own copy: PDF to read, a FHIR R4 bundle for other health systems, JSON with everything
 * that the PDF has.
 */
export const copyFormats = ["pdf", "fhir", "json"] as const;

const CopyRequest = z.strictObject({
  /** The reason, for the record history. */
  reason: requiredText("Reason is required", 500),
  format: z.enum(copyFormats, { error: "Use pdf, fhir or json" }),
});

/**
 * The whole record for the patient. A record too long for one PDF is refused with 503 `paper_too_long`; the other formats
 * have no such limit. Uploaded files are listed, not included.
 */
export const copyRecord = endpoint({
  method: "POST",
  path: "/api/patients/:id/copy",
  access: mayViewPatients,
  audit: "patient.copy",
  changes: ["recordHistory"],
  recentPassword: true,
  body: CopyRequest,
  response: "file",
});
/**
 * Deleted patients whose records were destroyed after retention, newest first. Contains nothing that identifies
 * them.
 */
export const DestroyedRecord = z.object({
  id: Id,
  /** Rows: the patient's, consultations, prescriptions and the rest. */
  records: z.int(),
  /** Uploaded files and the photo. */
  files: z.int(),
  deletedAt: z.string(),
  /** Last day of retention, Manila. */
  keptUntil: z.string(),
  destroyedAt: z.string(),
});
export type DestroyedRecord = z.output<typeof DestroyedRecord>;

export const destroyedRecords = endpoint({
  method: "GET",
  path: "/api/patients/destroyed",
  access: "owner",
  audit: null,
  reads: [],
  query: z.object({ limit: z.optional(pageSize), cursor: z.optional(z.string().check(z.maxLength(60))) }),
  response: z.array(DestroyedRecord),
});
