import { Secret, TOTP } from "otpauth";

const secondsOfStep = 30;

/** RFC 6238 with what every authenticator app supports: SHA-1, six digits, 30 seconds. */
const totpOf = (secret: Uint8Array, label = "") =>
  new TOTP({
    issuer: "Klinika",
    label,
    algorithm: "SHA1",
    digits: 6,
    period: secondsOfStep,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });

/** When it began. */
export const timeOfStep = (step: number): Date => new Date(step * secondsOfStep * 1000);

/** 160 bits, the size RFC 4226 recommends. */
export const newTotpSecret = (): Uint8Array => new Secret({ size: 20 }).bytes;

/** For typing into an app, and for its QR code. */
export function totpKey(secret: Uint8Array, email: string): { secret: string; uri: string } {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * The time step a code belongs to, or null when it is wrong. The neighboring steps are accepted, since a phone's
 * clock may be off. Store the step and refuse it and earlier ones afterwards: each code signs in once.
 */
export function stepOfCode(
  secret: Uint8Array,
  code: string,
  now: Date,
  lastUsedStep: number | null,
): number | null {
  const token = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret).validate({ token, timestamp: now.getTime(), window: 1 });
  if (delta === null) return null;
  const step = Math.floor(now.getTime() / 1000 / secondsOfStep) + delta;
  return lastUsedStep !== null && step <= lastUsedStep ? null : step;
}
