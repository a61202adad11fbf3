import type * as z from "zod/mini";
import type { Kit } from "#server/kit.ts";
import { newSecret, requireClinicInGoodStanding, type Session, sentDevice, sha256 } from "#server/session.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import type {
  RecoveryCodes,
  SecondFactorKey,
  SecondFactorProof,
  SecondFactorState,
  SignInWay,
} from "../contract.ts";
import { changeAccount } from "./change-account.ts";
import { beginAttempt } from "./guess-limit.ts";
import { noteSignIn } from "./note-sign-in.ts";
import { passwordChanged } from "./open-session.ts";
import { assertionOptions, describePasskeys, isSignedByPasskey } from "./passkeys.ts";
import { hashOfRecoveryCode, matchingHash, newRecoveryCodes } from "./recovery-codes.ts";
import { staffModePinSince } from "./staff-mode-pin.ts";
import { newTotpSecret, stepOfCode, timeOfStep, totpKey } from "./totp.ts";
import type { Visit } from "./visit.ts";

const challengeLife = 5 * 60_000;
const rememberedFor = 30 * 24 * 3_600_000;

type Factor = {
  /** Null without an authenticator app. */
  secret: string | null;
  last_step: number | string | null;
  is_confirmed: boolean;
  confirmed_at: string | null;
  passkeys: number;
  recovery_codes_left: number;
};

const factorOf = async ({ databases }: Kit, userId: number): Promise<Factor | undefined> =>
  (await databases.narrow.rows<Factor>("second_factor_of", [userId]))[0];

export async function hasSecondFactor(kit: Kit, userId: number): Promise<boolean> {
  const factor = await factorOf(kit, userId);
  return factor !== undefined && (factor.is_confirmed || factor.passkeys > 0);
}

export async function describeSecondFactor(
  kit: Kit,
  { userId }: Session,
): Promise<z.output<typeof SecondFactorState>> {
  const [factor, passkeys, pinSince, [password]] = await Promise.all([
    factorOf(kit, userId),
    describePasskeys(kit, userId),
    staffModePinSince(kit, userId),
    kit.databases.narrow.rows<{ password_changed_at: string }>("password_changed_at", [userId]),
  ]);
  if (!password) throw notFound("Account");
  const addedAt = factor?.confirmed_at ?? null;
  const lastStep = factor?.last_step ?? null;
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
    recoveryCodesLeft: factor?.recovery_codes_left ?? 0,
    staffModePinSince: pinSince,
    passwordChangedAt: new Date(password.password_changed_at).toISOString(),
  };
}

/** @throws Failure already_done while the account has a factor. */
export async function prepareSecondFactor(
  kit: Kit,
  now: Date,
  { userId, email }: Session,
): Promise<z.output<typeof SecondFactorKey>> {
  const secret = newTotpSecret();
  const [row] = await kit.databases.narrow.rows<{ prepare_second_factor: boolean }>("prepare_second_factor", [
    userId,
    Buffer.from(secret),
    now,
  ]);
  if (!row?.prepare_second_factor) throw alreadyOn();
  return totpKey(secret, email);
}

/** Turns the factor on. The recovery codes are readable in this answer alone. */
export async function confirmSecondFactor(
  kit: Kit,
  now: Date,
  session: Session,
  code: string,
): Promise<z.output<typeof RecoveryCodes>> {
  const { userId } = session;
  const factor = await factorOf(kit, userId);
  if (!factor?.secret) throw new Failure("not_found", "Start setting up the authenticator app first.");
  if (factor.is_confirmed) throw alreadyOn();
  const attempt = await beginAttempt(kit, now, [guessOf(kit, userId)]);
  const secret = Buffer.from(factor.secret, "hex");
  const step = stepOfCode(secret, code, now, null);
  if (step === null) throw wrongCode("code");
  await attempt.succeeded();
  const recoveryCodes = newRecoveryCodes();
  const args = [userId, secret, step, recoveryCodes.map(hashOfRecoveryCode), now];
  if (!(await changeAccount(kit, session, "account.authenticatorAdded", "confirm_second_factor", args)))
    throw alreadyOn();
  return { recoveryCodes };
}

/** Two-step sign-in ends with it, unless a passkey is left. */
export async function deleteAuthenticator(
  kit: Kit,
  now: Date,
  session: Session,
): Promise<{ message: string }> {
  const args = [
    session.userId,
    "Two-step sign-in is off",
    "Your password alone signs in now. If this was not you, change your password.",
    now,
  ];
  if (!(await changeAccount(kit, session, "account.authenticatorRemoved", "remove_authenticator", args)))
    throw notFound("Authenticator app");
  return { message: "Authenticator app removed" };
}

/** @throws Failure not_found without a second factor. */
export async function replaceRecoveryCodes(
  kit: Kit,
  session: Session,
): Promise<z.output<typeof RecoveryCodes>> {
  const recoveryCodes = newRecoveryCodes();
  const args = [session.userId, recoveryCodes.map(hashOfRecoveryCode)];
  if (!(await changeAccount(kit, session, "account.recoveryCodes", "renew_recovery_codes", args)))
    throw notFound("Second factor");
  return { recoveryCodes };
}

/**
 * Stops a sign-in with a right password when the account has a second factor, except on a device that the user chose
 * to remember.
 * @throws Failure second_factor_required with the challenge to answer.
 */
export async function requireSecondFactor(
  visit: Visit,
  { id: userId, passwordHash, isRemembered }: { id: number; passwordHash: string; isRemembered: boolean },
  desk: Buffer | null,
): Promise<void> {
  const { kit, now, request } = visit;
  const factor = await factorOf(kit, userId);
  if (!factor || !(factor.is_confirmed || factor.passkeys > 0)) return;
  const device = sentDevice(request);
  const deviceHash = device === null ? null : sha256(device);
  if (deviceHash && (await isRememberedDevice(kit, now, userId, deviceHash))) return;
  const challenge = newSecret();
  const [row] = await kit.databases.narrow.rows<{ start_second_factor_challenge: boolean }>(
    "start_second_factor_challenge",
    [
      sha256(challenge),
      userId,
      desk,
      deviceHash,
      isRemembered,
      new Date(now.getTime() + challengeLife),
      passwordHash,
    ],
  );
  if (!row?.start_second_factor_challenge) throw passwordChanged();
  const passkeyOptions = await assertionOptions(visit, userId, challenge, "preferred");
  throw new Failure(
    "second_factor_required",
    factor.is_confirmed ? "Enter the code from your authenticator app." : "Confirm with your passkey.",
    {
      methods: [
        ...(factor.is_confirmed ? (["code"] as const) : []),
        ...(passkeyOptions ? (["passkey"] as const) : []),
        ...(factor.recovery_codes_left > 0 ? (["recoveryCode"] as const) : []),
      ],
      challenge,
      ...(passkeyOptions && { passkeyOptions }),
    },
  );
}

export type Passed = {
  user_id: number;
  desk_session: string | null;
  is_remembered: boolean;
  email: string;
  first_name: string;
  last_name: string;
  role: Session["role"];
  clinic_name: string | null;
  clinic_is_active: boolean;
  subscription_status: string;
  password_hash: string;
};

/**
 * Whose challenge was answered. It may be answered again after a wrong code, and ends with a right one.
 * @throws Failure wrong_sign_in when it ended, or from another browser than the password; clinic_suspended; invalid for
 * a wrong code; too_many for guessing.
 */
export async function passSecondFactor(
  visit: Visit,
  proof: z.output<typeof SecondFactorProof>,
): Promise<Passed> {
  const { kit, now, request } = visit;
  const { narrow } = kit.databases;
  const tokenHash = sha256(proof.challenge);
  const device = sentDevice(request);
  const [challenge] = await narrow.rows<Passed>("second_factor_challenge", [
    tokenHash,
    device && sha256(device),
    now,
  ]);
  if (!challenge) throw challengeEnded();
  requireClinicInGoodStanding({ clinic: clinicOf(challenge) });
  // A signature is not guessed: whoever types wrong codes does not keep the passkey out.
  const guesses = proof.passkey === undefined ? [guessOf(kit, challenge.user_id)] : [];
  const attempt = await beginAttempt(kit, now, guesses);
  const { user_id: userId, email } = challenge;
  try {
    await requireProof(visit, userId, proof);
  } catch (failure) {
    await noteSignIn(visit, { userId, email, way: wayOf(proof), isRight: false });
    throw failure;
  }
  await attempt.succeeded();
  const [ended] = await narrow.rows<{ end_second_factor_challenge: boolean }>("end_second_factor_challenge", [
    tokenHash,
  ]);
  if (!ended?.end_second_factor_challenge) throw challengeEnded();
  return challenge;
}

export const wayOf = ({ passkey, recoveryCode }: z.output<typeof SecondFactorProof>): SignInWay => {
  if (passkey !== undefined) return "passkey";
  return recoveryCode === undefined ? "totp" : "recovery_code";
};

/** @throws Failure invalid for a wrong code, or a passkey's answer that is not to this challenge. */
async function requireProof(
  visit: Visit,
  userId: number,
  { challenge, code, recoveryCode, passkey }: z.output<typeof SecondFactorProof>,
): Promise<void> {
  const { kit, now } = visit;
  if (passkey !== undefined) {
    const isTheChallenge = (signed: string) => signed === challenge;
    if (await isSignedByPasskey(visit, userId, passkey, isTheChallenge, false)) return;
    throw invalidField("passkey", "This passkey was not accepted. Please try again.");
  }
  if (recoveryCode !== undefined) {
    if (await spendRecoveryCode(kit, now, userId, recoveryCode)) return;
    throw wrongCode("recoveryCode");
  }
  if (!(await spendCode(kit, now, userId, code ?? ""))) throw wrongCode("code");
}

const clinicOf = ({ clinic_name, clinic_is_active, subscription_status }: Passed) =>
  clinic_name === null
    ? null
    : { name: clinic_name, isActive: clinic_is_active, subscriptionStatus: subscription_status };

/** Lets the device sign in by password alone for 30 days. */
export async function rememberDevice({ kit, now }: Visit, userId: number, device: string): Promise<void> {
  await kit.databases.narrow.rows("remember_device", [
    userId,
    sha256(device),
    new Date(now.getTime() + rememberedFor),
  ]);
}

async function isRememberedDevice(kit: Kit, now: Date, userId: number, device: Buffer): Promise<boolean> {
  const [row] = await kit.databases.narrow.rows<{ is_remembered_device: boolean }>("is_remembered_device", [
    userId,
    device,
    now,
  ]);
  return row?.is_remembered_device ?? false;
}

async function spendCode(kit: Kit, now: Date, userId: number, code: string): Promise<boolean> {
  const factor = await factorOf(kit, userId);
  if (!factor?.secret || !factor.is_confirmed) return false;
  const lastStep = factor.last_step === null ? null : Number(factor.last_step);
  const step = stepOfCode(Buffer.from(factor.secret, "hex"), code, now, lastStep);
  if (step === null) return false;
  const [row] = await kit.databases.narrow.rows<{ use_totp_step: boolean }>("use_totp_step", [userId, step]);
  return row?.use_totp_step ?? false;
}

async function spendRecoveryCode(kit: Kit, now: Date, userId: number, code: string): Promise<boolean> {
  const { narrow } = kit.databases;
  const stored = await narrow.rows<{ code_hash: Buffer }>("recovery_codes_of", [userId]);
  const hash = matchingHash(
    code,
    stored.map(({ code_hash }) => code_hash),
  );
  if (!hash) return false;
  const [row] = await narrow.rows<{ use_recovery_code: boolean }>("use_recovery_code", [userId, hash, now]);
  return row?.use_recovery_code ?? false;
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
