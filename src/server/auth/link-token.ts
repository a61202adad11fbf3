import { randomBytes } from "node:crypto";

/** Short enough to type with a remote control, too long to guess. */
const TOKEN_BYTES = 10;

/** For a link that opens without a session, "1a-58709ef00a6e9870428e": the clinic and the secret. */
export const newLinkToken = (clinicId: number) =>
  `${clinicId.toString(36)}-${randomBytes(TOKEN_BYTES).toString("hex")}`;

/** Zero, which is no clinic, for an invalid token. */
export function clinicOfLink(token: string): number {
  const id = Number.parseInt(token.split("-")[0] ?? "", 36);
  return Number.isSafeInteger(id) ? id : 0;
}
