import { takeTurn } from "#server/auth/take-turn.ts";
import type { Kit } from "#server/kit.ts";
import { Failure } from "#shared/errors.ts";

/** How many links are mailed to an account. */
const perHour = 3;
const perDay = 8;

/** @throws Failure too_many */
export async function takeLinkTurn(
  kit: Kit,
  now: Date,
  kind: "reset" | "confirm",
  account: string | number,
): Promise<void> {
  const isInTurn =
    (await takeTurn(kit, now, `${kind}-of:${account}`, perHour)) &&
    (await takeTurn(kit, now, `${kind}-of-today:${account}`, perDay, 24));
  if (!isInTurn) throw tooManyLinks();
}

export const tooManyLinks = () =>
  new Failure(
    "too_many",
    "Too many links were requested. Check your email for one, or try again in an hour.",
    {},
    3600,
  );
