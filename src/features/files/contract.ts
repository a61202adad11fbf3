import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";

export const fileCategories = ["laboratory", "imaging", "other"] as const;
export type FileCategory = (typeof fileCategories)[number];

/** Extensions that a category accepts, without the dot; the server checks the bytes too. */
export const categoryEndings: Record<FileCategory, readonly string[]> = {
  laboratory: ["pdf", "jpg", "jpeg", "png"],
  imaging: ["pdf", "jpg", "jpeg", "png", "dcm"],
  other: ["pdf", "doc", "docx", "jpg", "jpeg", "png"],
};

/** Pictures of iPhones, stored as JPEG; taken wherever JPEG is. */
export const convertedEndings: readonly string[] = ["heic", "heif"];

/** A name as discs of hospitals have it: without an ending, or with numbers for one. The bytes must be DICOM. */
export const isDiscName = (name: string) => /^(?:[^.]+|.*\.\d+)$/.test(name);

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

/** What the viewer needs to know of a DICOM file before its frames. */
export const DicomPicture = z.object({
  rows: z.int(),
  columns: z.int(),
  frames: z.int(),
  /** Null for colors. A frame's PNG has the stored values less `least`: as gray, or (`isWide`) as 256 × red + green. */
  grey: z.nullable(z.object({ isWide: z.boolean(), least: z.int() })),
  /** MONOCHROME1: the highest value is black. */
  isInverted: z.boolean(),
  /** Of stored values, to the units of the windows (Hounsfield for CT). */
  slope: z.number(),
  intercept: z.number(),
  windows: z.array(z.object({ label: z.string(), level: z.number(), width: z.number() })),
  about: z.object({
    patientName: z.nullable(z.string()),
    /** YYYY-MM-DD. */
    studyDate: z.nullable(z.string()),
    modality: z.nullable(z.string()),
    description: z.nullable(z.string()),
  }),
  /** Overlays (markings over the picture) that are not drawn. */
  hasOverlays: z.boolean(),
});
export type DicomPicture = z.output<typeof DicomPicture>;

/** The header of a DICOM file. 422 with the reason when it cannot be shown, or is another file. */
export const viewPicture = endpoint({
  method: "GET",
  path: "/api/uploads/:path/picture",
  access: { any: ["view_patients"] },
  audit: "file.open",
  reads: ["files"],
  params: z.object({ path: z.string().check(z.minLength(1), z.maxLength(255)) }),
  response: DicomPicture,
});

/** One frame of a DICOM file, from 0, as PNG (see `DicomPicture`). 422 with the reason when it cannot be shown. */
export const viewFrame = endpoint({
  method: "GET",
  path: "/api/uploads/:path/frames/:frame",
  access: { any: ["view_patients"] },
  audit: "file.open",
  params: z.object({
    path: z.string().check(z.minLength(1), z.maxLength(255)),
    frame: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)),
  }),
  response: "file",
});

/** All files of a patient, newest first within each category. */
export const patientFiles = endpoint({
  method: "GET",
  path: "/api/patients/:id/files",
  access: { any: ["view_patients"] },
  audit: "file.list",
  reads: ["files", "users"],
  response: z.array(PatientFile),
});
