import type * as z from "zod/mini";
import type { Kit } from "#server/kit.ts";
import { networkOf, siteOf } from "#server/network-address.ts";
import { hashPassword, isOutdatedHash, verifyPassword } from "#server/password.ts";
import { requireClinicInGoodStanding, sentDevice, sha256 } from "#server/session.ts";
import { Failure } from "#shared/errors.ts";
import type { Role } from "#shared/permissions.ts";
import type { SignIn, SignInAnswer } from "../contract.ts";
import { beginAttempt, type Guess } from "./guess-limit.ts";
import { noteSignIn } from "./note-sign-in.ts";
import { openSession } from "./open-session.ts";
import { requireSecondFactor } from "./second-factor.ts";
import type { Visit } from "./visit.ts";

/** Who comes in here, and what everybody else reads. */
export type Door = {
  admits: (account: { role: Role; user_id: number }) => boolean | Promise<boolean>;
  refusal: string;
};

export const anyDoor: Door = { admits: () => true, refusal: "Invalid email or password" };
export const adminDoor: Door = { admits: ({ role }) => role === "admin", refusal: "Invalid credentials" };

type Account = {
  user_id: number;
  password_hash: string;
  temporary_until: string | null;
  is_active: boolean;
  role: Role;
  first_name: string;
  last_name: string;
  clinic_name: string | null;
  clinic_is_active: boolean;
  subscription_status: string;
  device_is_known: boolean;
};

/** Opens a session for the right password; see `recognise` for what it throws. */
export async function signIn(
  visit: Visit,
  typed: z.output<typeof SignIn>,
  door: Door,
): Promise<z.output<typeof SignInAnswer>> {
  const { id, passwordHash, user } = await recognise(visit, typed, door);
  const isRemembered = typed.rememberMe ?? false;
  const token = await openByPassword(
    visit,
    { id, email: typed.email, passwordHash, isRemembered },
    null,
    () => openSession(visit, id, passwordHash, isRemembered),
  );
  return { token, user };
}

/**
 * After a right password: the session is opened, or waits for the second factor, and the list of sign-ins says which.
 * @throws Failure second_factor_required, and what `open` throws
 */
export async function openByPassword(
  visit: Visit,
  account: { id: number; email: string; passwordHash: string; isRemembered: boolean },
  desk: Buffer | null,
  open: () => Promise<string>,
): Promise<string> {
  const attempt = { userId: account.id, email: account.email, way: "password" } as const;
  try {
    await requireSecondFactor(visit, account, desk);
  } catch (failure) {
    if (failure instanceof Failure && failure.code === "second_factor_required")
      await noteSignIn(visit, { ...attempt, isRight: false, waitsForCode: true });
    throw failure;
  }
  const token = await open();
  await noteSignIn(visit, { ...attempt, isRight: true });
  return token;
}

type Recognised = {
  id: number;
  /** Which password was right: a session is opened only while it still is the account's. */
  passwordHash: string;
  user: z.output<typeof SignInAnswer>["user"];
};

/**
 * Whose the right password is. An unknown e-mail, a wrong password, a deactivated account and a
 * temporary password past its time get one answer after one time.
 * @throws Failure wrong_sign_in, too_many, or clinic_suspended, which only the right password learns of.
 */
export async function recognise(
  visit: Visit,
  typed: z.output<typeof SignIn>,
  door: Door,
): Promise<Recognised> {
  const { kit, now } = visit;
  const device = sentDevice(visit.request);
  const [account] = await kit.databases.narrow.rows<Account>("account_for_sign_in", [
    typed.email,
    device && sha256(device),
    now,
  ]);
  const attempt = await beginAttempt(kit, now, guessesOf(visit, typed.email, account, device));
  const isRight = await verifyPassword(account?.password_hash ?? null, typed.password);
  const mayComeIn = account !== undefined && isRight && (await mayEnter(account, door, now));
  const refused = {
    userId: account?.user_id ?? null,
    email: typed.email,
    way: "password",
    isRight: false,
  } as const;
  if (!mayComeIn) {
    await noteSignIn(visit, refused);
    throw new Failure("wrong_sign_in", door.refusal);
  }

  await attempt.succeeded();
  const passwordHash = await withNewerHash(kit, account, typed.password);
  try {
    requireClinicInGoodStanding({ clinic: clinicOf(account) });
  } catch (failure) {
    await noteSignIn(visit, refused);
    throw failure;
  }
  return {
    id: account.user_id,
    passwordHash,
    user: {
      email: typed.email,
      firstName: account.first_name,
      lastName: account.last_name,
      role: account.role,
    },
  };
}

async function withNewerHash(
  kit: Kit,
  { user_id, password_hash }: Account,
  password: string,
): Promise<string> {
  if (!isOutdatedHash(password_hash)) return password_hash;
  const newer = await hashPassword(password);
  const [row] = await kit.databases.narrow.rows<{ rehash_password: boolean }>("rehash_password", [
    user_id,
    password_hash,
    newer,
  ]);
  // Changed meanwhile: the hash that was right opens nothing.
  return row?.rehash_password ? newer : password_hash;
}

/**
 * A device that signed in to the account before has its own count, so that nobody shuts the doctor out by guessing from
 * elsewhere, not even from the same network. From a device that did not, a network that guesses waits longer each
 * time; failures from everywhere together make each network wait half a minute.
 */
function guessesOf(
  { kit, request }: Visit,
  email: string,
  account: Account | undefined,
  device: string | null,
): Guess[] {
  const { failedSignInsPerAccount: limit, failedSignInsPerAddress } = kit.settings;
  const network = networkOf(request.ip);
  const fromNetwork = { key: `address:${network}`, isKept: true };
  if (account?.device_is_known)
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

/** Failures on the account from everywhere and from one site, and since when that site waits. */
const accountKeys = (email: string, site: string) =>
  [`account:${email}`, `account:${email}:${site}`, `waiting:${email}:${site}`] as const;
const deviceKey = (device: string, email: string) => `device:${device}:${email}`;

/** Who guessed at a forgotten password need not wait to type the new one. */
export async function forgetGuesses({ kit, request }: Visit, email: string): Promise<void> {
  const device = sentDevice(request);
  const keys = [...accountKeys(email, siteOf(request.ip)), ...(device ? [deviceKey(device, email)] : [])];
  await kit.databases.narrow.rows("forgive_sign_in", [0, [], keys.map((key) => sha256(key))]);
}

const mayEnter = async (account: Account, door: Door, now: Date): Promise<boolean> =>
  account.is_active &&
  (account.temporary_until === null || new Date(account.temporary_until) > now) &&
  (await door.admits(account));

const clinicOf = (account: Account) =>
  account.clinic_name === null
    ? null
    : {
        name: account.clinic_name,
        subscriptionStatus: account.subscription_status,
        isActive: account.clinic_is_active,
      };
