import type { Endpoint } from "#shared/endpoint.ts";
import { aClinic, anAdmin, aStaffMember } from "#test/data/factories.ts";
import type { EmptyEnvironment } from "#test/harness/environment.ts";
import { type Figure, verdict } from "#test/harness/figure.ts";
import { median } from "#test/harness/statistics.ts";

/** The answer and its time are the same whether or not the email has an account. */
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
      // The order alternates, so that carry-over affects both.
      for (const isUnknown of n % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
        const email = isUnknown ? `nobody${n % 20}@clinic.test` : known[(n + 20) % 20];
        const start = performance.now();
        const answer = await stage.call(door, null, { body: { email, password: "not-the-password" } });
        if (n >= 0) times[isUnknown].push(performance.now() - start);
        words.add(`${answer.statusCode} ${answer.body}`);
      }
    const [one, other] = times.map(median) as [number, number];
    const apart = Math.abs(one - other) / Math.max(one, other);
    figures.push(
      verdict(
        `${door.path}: median time, known against unknown (${total} each)`,
        `${one.toFixed(1)} and ${other.toFixed(1)} ms, ${(apart * 100).toFixed(1)} % apart, ${words.size} answer`,
        "within 10 %, 1 answer",
        apart <= 0.1 && words.size === 1,
      ),
    );
  }
  return figures;
}
