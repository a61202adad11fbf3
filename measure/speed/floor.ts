import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What the floor returns, as its process reads it. */
export type FloorPlan = { databaseUrl: string; poolSize: number; calls: FloorCall[] };

export type FloorCall = {
  method: "GET" | "POST";
  /** The first 25 rows of the statement, all of them, its single row, or a body that is known in advance. */
  shape: "list" | "rows" | "one" | "stored";
  /** Of the product's response. */
  schema?: object;
  isTransaction: boolean;
  asked: FloorRequest[];
};

export type FloorRequest = {
  statements: Statement[];
  /** The statement that is returned; the first by default. */
  answering?: number;
  /** The body of a `stored` answer. */
  stored?: string;
  /** Fields of each row that the product computes. */
  computed?: object[];
};

export type Statement = {
  text: string;
  values: unknown[];
  /** Values from the request's body: parameter position and field name. */
  fromBody?: [place: number, name: string][];
};

/** The floor's address of a call's request, by their indexes. */
export const floorPath = (call: number, request: number) => `/${call}/${request}`;

/** A minimal server with the same answers, in its own process. */
export class Floor {
  readonly port: number;
  readonly pid: number;
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.child = child;
    this.pid = child.pid ?? 0;
    this.port = port;
  }

  static async start(plan: FloorPlan): Promise<Floor> {
    const folder = mkdtempSync(join(tmpdir(), "klinika-floor-"));
    const file = join(folder, "plan.json");
    writeFileSync(file, JSON.stringify(plan));
    const child = fork(fileURLToPath(new URL("floor-process.ts", import.meta.url)), [file]);
    try {
      return new Floor(child, (await answerOf<{ port: number }>(child)).port);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** A call's statements per second through the driver alone. */
  async drive(place: number, connections: number, seconds: number): Promise<number> {
    this.child.send({ place, connections, seconds });
    return (await answerOf<{ rate: number }>(this.child)).rate;
  }

  stop(): void {
    this.child.disconnect();
  }
}

/** The next message of a process; rejects if it exits instead. */
async function answerOf<T>(child: ChildProcess): Promise<T> {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(child, "close", { signal }).then(() => Promise.reject(new Error("The process ended.")));
  try {
    const [message] = (await Promise.race([once(child, "message", { signal }), ended])) as [T];
    return message;
  } finally {
    ended.catch(() => undefined);
    over.abort();
  }
}
