import type { FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import type {
  AddPasskey,
  Passkey,
  PasskeyOptions,
  RecoveryCodes,
} from "#features/accounts/security-contract.ts";
import { cleanUserAgent, deviceInWords } from "#server/auth/device-in-words.ts";
import { newSecret, sha256 } from "#server/auth/secrets.ts";
import type { FunctionRow } from "#server/database/database-functions.ts";
import type { Kit } from "#server/kit.ts";
import { onceAsync } from "#server/once-async.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { fullName } from "#shared/formats/name-parts.ts";
import type { PasskeyAssertion } from "#shared/webauthn.ts";
import { changeAccount } from "../change-account.ts";
import type { SessionContext, SignInContext } from "../sign-in-context.ts";
import { hashOfRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";

/**
 * 15 MB and a sixth of a second. It is loaded soon after the start, so that neither the start nor a request waits for
 * it.
 */
export const loadPasskeyLibrary = onceAsync(async () => ({
  ...(await import("@simplewebauthn/server")),
  ...(await import("@simplewebauthn/server/helpers")),
}));

/** EdDSA, ES256 and RS256 by their COSE numbers: what today's authenticators sign with. */
const algorithms = [-8, -7, -257];

/** The notice to the owner when the account's last factor is removed. */
export const noticeOfOff = {
  title: "Two-step sign-in is off",
  message: "Your password alone signs in now. If this was not you, change your password.",
};

const challengeLife = 5 * 60_000;
const mostPasskeys = 20;

type StoredPasskey = FunctionRow<"passkeysOf">;
type Assertion = z.output<typeof PasskeyAssertion>;

const passkeysOf = ({ databases }: Kit, userId: number) =>
  databases.functions.rows("passkeysOf", { user: userId });

export async function describePasskeys(kit: Kit, userId: number): Promise<z.output<typeof Passkey>[]> {
  const stored = await passkeysOf(kit, userId);
  return stored.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    addedAt: new Date(createdAt).toISOString(),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
  }));
}

/** A passkey is bound to the address at which people open Klinika. */
function relyingParty(request: FastifyRequest): { id: string; origin: string } {
  const { publicUrl } = request.server.kit.settings;
  const { hostname, origin } = new URL(publicUrl ?? `${request.protocol}://${request.host}`);
  return { id: hostname, origin };
}

export async function preparePasskey({
  kit,
  now,
  request,
  session,
}: SessionContext): Promise<z.output<typeof PasskeyOptions>> {
  const { generateRegistrationOptions } = await loadPasskeyLibrary();
  const { userId } = session;
  const challenge = newSecret();
  const options = await generateRegistrationOptions({
    rpName: "Klinika",
    rpID: relyingParty(request).id,
    userName: session.email,
    userDisplayName: fullName(session),
    userID: new Uint8Array(Buffer.from(String(userId))),
    challenge: bytesOf(challenge),
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: (await passkeysOf(kit, userId)).map(descriptorOf),
    authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
  });
  await startChallenge(kit, now, userId, challenge, "add");
  return { options: { ...options }, name: deviceInWords(cleanUserAgent(request.headers["user-agent"])) };
}

/**
 * @throws Failure invalid unless the response is a new passkey of this origin for a challenge of this user; unusable
 * when the account has as many passkeys as allowed, or the authenticator already has one.
 */
export async function storePasskey(
  context: SessionContext,
  { name, passkey }: z.output<typeof AddPasskey>,
): Promise<z.output<typeof RecoveryCodes>> {
  const { kit, now, request } = context;
  const { userId } = context.session;
  const { id, origin } = relyingParty(request);
  const { clientDataJSON, attestationObject, transports = [] } = passkey.response;
  const { decodeAttestationObject, verifyRegistrationResponse } = await loadPasskeyLibrary();
  const verified = await refusedAsInvalid(async () => {
    // No attestation is requested, and browsers then send none. Verifying one could fetch revocation lists from
    // addresses that it names itself.
    if (decodeAttestationObject(bytesOf(attestationObject)).get("attStmt").get("x5c"))
      throw passkeyNotAccepted();
    return verifyRegistrationResponse({
      response: {
        id: passkey.id,
        rawId: passkey.rawId,
        type: passkey.type,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: (challenge) => takeChallenge(kit, now, userId, challenge, "add"),
      expectedOrigin: origin,
      expectedRPID: id,
      supportedAlgorithmIDs: algorithms,
      requireUserVerification: false,
    });
  });
  const { credential } = verified.registrationInfo ?? {};
  if (!credential) throw passkeyNotAccepted();
  const recoveryCodes = newRecoveryCodes();
  const isFirst = await changeAccount(
    context,
    "account.passkeyAdded",
    (functions) =>
      functions.value("addPasskey", {
        user: userId,
        credential: Buffer.from(credential.id, "base64url"),
        key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports,
        name,
        codes: recoveryCodes.map(hashOfRecoveryCode),
        most: mostPasskeys,
        at: now,
      }),
    (answer) => answer !== null,
  );
  if (isFirst === null)
    throw new Failure(
      "unusable",
      `This device already has a passkey for Klinika, or the account has ${mostPasskeys}. Remove one first.`,
    );
  return { recoveryCodes: isFirst ? recoveryCodes : [] };
}

/** @throws Failure not_found */
export async function deletePasskey(context: SessionContext, id: number): Promise<{ message: string }> {
  const { now, session } = context;
  const isRemoved = await changeAccount(context, "account.passkeyRemoved", (functions) =>
    functions.value("removePasskey", { user: session.userId, id, ...noticeOfOff, at: now }),
  );
  if (!isRemoved) throw notFound("Passkey");
  return { message: "Passkey removed" };
}

/**
 * The options for an authenticator's signature, or null for a user without passkeys.
 * @param challenge base64url
 */
export async function assertionOptions(
  { kit, request }: SignInContext,
  userId: number,
  challenge: string,
  userVerification: "preferred" | "required",
): Promise<object | null> {
  const stored = await passkeysOf(kit, userId);
  if (stored.length === 0) return null;
  const { generateAuthenticationOptions } = await loadPasskeyLibrary();
  return generateAuthenticationOptions({
    rpID: relyingParty(request).id,
    challenge: bytesOf(challenge),
    allowCredentials: stored.map(descriptorOf),
    userVerification,
  });
}

/** The same as `assertionOptions`, with a new challenge. */
export async function leaveOptions(context: SignInContext, userId: number): Promise<object | null> {
  const challenge = newSecret();
  const options = await assertionOptions(context, userId, challenge, "required");
  if (options) await startChallenge(context.kit, context.now, userId, challenge, "leave staff mode");
  return options;
}

/**
 * Whether a passkey of the user signed the challenge at this origin.
 * @param isExpected whether this challenge, base64url, was issued; called once
 * @param needsPerson whether the authenticator must have verified a fingerprint, a face or its PIN
 */
export async function isSignedByPasskey(
  { kit, now, request }: SignInContext,
  userId: number,
  assertion: Assertion,
  isExpected: (challenge: string) => boolean | Promise<boolean>,
  needsPerson: boolean,
): Promise<boolean> {
  const credentialId = Buffer.from(assertion.id, "base64url");
  const stored = (await passkeysOf(kit, userId)).find((one) => one.credentialId.equals(credentialId));
  if (!stored) return false;
  const { id, origin } = relyingParty(request);
  const { clientDataJSON, authenticatorData, signature } = assertion.response;
  const { verifyAuthenticationResponse } = await loadPasskeyLibrary();
  const verified = await refusedAsInvalid(() =>
    verifyAuthenticationResponse({
      response: {
        id: assertion.id,
        rawId: assertion.rawId,
        type: assertion.type,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: isExpected,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: assertion.id,
        publicKey: new Uint8Array(stored.publicKey),
        counter: Number(stored.counter),
      },
      requireUserVerification: needsPerson,
    }),
  ).catch(() => null);
  if (!verified?.verified) return false;
  const { newCounter } = verified.authenticationInfo;
  return kit.databases.functions.value("usePasskey", {
    user: userId,
    credential: credentialId,
    counter: newCounter,
    at: now,
  });
}

export const isLeaveChallenge =
  ({ kit, now }: SignInContext, userId: number) =>
  (challenge: string) =>
    takeChallenge(kit, now, userId, challenge, "leave staff mode");

/** The library throws an Error for everything it does not accept. */
async function refusedAsInvalid<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    throw error instanceof Failure ? error : Object.assign(passkeyNotAccepted(), { cause: error });
  }
}

export const passkeyNotAccepted = () =>
  invalidField("passkey", "This passkey was not accepted. Please try again.");

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, "base64url"));
const descriptorOf = ({ credentialId, transports }: StoredPasskey) => ({
  id: credentialId.toString("base64url"),
  transports,
});

type Purpose = "add" | "leave staff mode";

async function startChallenge(kit: Kit, now: Date, userId: number, challenge: string, purpose: Purpose) {
  await kit.databases.functions.value("startPasskeyChallenge", {
    hash: sha256(challenge),
    user: userId,
    purpose,
    expires: new Date(now.getTime() + challengeLife),
  });
}

const takeChallenge = (kit: Kit, now: Date, userId: number, challenge: string, purpose: Purpose) =>
  kit.databases.functions.value("takePasskeyChallenge", {
    hash: sha256(challenge),
    user: userId,
    purpose,
    at: now,
  });
