import type * as z from "zod/mini";
import type { SignIn, SignInAnswer } from "#features/accounts/contract.ts";
import { beginAttempt, type Guess } from "#server/auth/guess-limit.ts";
import { hashPassword, isOutdatedHash, verifyPassword } from "#server/auth/password.ts";
import { sha256 } from "#server/auth/secrets.ts";
import { requireStandingOrRelease, sentDevice, standingOf } from "#server/auth/session.ts";
import type { FunctionRow } from "#server/database/database-functions.ts";
import { networkOf, siteOf } from "#server/http/network-address.ts";
import type { Kit } from "#server/kit.ts";
import { Failure } from "#shared/errors.ts";
import type { Role } from "#shared/permissions.ts";
import { requireSecondFactor } from "../second-factor/second-factor.ts";
import type { SignInContext } from "../sign-in-context.ts";
import { noteSignIn } from "./note-sign-in.ts";
import { openSession } from "./open-session.ts";

/** Which accounts may sign in here, and the message for all others. */
export type SignInPolicy = {
  admits: (account: { role: Role; userId: number }) => boolean | Promise<boolean>;
  refusal: string;
};

export const anyonePolicy: SignInPolicy = { admits: () => true, refusal: "Invalid email or password" };
export const adminPolicy: SignInPolicy = {
  admits: ({ role }) => role === "admin",
  refusal: "Invalid credentials",
};

type Account = FunctionRow<"accountForSignIn">;

/**
 * Opens a session for the right password, or waits for the second factor; see `recognise` for the other failures.
 * @param desk the owner's session in which staff mode starts, by its hash
 * @throws Failure second_factor_required
 */
export async function signIn(
  context: SignInContext,
  typed: z.output<typeof SignIn>,
  door: SignInPolicy,
  desk: Buffer | null = null,
): Promise<z.output<typeof SignInAnswer>> {
  const { id: userId, passwordHash, user } = await recognise(context, typed, door);
  const account = { userId, passwordHash, isRemembered: typed.rememberMe ?? false, desk };
  const attempt = { userId, email: typed.email, way: "password" } as const;
  try {
    await requireSecondFactor(context, account);
  } catch (failure) {
    if (failure instanceof Failure && failure.code === "second_factor_required")
      await noteSignIn(context, { ...attempt, isRight: false, waitsForCode: true });
    throw failure;
  }
  const token = await openSession(context, account);
  await noteSignIn(context, { ...attempt, isRight: true });
  return { token, user };
}

type Recognised = {
  id: number;
  /** The hash that matched: a session is opened only while it is still the account's. */
  passwordHash: string;
  user: z.output<typeof SignInAnswer>["user"];
};

/**
 * The account of the right password. An unknown email, a wrong password, a deactivated account and an expired
 * temporary password get the same answer after the same time.
 * @throws Failure wrong_sign_in, too_many, or clinic_suspended, which only the right password reveals.
 */
async function recognise(
  context: SignInContext,
  typed: z.output<typeof SignIn>,
  door: SignInPolicy,
): Promise<Recognised> {
  const { kit, now } = context;
  const device = sentDevice(context.request);
  const account = await kit.databases.functions.row("accountForSignIn", {
    email: typed.email,
    device: device ? sha256(device) : null,
    at: now,
  });
  const attempt = await beginAttempt(kit, now, guessesOf(context, typed.email, account, device));
  const isRight = await verifyPassword(account?.passwordHash ?? null, typed.password);
  const mayComeIn = account !== undefined && isRight && (await mayEnter(account, door, now));
  const refused = {
    userId: account?.userId ?? null,
    email: typed.email,
    way: "password",
    isRight: false,
  } as const;
  if (!mayComeIn) {
    await noteSignIn(context, refused);
    throw new Failure("wrong_sign_in", door.refusal);
  }

  await attempt.succeeded();
  const passwordHash = await withNewerHash(kit, account, typed.password);
  try {
    await requireStandingOrRelease(kit, { ...account, clinic: standingOf(account) });
  } catch (failure) {
    await noteSignIn(context, refused);
    throw failure;
  }
  return {
    id: account.userId,
    passwordHash,
    user: {
      email: typed.email,
      firstName: account.firstName,
      lastName: account.lastName,
      role: account.role,
    },
  };
}

async function withNewerHash(kit: Kit, { userId, passwordHash }: Account, password: string): Promise<string> {
  if (!isOutdatedHash(passwordHash)) return passwordHash;
  const newer = await hashPassword(password);
  const isStored = await kit.databases.functions.value("rehashPassword", {
    user: userId,
    oldHash: passwordHash,
    hash: newer,
  });
  // Changed meanwhile: the hash that matched no longer opens a session.
  return isStored ? newer : passwordHash;
}

/**
 * A device that signed in to the account before has its own counter, so that nobody can lock the doctor out by
 * guessing from elsewhere, not even from the same network. For other devices the wait grows per network, and failures
 * from all networks together make each network wait half a minute.
 */
function guessesOf(
  { kit, request }: SignInContext,
  email: string,
  account: Account | undefined,
  device: string | null,
): Guess[] {
  const { failedSignInsPerAccount: limit, failedSignInsPerAddress } = kit.settings;
  const network = networkOf(request.ip);
  const fromNetwork = { key: `address:${network}`, outlastsSuccess: true };
  if (account?.deviceIsKnown)
    return [
      { key: deviceKey(device ?? "", email), limit },
      { ...fromNetwork, limit: Number.POSITIVE_INFINITY },
    ];
  const [everywhere, here, waiting] = accountKeys(email, siteOf(request.ip));
  return [
    { key: everywhere, limit, eachWaitsOn: waiting },
    { key: here, limit },
    { ...fromNetwork, limit: failedSignInsPerAddress },
  ];
}

/** Failures on the account from everywhere and from one network, and since when that network waits. */
const accountKeys = (email: string, site: string) =>
  [`account:${email}`, `account:${email}:${site}`, `waiting:${email}:${site}`] as const;
const deviceKey = (device: string, email: string) => `device:${device}:${email}`;

/** After too many guesses at a forgotten password, the new one can be typed without waiting. */
export async function clearGuesses({ kit, request }: SignInContext, email: string): Promise<void> {
  const device = sentDevice(request);
  const keys = [...accountKeys(email, siteOf(request.ip)), ...(device ? [deviceKey(device, email)] : [])];
  await kit.databases.functions.value("forgiveSignIn", {
    attempt: 0,
    counted: [],
    forgotten: keys.map((key) => sha256(key)),
  });
}

const mayEnter = async (account: Account, door: SignInPolicy, now: Date): Promise<boolean> =>
  account.isActive &&
  (account.temporaryUntil === null || new Date(account.temporaryUntil) > now) &&
  (await door.admits(account));
