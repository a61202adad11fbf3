import * as z from "zod/mini";
import { endpoint, Id } from "#shared/endpoint.ts";
import { pageSize } from "#shared/formats/fields.ts";

/** How long an archive can be downloaded, in hours. */
export const FETCHED_WITHIN = 24;
/** How long a link is valid, in seconds. */
export const LINK_LASTS = 60;
/** The limit of a clinic's stored archives. */
export const MAX_STORED = 3;

const exportStates = ["waiting", "running", "ready", "failed", "cancelled", "expired"] as const;
export type ExportState = (typeof exportStates)[number];

const text = z.nullable(z.string());

export const Export = z.object({
  id: Id,
  state: z.enum(exportStates),
  /** Whether it includes the papers as PDF. */
  hasPapers: z.boolean(),
  /** The current step, in words. */
  part: text,
  /** Rows, files and papers written, and the total. */
  done: z.int(),
  total: z.int(),
  /** Of the archive, once it is ready. */
  bytes: z.nullable(z.int()),
  patients: z.nullable(z.int()),
  files: z.nullable(z.int()),
  /** Why it failed, in words. */
  problem: text,
  createdAt: z.string(),
  createdByName: text,
  readyAt: text,
  /** Until when it can be downloaded. */
  expiresAt: text,
});
export type Export = z.output<typeof Export>;

export const listExports = endpoint({
  method: "GET",
  path: "/api/exports",
  access: "owner",
  whileReleased: true,
  audit: null,
  reads: ["exports", "users"],
  query: z.object({ limit: z.optional(pageSize), cursor: z.optional(z.string().check(z.maxLength(60))) }),
  response: z.array(Export),
});
/** Starts an archive of the whole clinic, which is written in the background. One at a time. */
export const addExport = endpoint({
  method: "POST",
  path: "/api/exports",
  access: "owner",
  whileReleased: true,
  audit: null,
  changes: ["exports"],
  recentPassword: true,
  body: z.strictObject({
    /** Consultations, full histories, prescriptions and referral letters as PDF: about 40 a second. */
    hasPapers: z.boolean({ error: "Use true or false" }),
  }),
  response: Export,
});
export const oneExport = endpoint({
  method: "GET",
  path: "/api/exports/:id",
  access: "owner",
  whileReleased: true,
  audit: null,
  reads: ["exports", "users"],
  response: Export,
});
/** Cancels an export, and deletes what was written. */
export const cancelExport = endpoint({
  method: "DELETE",
  path: "/api/exports/:id",
  access: "owner",
  whileReleased: true,
  audit: null,
  changes: ["exports"],
  withoutPassword: "It removes an archive, not what it was made of.",
  response: Export,
});
/** A link that downloads the archive once, within a minute. It replaces an earlier one. */
export const linkExport = endpoint({
  method: "POST",
  path: "/api/exports/:id/link",
  access: "owner",
  whileReleased: true,
  audit: "clinic.export",
  changes: [],
  recentPassword: true,
  isSecret: true,
  response: z.object({ address: z.string(), validUntil: z.string() }),
});
/** The archive, for anyone with the link. */
export const fetchExport = endpoint({
  method: "GET",
  path: "/api/exports/files/:token",
  access: "public",
  audit: null,
  params: z.object({ token: z.string().check(z.maxLength(60)) }),
  response: "file",
});
