import type { Kit } from "#server/kit.ts";
import { hashPassword, verifyPassword } from "#server/password.ts";
import type { Session } from "#server/session.ts";
import { invalidField, notFound } from "#shared/errors.ts";
import { changeAccount } from "./change-account.ts";

type StoredPin = { pin_hash: string; changed_at: string };

const pinOf = async ({ databases }: Kit, userId: number): Promise<StoredPin | undefined> =>
  (await databases.narrow.rows<StoredPin>("staff_mode_pin_of", [userId]))[0];

export async function staffModePinSince(kit: Kit, userId: number): Promise<string | null> {
  const stored = await pinOf(kit, userId);
  return stored ? new Date(stored.changed_at).toISOString() : null;
}

/** Digits that stand beside each other on the keys, or are the same: what everybody tries first. */
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

/** @throws Failure invalid for a PIN that everybody tries first. */
export async function savePin(
  kit: Kit,
  now: Date,
  session: Session,
  pin: string,
): Promise<{ message: string }> {
  if (obvious.has(pin)) throw invalidField("pin", "This PIN is easy to guess. Choose another one.");
  const args = [session.userId, await hashPassword(pin), now];
  await changeAccount(kit, session, "account.staffModePin", "set_staff_mode_pin", args);
  return { message: "Staff mode PIN saved" };
}

/** @throws Failure not_found */
export async function deletePin(kit: Kit, now: Date, session: Session): Promise<{ message: string }> {
  const args = [session.userId, null, now];
  if (!(await changeAccount(kit, session, "account.staffModePinRemoved", "set_staff_mode_pin", args)))
    throw notFound("Staff mode PIN");
  return { message: "Staff mode PIN removed" };
}

export async function isPin(kit: Kit, userId: number, pin: string): Promise<boolean> {
  return verifyPassword((await pinOf(kit, userId))?.pin_hash ?? null, pin);
}
