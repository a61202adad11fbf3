import { createHmac, randomBytes } from "node:crypto";
import { sha256 } from "#server/auth/secrets.ts";
import type { Kit } from "#server/kit.ts";
import { inBase32, paperCode } from "#shared/clinic-paper/code.ts";

const SEED_BYTES = 16;
const SECRET_BYTES = 10;

/** Reading the table of papers reveals no code: it also takes the server's key. */
export const codeOf = ({ signingKey }: Pick<Kit, "signingKey">, clinicId: number, seed: Buffer): string => {
  const secret = createHmac("sha256", signingKey).update("paper code").update(seed).digest();
  return paperCode(clinicId, inBase32(secret.subarray(0, SECRET_BYTES)));
};

/** What is stored of a new paper's code. */
export function newCode(
  kit: Pick<Kit, "signingKey">,
  clinicId: number,
): { codeSeed: Buffer; codeHash: Buffer } {
  const codeSeed = randomBytes(SEED_BYTES);
  return { codeSeed, codeHash: sha256(codeOf(kit, clinicId, codeSeed)) };
}
