import type * as z from "zod/mini";
import type { SecondFactorProof } from "#features/accounts/contract.ts";
import type {
  RecoveryCodes,
  SecondFactorKey,
  SecondFactorState,
  SignInWay,
} from "#features/accounts/security-contract.ts";
import { beginAttempt } from "#server/auth/guess-limit.ts";
import { newSecret, sha256 } from "#server/auth/secrets.ts";
import { requireStandingOrRelease, sentDevice, standingOf } from "#server/auth/session.ts";
import type { FunctionRow } from "#server/database/database-functions.ts";
import type { Kit } from "#server/kit.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { changeAccount } from "../change-account.ts";
import { noteSignIn } from "../sign-in/note-sign-in.ts";
import { passwordChanged } from "../sign-in/open-session.ts";
import type { SessionContext, SignInContext } from "../sign-in-context.ts";
import { staffModePinSince } from "../staff-mode/staff-mode-pin.ts";
import {
  assertionOptions,
  describePasskeys,
  isSignedByPasskey,
  noticeOfOff,
  passkeyNotAccepted,
} from "./passkeys.ts";
import { hashOfRecoveryCode, matchingHash, newRecoveryCodes } from "./recovery-codes.ts";
import { newTotpSecret, stepOfCode, timeOfStep, totpKey } from "./totp.ts";

const challengeLife = 5 * 60_000;
const rememberedFor = 30 * 24 * 3_600_000;

const factorOf = ({ databases }: Kit, userId: number) =>
  databases.functions.row("secondFactorOf", { user: userId });

export async function hasSecondFactor(kit: Kit, userId: number): Promise<boolean> {
  const factor = await factorOf(kit, userId);
  return factor !== undefined && (factor.isConfirmed || factor.passkeys > 0);
}

export async function describeSecondFactor({
  kit,
  session: { userId },
}: SessionContext): Promise<z.output<typeof SecondFactorState>> {
  const [factor, passkeys, pinSince, changedAt] = await Promise.all([
    factorOf(kit, userId),
    describePasskeys(kit, userId),
    staffModePinSince(kit, userId),
    kit.databases.functions.value("passwordChangedAt", { user: userId }),
  ]);
  if (!changedAt) throw notFound("Account");
  const addedAt = factor?.confirmedAt ?? null;
  const lastStep = factor?.lastStep ?? null;
  return {
    isOn: addedAt !== null || passkeys.length > 0,
    authenticator:
      addedAt === null
        ? null
        : {
            addedAt: new Date(addedAt).toISOString(),
            lastUsedAt: lastStep === null ? null : timeOfStep(Number(lastStep)).toISOString(),
          },
    passkeys,
    recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
    staffModePinSince: pinSince,
    passwordChangedAt: new Date(changedAt).toISOString(),
  };
}

/** @throws Failure already_done while the account has a factor. */
export async function prepareSecondFactor({
  kit,
  now,
  session: { userId, email },
}: SessionContext): Promise<z.output<typeof SecondFactorKey>> {
  const secret = newTotpSecret();
  const isPrepared = await kit.databases.functions.value("prepareSecondFactor", {
    user: userId,
    secret: Buffer.from(secret),
    at: now,
  });
  if (!isPrepared) throw alreadyOn();
  return totpKey(secret, email);
}

/** Turns the factor on. Only this response contains the recovery codes. */
export async function confirmSecondFactor(
  context: SessionContext,
  code: string,
): Promise<z.output<typeof RecoveryCodes>> {
  const { kit, now } = context;
  const { userId } = context.session;
  const factor = await factorOf(kit, userId);
  if (!factor?.secret) throw new Failure("not_found", "Start setting up the authenticator app first.");
  if (factor.isConfirmed) throw alreadyOn();
  const attempt = await beginAttempt(kit, now, [guessOf(kit, userId)]);
  const secret = Buffer.from(factor.secret, "hex");
  const step = stepOfCode(secret, code, now, null);
  if (step === null) throw wrongCode("code");
  await attempt.succeeded();
  const recoveryCodes = newRecoveryCodes();
  const codes = recoveryCodes.map(hashOfRecoveryCode);
  const isConfirmed = await changeAccount(context, "account.authenticatorAdded", (functions) =>
    functions.value("confirmSecondFactor", { user: userId, secret, step, codes, at: now }),
  );
  if (!isConfirmed) throw alreadyOn();
  return { recoveryCodes };
}

/** Ends two-step sign-in, unless a passkey remains. */
export async function deleteAuthenticator(context: SessionContext): Promise<{ message: string }> {
  const { now, session } = context;
  const isRemoved = await changeAccount(context, "account.authenticatorRemoved", (functions) =>
    functions.value("removeAuthenticator", { user: session.userId, ...noticeOfOff, at: now }),
  );
  if (!isRemoved) throw notFound("Authenticator app");
  return { message: "Authenticator app removed" };
}

/** @throws Failure not_found without a second factor. */
export async function replaceRecoveryCodes(context: SessionContext): Promise<z.output<typeof RecoveryCodes>> {
  const recoveryCodes = newRecoveryCodes();
  const codes = recoveryCodes.map(hashOfRecoveryCode);
  const areStored = await changeAccount(context, "account.recoveryCodes", (functions) =>
    functions.value("renewRecoveryCodes", { user: context.session.userId, codes }),
  );
  if (!areStored) throw notFound("Second factor");
  return { recoveryCodes };
}

/**
 * Stops a sign-in with a right password when the account has a second factor, except on a device that the user chose
 * to remember.
 * @throws Failure second_factor_required with the challenge to answer.
 */
export async function requireSecondFactor(
  context: SignInContext,
  {
    userId,
    passwordHash,
    isRemembered,
    desk,
  }: { userId: number; passwordHash: string; isRemembered: boolean; desk: Buffer | null },
): Promise<void> {
  const { kit, now, request } = context;
  const factor = await factorOf(kit, userId);
  if (!factor || !(factor.isConfirmed || factor.passkeys > 0)) return;
  const device = sentDevice(request);
  const deviceHash = device === null ? null : sha256(device);
  if (deviceHash && (await isRememberedDevice(kit, now, userId, deviceHash))) return;
  const challenge = newSecret();
  const isStarted = await kit.databases.functions.value("startSecondFactorChallenge", {
    token: sha256(challenge),
    user: userId,
    desk,
    device: deviceHash,
    remembered: isRemembered,
    expires: new Date(now.getTime() + challengeLife),
    passwordHash,
  });
  if (!isStarted) throw passwordChanged();
  const passkeyOptions = await assertionOptions(context, userId, challenge, "preferred");
  throw new Failure(
    "second_factor_required",
    factor.isConfirmed ? "Enter the code from your authenticator app." : "Confirm with your passkey.",
    {
      methods: [
        ...(factor.isConfirmed ? (["code"] as const) : []),
        ...(passkeyOptions ? (["passkey"] as const) : []),
        ...(factor.recoveryCodesLeft > 0 ? (["recoveryCode"] as const) : []),
      ],
      challenge,
      ...(passkeyOptions && { passkeyOptions }),
    },
  );
}

export type Passed = FunctionRow<"secondFactorChallenge">;

/**
 * The user who answers the challenge. A challenge can be answered again after a wrong code, and ends with a right
 * one.
 * @throws Failure wrong_sign_in when it ended, or from another browser than the password; clinic_suspended; invalid
 * for a wrong code; too_many for guessing.
 */
export async function passSecondFactor(
  context: SignInContext,
  proof: z.output<typeof SecondFactorProof>,
): Promise<Passed> {
  const { kit, now, request } = context;
  const { functions } = kit.databases;
  const tokenHash = sha256(proof.challenge);
  const device = sentDevice(request);
  const challenge = await functions.row("secondFactorChallenge", {
    token: tokenHash,
    device: device ? sha256(device) : null,
    at: now,
  });
  if (!challenge) throw challengeEnded();
  await requireStandingOrRelease(kit, { ...challenge, clinic: standingOf(challenge) });
  // A signature cannot be guessed, so wrong codes do not block passkeys.
  const guesses = proof.passkey === undefined ? [guessOf(kit, challenge.userId)] : [];
  const attempt = await beginAttempt(kit, now, guesses);
  const { userId, email } = challenge;
  try {
    await requireProof(context, userId, proof);
  } catch (failure) {
    await noteSignIn(context, { userId, email, way: wayOf(proof), isRight: false });
    throw failure;
  }
  await attempt.succeeded();
  const ended = await functions.value("endSecondFactorChallenge", { token: tokenHash });
  if (!ended) throw challengeEnded();
  return challenge;
}

export const wayOf = ({ passkey, recoveryCode }: z.output<typeof SecondFactorProof>): SignInWay => {
  if (passkey !== undefined) return "passkey";
  return recoveryCode === undefined ? "totp" : "recovery_code";
};

/** @throws Failure invalid for a wrong code, or a passkey's response to another challenge. */
async function requireProof(
  context: SignInContext,
  userId: number,
  { challenge, code, recoveryCode, passkey }: z.output<typeof SecondFactorProof>,
): Promise<void> {
  const { kit, now } = context;
  if (passkey !== undefined) {
    const isTheChallenge = (signed: string) => signed === challenge;
    if (await isSignedByPasskey(context, userId, passkey, isTheChallenge, false)) return;
    throw passkeyNotAccepted();
  }
  if (recoveryCode !== undefined) {
    if (await spendRecoveryCode(kit, now, userId, recoveryCode)) return;
    throw wrongCode("recoveryCode");
  }
  if (!(await spendCode(kit, now, userId, code ?? ""))) throw wrongCode("code");
}

/** Lets the device sign in with only the password for 30 days. */
export async function rememberDevice(
  { kit, now }: SignInContext,
  userId: number,
  device: string,
): Promise<void> {
  await kit.databases.functions.value("rememberDevice", {
    user: userId,
    device: sha256(device),
    until: new Date(now.getTime() + rememberedFor),
  });
}

const isRememberedDevice = (kit: Kit, now: Date, userId: number, device: Buffer): Promise<boolean> =>
  kit.databases.functions.value("isRememberedDevice", { user: userId, device, at: now });

async function spendCode(kit: Kit, now: Date, userId: number, code: string): Promise<boolean> {
  const factor = await factorOf(kit, userId);
  if (!factor?.secret || !factor.isConfirmed) return false;
  const lastStep = factor.lastStep === null ? null : Number(factor.lastStep);
  const step = stepOfCode(Buffer.from(factor.secret, "hex"), code, now, lastStep);
  if (step === null) return false;
  return kit.databases.functions.value("useTotpStep", { user: userId, step });
}

async function spendRecoveryCode(kit: Kit, now: Date, userId: number, code: string): Promise<boolean> {
  const { functions } = kit.databases;
  const stored = await functions.rows("recoveryCodesOf", { user: userId });
  const hash = matchingHash(
    code,
    stored.map(({ codeHash }) => codeHash),
  );
  if (!hash) return false;
  return functions.value("useRecoveryCode", { user: userId, code: hash, at: now });
}

const guessOf = (kit: Kit, userId: number) => ({
  key: `second-factor:${userId}`,
  limit: kit.settings.failedSignInsPerAccount,
});
const alreadyOn = () => new Failure("already_done", "Two-step sign-in is already on for this account.");
const challengeEnded = () =>
  new Failure("wrong_sign_in", "This sign-in took too long. Please enter your password again.");
const wrongCode = (field: string) =>
  invalidField(field, "This code is not valid. Check the newest code and try again.");
