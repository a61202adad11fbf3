import { createHmac } from "node:crypto";
import type { SessionContext } from "./sign-in-context.ts";

/**
 * 32 bytes in base64, per user and the same on every device. Derived from the stored password hash including its
 * salt, which is secret, so no further storage is needed. Changing the password makes older drafts unreadable.
 */
export async function keyOfDrafts({ kit, session: { userId } }: SessionContext): Promise<{ key: string }> {
  const stored = await kit.databases.functions.value("passwordHashOf", { user: userId });
  if (!stored) throw new Error(`User ${userId} has no password`);
  return {
    key: createHmac("sha256", stored).update(`drafts of user ${userId}`).digest("base64"),
  };
}
