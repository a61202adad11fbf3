import type * as z from "zod/mini";
import type { LeaveStaffMode, SecondFactorProof, SignIn, SignInAnswer } from "#features/accounts/contract.ts";
import type { SignInWay } from "#features/accounts/security-contract.ts";
import { beginAttempt } from "#server/auth/guess-limit.ts";
import { verifyPassword } from "#server/auth/password.ts";
import { newSecret, sha256 } from "#server/auth/secrets.ts";
import {
  notSignedIn,
  requireClinicInGoodStanding,
  type Session,
  sentDevice,
  sentToken,
  sessionLife,
  setSessionCookies,
} from "#server/auth/session.ts";
import type { FunctionRow } from "#server/database/database-functions.ts";
import { Failure, invalidField } from "#shared/errors.ts";
import { isDoctor, isStaffRole } from "#shared/permissions.ts";
import { isLeaveChallenge, isSignedByPasskey, leaveOptions } from "../second-factor/passkeys.ts";
import {
  hasSecondFactor,
  type Passed,
  passSecondFactor,
  rememberDevice,
  wayOf,
} from "../second-factor/second-factor.ts";
import { noteSignIn } from "../sign-in/note-sign-in.ts";
import { openSession } from "../sign-in/open-session.ts";
import { anyonePolicy, type SignInPolicy, signIn } from "../sign-in/sign-in.ts";
import type { SignInContext } from "../sign-in-context.ts";
import { isPin, staffModePinSince } from "./staff-mode-pin.ts";

const staffPolicy: SignInPolicy = { admits: ({ role }) => isStaffRole(role), refusal: anyonePolicy.refusal };

/**
 * A staff account's own session. From a doctor's session it starts staff mode, and the doctor's session is inactive
 * meanwhile: in code and columns `owner` is whose session rests. Staff of another clinic are refused there as if the password were wrong.
 */
export async function signInStaff(
  context: SignInContext,
  session: Session | null,
  typed: z.output<typeof SignIn>,
): Promise<z.output<typeof SignInAnswer>> {
  const desk = session && (isDoctor(session.role) || session.ownerUserId) ? session : null;
  return desk
    ? signIn(context, typed, policyOf(context, desk), desk.tokenHash)
    : signIn(context, typed, staffPolicy);
}

/** Completes any of the sign-ins. Staff mode needs the session of the owner who started it. */
export async function signInWithSecondFactor(
  context: SignInContext,
  session: Session | null,
  proof: z.output<typeof SecondFactorProof>,
): Promise<z.output<typeof SignInAnswer>> {
  const passed = await passSecondFactor(context, proof);
  const { email, firstName, lastName, role } = passed;
  const user = { email, firstName, lastName, role };
  // A device secret that another person may have read must not be trusted for a month.
  const device = (proof.rememberDevice ? null : sentDevice(context.request)) ?? newSecret();
  const token = await openPassed(context, session, passed, device);
  await noteSignIn(context, { userId: passed.userId, email, way: wayOf(proof), isRight: true });
  if (proof.rememberDevice) await rememberDevice(context, passed.userId, device);
  return { token, user };
}

async function openPassed(
  context: SignInContext,
  session: Session | null,
  { userId, deskSession, isRemembered, passwordHash }: Passed,
  device: string,
): Promise<string> {
  const desk = deskSession === null ? null : (session?.tokenHash ?? null);
  if (deskSession !== null && desk?.toString("hex") !== deskSession) throw notSignedIn();
  return openSession(context, { userId, passwordHash, isRemembered, desk, device });
}

const policyOf = ({ kit }: SignInContext, desk: Session): SignInPolicy => ({
  ...staffPolicy,
  admits: async ({ role, userId }) => {
    const clinicId = await kit.databases.functions.value("clinicOfAccount", { user: userId });
    return isStaffRole(role) && clinicId === desk.clinicId;
  },
});

type OwnerBeside = FunctionRow<"ownerBeside">;

/**
 * Ends staff mode: the owner's session replaces it, under a new token.
 * @throws Failure password_required without proof of the owner, with the available ways; invalid for a wrong one;
 * too_many for guessing; not_found outside staff mode. The staff account may have been deactivated meanwhile.
 */
export async function returnToOwner(
  context: SignInContext & { session: Session | null },
  proof: z.output<typeof LeaveStaffMode>,
): Promise<z.output<typeof SignInAnswer>> {
  const { kit, now, request, reply, session } = context;
  const { functions } = kit.databases;
  const sent = sentToken(request);
  if (!sent) throw notSignedIn();
  if (session) requireClinicInGoodStanding(session);
  const tokenHash = sha256(sent.token);
  const owner = await functions.row("ownerBeside", { tokenHash });
  if (!owner) throw session ? noStaffMode() : notSignedIn();
  await proveOwner(context, owner, proof, session !== null);
  await noteSignIn(context, { userId: owner.userId, email: owner.email, way: wayBack(proof), isRight: true });

  const [token, device] = [newSecret(), sentDevice(request) ?? newSecret()];
  const life = owner.isRemembered ? sessionLife.remembered : sessionLife.ordinary;
  const left = await functions.value("leaveStaffMode", {
    tokenHash,
    newHash: sha256(token),
    at: now,
    // Only a password starts the session's age anew. After a PIN, calls that need a recent password ask for it.
    expires: proof.password === undefined ? null : new Date(now.getTime() + life),
  });
  if (!left) throw noStaffMode();
  setSessionCookies(reply, request, token, device, owner.isRemembered);
  const { email, firstName, lastName, role } = owner;
  return { token, user: { email, firstName, lastName, role } };
}

const noStaffMode = () => new Failure("not_found", "This session is not in staff mode.");

type WayBack = z.output<typeof LeaveStaffMode>;

const whose = ({ role }: OwnerBeside): string => (role === "doctor" ? "doctor's" : "clinic owner's");

const wayBack = ({ pin, passkey }: WayBack): SignInWay => {
  if (passkey !== undefined) return "passkey";
  return pin === undefined ? "password" : "pin";
};

/** @param isInUse false when the staff mode session has expired: then neither a PIN nor one factor of two is enough. */
async function proveOwner(
  context: SignInContext,
  owner: OwnerBeside,
  proof: WayBack,
  isInUse: boolean,
): Promise<void> {
  const { kit, now } = context;
  const { sessionId: ownerSession, userId, email, passwordHash } = owner;
  const { password, pin, passkey } = proof;
  const refused = async (field: "passkey" | "pin" | "password", message: string): Promise<Failure> => {
    await noteSignIn(context, { userId, email, way: wayBack(proof), isRight: false });
    return invalidField(field, message);
  };
  const limit = kit.settings.failedSignInsPerAccount;
  if (passkey !== undefined) {
    if (await isSignedByPasskey(context, userId, passkey, isLeaveChallenge(context, userId), true)) return;
    throw await refused("passkey", "This passkey was not accepted. Please try again.");
  }
  if (!isInUse && (pin !== undefined || (password && (await hasSecondFactor(kit, userId)))))
    throw new Failure("not_signed_in", "This took too long. Please log in again.");
  if (pin !== undefined) {
    // A PIN works only on the device where staff mode began: a copied token cannot leave staff mode with it.
    if (!(await isKnownDevice(context, email)))
      throw new Failure(
        "forbidden",
        `The PIN works on the ${owner.role === "doctor" ? "doctor's" : "owner's"} own device. Use the password.`,
      );
    const attempt = await beginAttempt(kit, now, [{ key: `pin:${userId}`, limit }]);
    if (!(await isPin(kit, userId, pin))) throw await refused("pin", `This is not the ${whose(owner)} PIN`);
    return attempt.succeeded();
  }
  if (!password) throw await ownerMustConfirm(context, owner, isInUse);
  const attempt = await beginAttempt(kit, now, [{ key: `leave:${ownerSession}`, limit }]);
  if (!(await verifyPassword(passwordHash, password)))
    throw await refused("password", `This is not the ${whose(owner)} password`);
  await attempt.succeeded();
}

async function isKnownDevice({ kit, now, request }: SignInContext, email: string): Promise<boolean> {
  const device = sentDevice(request);
  const account = await kit.databases.functions.row("accountForSignIn", {
    email,
    device: device ? sha256(device) : null,
    at: now,
  });
  return account?.deviceIsKnown ?? false;
}

async function ownerMustConfirm(
  context: SignInContext,
  owner: OwnerBeside,
  isInUse: boolean,
): Promise<Failure> {
  const { userId } = owner;
  const [pinSince, passkeyOptions] = await Promise.all([
    staffModePinSince(context.kit, userId),
    leaveOptions(context, userId),
  ]);
  return new Failure("password_required", `Please enter the ${whose(owner)} password to go back.`, {
    methods: [
      "password",
      ...(pinSince === null || !isInUse ? [] : (["pin"] as const)),
      ...(passkeyOptions ? (["passkey"] as const) : []),
    ],
    ...(passkeyOptions && { passkeyOptions }),
    ...(owner.role === "doctor" && { desk: "doctor" as const }),
  });
}
