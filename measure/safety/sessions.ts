import { login } from "#features/accounts/contract.ts";
import type { EmptyEnvironment } from "#measure/harness/environment.ts";
import { median } from "#measure/harness/statistics.ts";
import { type Figure, none } from "#measure/report/figure.ts";
import { deviceCookie } from "#server/auth/session.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { aClinic, anAdmin, aPassword, aStaffMember } from "#test/factories.ts";
import { cookieOf, ownPage } from "#test/live-sessions.ts";

/** One answer after one time, whether or not somebody has the e-mail. */
export async function proveTiming(
  { stage, many }: EmptyEnvironment,
  doors: readonly Endpoint[],
): Promise<Figure[]> {
  const clinic = await aClinic(stage);
  const admin = await anAdmin(stage);
  const known = [admin.email, clinic.owner.email];
  for (let made = 0; made < 18; made += 1) known.push((await aStaffMember(stage, clinic, [])).email);
  const figures: Figure[] = [];
  for (const door of doors) {
    const times: [known: number[], unknown: number[]] = [[], []];
    const words = new Set<string>();
    const total = many(200);
    for (let n = -10; n < total; n += 1)
      // Who goes first changes, so that what one leaves behind falls on both.
      for (const isUnknown of n % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
        const email = isUnknown ? `nobody${n % 20}@clinic.test` : known[(n + 20) % 20];
        const start = performance.now();
        const answer = await stage.call(door, null, { body: { email, password: "not-the-password" } });
        if (n >= 0) times[isUnknown].push(performance.now() - start);
        words.add(`${answer.statusCode} ${answer.body}`);
      }
    const [one, other] = times.map(median) as [number, number];
    const apart = Math.abs(one - other) / Math.max(one, other);
    figures.push({
      what: `${door.path}: median time, known against unknown (${total} each)`,
      figure: `${one.toFixed(1)} and ${other.toFixed(1)} ms, ${(apart * 100).toFixed(1)} % apart, ${words.size} answer`,
      goal: "within 10 %, 1 answer",
      passes: apart <= 0.1 && words.size === 1,
    });
  }
  return figures;
}

/** A stranger guesses without end; the victim goes on working at a desk where the account is known. */
export async function proveLockOut(
  { stage, many }: EmptyEnvironment,
  restart: () => Promise<void>,
): Promise<Figure[]> {
  const { owner } = await aClinic(stage);
  const enter = (password: string, device?: string) =>
    stage.call(login, null, {
      body: { email: owner.email, password },
      headers: device ? { cookie: `${deviceCookie}=${device}`, ...ownPage(stage) } : {},
    });
  const device = cookieOf(await enter(aPassword), deviceCookie) ?? "";
  const total = many(10_000);
  const shutOut: string[] = [];
  let heard = 0;
  let visits = 0;
  for (let n = 0; n < total; n += 1) {
    if ((await enter(`guess-${n}`)).statusCode !== 429) heard += 1;
    if (n % Math.ceil(total / 20) !== 0) continue;
    visits += 1;
    const visit = await enter(aPassword, device);
    if (visit.statusCode !== 200) shutOut.push(`after ${n} guesses: ${visit.statusCode}`);
  }
  await restart();
  const afterwards = (await enter("guess-again")).statusCode;
  return [
    {
      what: `guesses at one account that reach the password (of ${total.toLocaleString("en")})`,
      figure: String(heard),
      goal: "at most 100",
      passes: heard <= 100,
    },
    none("sign-ins of the victim, at a known desk, refused meanwhile", visits, shutOut),
    {
      what: "the next guess after a restart",
      figure: String(afterwards),
      goal: "429",
      passes: afterwards === 429,
    },
  ];
}
