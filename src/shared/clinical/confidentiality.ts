import * as z from "zod/mini";

/** Of an entry of a record. Whoever may not see a confidential one gets nothing of it. */
export const confidentiality = {
  /** Seen by the clinic's owner and the account that wrote it alone. */
  isConfidential: z.boolean(),
  /** The caller wrote it, and may mark it. */
  isOwn: z.boolean(),
} as const;

/** Of a new entry; not sent: it is not confidential. */
export const confidentialEntry = z.optional(z.boolean({ error: "isConfidential is true or false" }));
