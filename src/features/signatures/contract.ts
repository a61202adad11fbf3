import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";

/** Bytes of a signature, as sent and as stored. */
export const MAX_SIGNATURE_BYTES = 200 * 1024;

/** The caller's own. Nobody else reads it: papers that bear it are drawn by the server. */
export const OwnSignature = z.object({
  /** A picture as a data URL; null: papers are signed by hand. */
  image: z.nullable(z.string()),
  savedAt: z.nullable(z.string()),
});
export type OwnSignature = z.output<typeof OwnSignature>;

const path = "/api/practitioners/me/signature";
const withoutPassword = "It is put on papers only while the same person signs them.";

export const ownSignature = endpoint({
  method: "GET",
  path,
  access: "doctor",
  audit: null,
  reads: ["signature"],
  response: OwnSignature,
});
/**
 * PNG, JPEG, WebP or GIF; stored as PNG, transparent where it was. Papers that were signed before keep the signature that
 * they bear.
 */
export const saveSignature = endpoint({
  method: "PUT",
  path,
  access: "doctor",
  audit: null,
  changes: ["signature", "storage", "staffHistory"],
  withoutPassword,
  upload: { field: "signature", maxFiles: 1, maxBytes: MAX_SIGNATURE_BYTES },
  response: OwnSignature,
});
/** From then on papers are signed by hand. Repeating it changes nothing. */
export const removeSignature = endpoint({
  method: "DELETE",
  path,
  access: "doctor",
  audit: null,
  changes: ["signature", "staffHistory"],
  withoutPassword,
  response: OwnSignature,
});
