import { createHmac } from "node:crypto";
import type { Session } from "#server/auth/session.ts";
import type { Kit } from "#server/kit.ts";

/**
 * 32 bytes in base64, for this user alone and the same on every device. Made from what the server keeps of the
 * password, salt and all, which nobody outside knows, so that it needs no store of its own; a new password makes
 * older drafts unreadable.
 */
export async function keyOfDrafts(kit: Kit, { userId }: Session): Promise<{ key: string }> {
  const stored = await kit.databases.functions.value("passwordHashOf", { user: userId });
  if (!stored) throw new Error(`User ${userId} has no password`);
  return {
    key: createHmac("sha256", stored).update(`drafts of user ${userId}`).digest("base64"),
  };
}
