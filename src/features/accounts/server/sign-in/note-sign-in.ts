import type { SignInWay } from "#features/accounts/security-contract.ts";
import { cleanUserAgent } from "#server/auth/device-in-words.ts";
import { sha256 } from "#server/auth/secrets.ts";
import type { SignInContext } from "../sign-in-context.ts";

type Attempt = {
  /** Null for an e-mail without an account. */
  userId: number | null;
  email: string;
  way: SignInWay;
  /** Signed in, or set a new password by a mailed link. */
  isRight: boolean;
  /** The password was right, and the second factor has not been given yet. */
  waitsForCode?: boolean;
};

/** One row in the list of sign-ins. */
export async function noteSignIn(
  { kit, now, request }: SignInContext,
  { userId, email, way, isRight, waitsForCode = false }: Attempt,
): Promise<void> {
  await kit.databases.functions.value("noteSignIn", {
    user: userId,
    emailHash: sha256(email),
    address: request.ip,
    userAgent: cleanUserAgent(request.headers["user-agent"]),
    way,
    isRight,
    waitsForCode,
    at: now,
  });
}
