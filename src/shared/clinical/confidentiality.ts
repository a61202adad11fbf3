import * as z from "zod/mini";

/** For an entry of a record. Users who may not see a confidential one get nothing of it. */
export const confidentiality = {
  /** Only the clinic's owner and its author can see it. */
  isConfidential: z.boolean(),
  /** The caller wrote it, and may mark it. */
  isOwn: z.boolean(),
} as const;

/** For a new entry. Not confidential if omitted. */
export const confidentialEntry = z.optional(z.boolean({ error: "isConfidential is true or false" }));
