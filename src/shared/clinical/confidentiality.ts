import * as z from "zod/mini";

/** The caller wrote it, and so may mark and correct it. */
export const isOwn = z.boolean();

/** For an entry of a record. Users who may not see a confidential one get nothing of it. */
export const confidentiality = {
  /** Only the clinic's owner and its author can see it. */
  isConfidential: z.boolean(),
  isOwn,
} as const;

/** For a new entry. Not confidential if omitted. */
export const confidentialEntry = z.optional(z.boolean({ error: "isConfidential is true or false" }));
