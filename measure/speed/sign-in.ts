import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { login } from "#features/accounts/contract.ts";
import { atLeast, type Figure } from "#measure/report/figure.ts";
import { median } from "#measure/harness/median.ts";
import { requestFor } from "#test/request-for.ts";
import { bytesOf, newestOf } from "./calls.ts";
import { medianOf, perSecond, rate } from "./compare-to-baseline.ts";
import { benchPassword, emailOf } from "./data/rows.ts";
import type { Stream, Told } from "./load/client.ts";
import { rounds, spreadOf } from "./rounds.ts";
import { Served } from "./served.ts";
import { type Bench, openTestEnvironment } from "./environment.ts";

/** Signing in by the password, beside checking passwords alone, and what lists are left with meanwhile. */
export async function signIn(bench: Bench): Promise<Figure[]> {
  const environment = await openTestEnvironment(bench);
  const product = await Served.start({ DATABASE_URL: environment.kept.databaseUrl });
  const hashes = fork(fileURLToPath(new URL("hash-process.ts", import.meta.url)));
  await once(hashes, "message");
  try {
    const users = environment.kept.platform.clinics.flatMap(({ ownerId, staffId }) => [ownerId, staffId]);
    const common = { port: product.port, status: 200 };
    const signIns: Stream = {
      ...common,
      connections: 8,
      hasOwnAddresses: true,
      requests: users.map((id) =>
        bytesOf(requestFor(login, null, { body: { email: emailOf(id), password: benchPassword } })),
      ),
    };
    const list: Stream = {
      ...common,
      connections: bench.connections,
      requests: newestOf(environment.owners),
    };
    const run = (...streams: Stream[]) => environment.loader.run(streams, bench.seconds);
    const check = async () => {
      const heard = once(hashes, "message");
      hashes.send({ seconds: bench.seconds, atOnce: 4 });
      return ((await heard) as [{ rate: number }])[0].rate;
    };
    await run(list, signIns);
    const all = await rounds<"checks" | "signIns" | "alone" | "both", number | Told[]>(bench.rounds, {
      checks: check,
      signIns: () => run(signIns),
      alone: () => run(list),
      both: () => run(list, signIns),
    });
    const told = (arm: "signIns" | "alone" | "both", stream = 0) =>
      all.map((round) => (round[arm] as Told[])[stream] as Told);
    const checks = all.map((round) => round.checks as number);
    const shares = told("signIns").map((one, round) => rate(one) / (checks[round] ?? Number.NaN));
    const left = told("both").map((one, round) => rate(one) / rate(told("alone")[round] as Told));
    const alone = `${perSecond(medianOf(told("signIns"), rate))} of ${perSecond(median(checks))}`;
    const lists = `${perSecond(medianOf(told("both"), rate))} of ${perSecond(medianOf(told("alone"), rate))}`;
    return [
      {
        ...atLeast(`share of the argon2 checks (${alone}; ${spreadOf(shares)})`, median(shares), 0.7),
        peer: "0.066",
      },
      atLeast(
        `lists while 8 sign in without pause, share of alone (${lists}; ${spreadOf(left)})`,
        median(left),
        0.6,
      ),
      atLeast("sign-ins meanwhile", medianOf(told("both", 1), rate), 80, "/s", 0),
    ];
  } finally {
    hashes.disconnect();
    await product.stop();
    await environment.close();
  }
}
