import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { login } from "#features/accounts/contract.ts";
import { atLeast, type Figure } from "#test/harness/figure.ts";
import { startServer } from "#test/harness/server.ts";
import { median } from "#test/harness/statistics.ts";
import { requestFor } from "#test/request-for.ts";
import { newestOf } from "./calls.ts";
import { perSecond, rate, rounds, spreadOf } from "./compare.ts";
import { type Bench, onPlatform } from "./environment.ts";
import { answerOf } from "./floor.ts";
import { load, type Stream } from "./load.ts";
import { benchPassword } from "./platform.ts";

/** Signing in by password against checking passwords alone, and the remaining rate of lists. */
export const signIn = (bench: Bench): Promise<Figure[]> =>
  onPlatform(bench, async ({ platform, owners }) => {
    const { port, stop } = await startServer({ DATABASE_URL: platform.databaseUrl });
    const hashes = fork(fileURLToPath(new URL("hash-process.ts", import.meta.url)));
    await answerOf(hashes);
    try {
      const emails = platform.clinics.flatMap(({ id }) =>
        ["owner", "staff"].map((who) => `${who}${id}@bench.klinika.test`),
      );
      const signIns = {
        port,
        connections: 8,
        requests: emails.map((email) =>
          requestFor(login, null, { body: { email, password: benchPassword } }),
        ),
      };
      const list = { port, connections: bench.connections, requests: newestOf(owners) };
      const run = async (...streams: Stream[]) => (await load(streams, bench.seconds)).map(rate);
      await run(list, signIns);
      const all = await rounds(bench.rounds, {
        checks: async () => {
          hashes.send({ seconds: bench.seconds, connections: 4 });
          return [(await answerOf<{ rate: number }>(hashes)).rate];
        },
        signIns: () => run(signIns),
        alone: () => run(list),
        both: () => run(list, signIns),
      });
      type Kind = keyof (typeof all)[number];
      const rates = (kind: Kind, stream = 0) => all.map((round) => round[kind][stream] ?? Number.NaN);
      const shares = (kind: Kind, of: Kind) => rates(kind).map((one, n) => one / (rates(of)[n] ?? 0));
      const speeds = (kind: Kind, of: Kind) =>
        `${perSecond(median(rates(kind)))} of ${perSecond(median(rates(of)))}; ${spreadOf(shares(kind, of))}`;
      return [
        {
          ...atLeast(
            `share of the argon2 checks (${speeds("signIns", "checks")})`,
            median(shares("signIns", "checks")),
            0.7,
          ),
          peer: "0.066",
        },
        atLeast(
          `lists while 8 sign in without pause, share of alone (${speeds("both", "alone")})`,
          median(shares("both", "alone")),
          0.6,
        ),
        atLeast("sign-ins meanwhile", median(rates("both", 1)), 80, "/s", 0),
      ];
    } finally {
      hashes.disconnect();
      await stop();
    }
  });
