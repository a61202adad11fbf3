import { group } from "../report/groups.ts";
import type { Bench } from "./environment.ts";
import { frontDesk } from "./front-desk.ts";
import { isolation } from "./isolation.ts";
import { memory } from "./memory.ts";
import { reads, slowestSearch } from "./reads.ts";
import { screens } from "./screens.ts";
import { start } from "./start.ts";

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);

/** The server's speed relative to a minimal server with the same answers. */
export const speed = group<Bench & { close(): Promise<void> }>({
  families: {
    reads,
    "slowest-search": slowestSearch,
    screens,
    "front-desk": frontDesk,
    isolation,
    memory,
    start,
  },
  open: openBench,
});

/** By BENCH_SIZE and the like. */
export async function openBench() {
  const bench = {
    size: number("BENCH_SIZE", 1_000_000),
    rounds: number("BENCH_ROUNDS", 5),
    seconds: number("BENCH_SECONDS", 3),
    connections: 32,
    folder: process.env.BENCH_FOLDER ?? ".cache/bench",
    log: (line: string) => console.log(line),
  };
  const size = bench.size.toLocaleString("en");
  bench.log(
    `${size} patients, ${bench.rounds} rounds of ${bench.seconds} s, ${bench.connections} connections.`,
  );
  return { ...bench, close: async () => undefined };
}
