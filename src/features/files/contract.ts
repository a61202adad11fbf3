import * as z from "zod/mini";
import { ById, endpoint } from "#shared/endpoint.ts";

export const fileCategories = ["laboratory", "imaging", "other"] as const;
export type FileCategory = (typeof fileCategories)[number];

/** Extensions that a category accepts, without the dot; the server checks the bytes too. */
export const categoryEndings: Record<FileCategory, readonly string[]> = {
  laboratory: ["pdf", "jpg", "jpeg", "png"],
  imaging: ["pdf", "jpg", "jpeg", "png", "dcm"],
  other: ["pdf", "doc", "docx", "jpg", "jpeg", "png"],
};

/** The field of the patient with the list of paths for each category. */
export const categoryLists = {
  laboratory: "laboratoryFiles",
  imaging: "imagingFiles",
  other: "otherFiles",
} as const satisfies Record<FileCategory, string>;

/** Bytes of one file. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Files per upload, and per save in the dialogs. */
export const MAX_FILES = { upload: 5, dialog: 3 } as const;

/** Paths of the accepted files in the order sent; each refused file by its name with the reason. */
export const UploadedFiles = z.object({
  files: z.array(z.string()),
  refused: z.array(z.object({ name: z.string(), reason: z.string() })),
});
export type UploadedFiles = z.output<typeof UploadedFiles>;

export const PatientFile = z.object({
  path: z.string(),
  /** Its name on the sender's device. */
  name: z.string(),
  /** MIME type, detected from the bytes. */
  type: z.string(),
  /** Bytes. */
  size: z.int(),
  category: z.enum(fileCategories),
  uploadedAt: z.string(),
  uploadedByName: z.nullable(z.string()),
});
export type PatientFile = z.output<typeof PatientFile>;

/**
 * Uploads files that belong to no patient yet; a patient gets them by listing their paths within 24 hours. With
 * `category`, its file types are checked during the upload. Some accepted: 200. None: 413 when all were too large,
 * else 415, with `refused` in the failure's body. No file in the request: 400. File storage is down: 503.
 */
export const uploadFiles = endpoint({
  method: "POST",
  path: "/api/patients/upload-files",
  access: { any: ["add_patients", "edit_patients"] },
  audit: null,
  changes: ["storage"],
  query: z.object({ category: z.optional(z.enum(fileCategories)) }),
  upload: { field: "files", maxFiles: MAX_FILES.upload, maxBytes: MAX_FILE_BYTES },
  response: UploadedFiles,
});

/**
 * The bytes of a file with their detected type: of a patient of this clinic, or the caller's own upload without a
 * patient. `download=1` makes the browser save it. Supports ranges.
 */
export const viewFile = endpoint({
  method: "GET",
  path: "/api/uploads/:path",
  access: { any: ["view_patients"] },
  audit: "file.open",
  params: z.object({ path: z.string().check(z.minLength(1), z.maxLength(255)) }),
  query: z.object({ download: z.optional(z.enum(["1", "true"])) }),
  response: "file",
});

/** All files of a patient, newest first within each category. */
export const patientFiles = endpoint({
  method: "GET",
  path: "/api/patients/:id/files",
  access: { any: ["view_patients"] },
  audit: "file.list",
  reads: ["files", "users"],
  params: ById,
  response: z.array(PatientFile),
});
