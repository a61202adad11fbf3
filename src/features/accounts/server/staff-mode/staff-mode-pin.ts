import { hashPassword, verifyPassword } from "#server/auth/password.ts";
import type { Kit } from "#server/kit.ts";
import { invalidField, notFound } from "#shared/errors.ts";
import { changeAccount } from "../change-account.ts";
import type { SessionContext } from "../sign-in-context.ts";

const pinOf = ({ databases }: Kit, userId: number) =>
  databases.functions.row("staffModePinOf", { user: userId });

export async function staffModePinSince(kit: Kit, userId: number): Promise<string | null> {
  const stored = await pinOf(kit, userId);
  return stored ? new Date(stored.changedAt).toISOString() : null;
}

/** Adjacent or repeated digits, which are guessed first. */
const obvious = new Set([
  ...Array.from({ length: 10 }, (_, digit) => String(digit).repeat(6)),
  ...Array.from({ length: 5 }, (_, first) => "0123456789".slice(first, first + 6)),
  ...Array.from({ length: 5 }, (_, first) => "9876543210".slice(first, first + 6)),
  "567890",
  "098765",
  "123123",
  "121212",
  "112233",
  "123321",
]);

/** @throws Failure invalid for a commonly guessed PIN. */
export async function savePin(context: SessionContext, pin: string): Promise<{ message: string }> {
  const { now, session } = context;
  if (obvious.has(pin)) throw invalidField("pin", "This PIN is easy to guess. Choose another one.");
  const pinHash = await hashPassword(pin);
  await changeAccount(context, "account.staffModePin", (functions) =>
    functions.value("setStaffModePin", { user: session.userId, pinHash, at: now }),
  );
  return { message: "Staff mode PIN saved" };
}

/** @throws Failure not_found */
export async function deletePin(context: SessionContext): Promise<{ message: string }> {
  const { now, session } = context;
  const isRemoved = await changeAccount(context, "account.staffModePinRemoved", (functions) =>
    functions.value("setStaffModePin", { user: session.userId, pinHash: null, at: now }),
  );
  if (!isRemoved) throw notFound("Staff mode PIN");
  return { message: "Staff mode PIN removed" };
}

export async function isPin(kit: Kit, userId: number, pin: string): Promise<boolean> {
  return verifyPassword((await pinOf(kit, userId))?.pinHash ?? null, pin);
}
