import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { currentUser, draftKey } from "#features/accounts/contract.ts";
import { addPatient } from "#features/patients/contract.ts";
import { runOperation } from "#operations/run-operation.ts";
import { withClient } from "#server/database/with-client.ts";
import type { Stage } from "#test/app.ts";
import { aClinic } from "#test/data/factories.ts";
import { type EnvironmentSource, openStage } from "#test/harness/environment.ts";
import { atMost, type Figure, none } from "#test/harness/figure.ts";
import { HttpClient } from "#test/harness/http-client.ts";
import { stopWhenInterrupted } from "#test/harness/interrupted.ts";
import { startServer } from "#test/harness/server.ts";
import { PatroniCluster, whyNoCluster } from "./patroni-cluster.ts";

type Fault = "killed" | "frozen" | "cut off";
const faults: readonly Fault[] = ["killed", "frozen", "cut off"];

type Leader = Awaited<ReturnType<PatroniCluster["leader"]>>;
type Act = (cluster: PatroniCluster, leader: Leader) => void;
const begin: Record<Fault, Act> = {
  killed: (cluster, leader) => cluster.kill(leader),
  frozen: (cluster, leader) => cluster.freeze(leader),
  "cut off": (cluster, leader) => cluster.cutOff(leader),
};
const end: Record<Fault, Act> = {
  killed: (cluster, leader) => cluster.restart(leader),
  frozen: (cluster, leader) => cluster.thaw(leader),
  "cut off": (cluster, leader) => cluster.reconnect(leader),
};

const ROUNDS = 20;
const WRITES_A_SECOND = 50;
/** Longer than any of the server's own limits: a request that takes longer hangs. */
const PATIENCE = 30_000;

/** A leader of the database dies, freezes or loses its network while patients are registered. */
export async function proveFailover({ many }: EnvironmentSource): Promise<Figure[]> {
  const reason = whyNoCluster();
  if (reason)
    return [{ what: "failover of the database", figure: `not run: ${reason}`, goal: "run", passes: false }];
  const folder = await mkdtemp(join(tmpdir(), "klinika-failover-"));
  await using toClose = new AsyncDisposableStack();
  const isClosed = stopWhenInterrupted(() => toClose.disposeAsync());
  toClose.defer(async () => isClosed());
  toClose.defer(() => rm(folder, { recursive: true, force: true }));
  const cluster = await PatroniCluster.start(folder);
  toClose.defer(() => cluster.stop());
  const server = await startServer({ DATABASE_URL: cluster.url });
  toClose.defer(() => server.stop());
  const client = new HttpClient(new URL(server.origin), 200);
  toClose.defer(async () => client.close());
  const { stage, close } = openStage(cluster.url, () => client);
  toClose.defer(close);

  const { owner } = await aClinic(stage);
  const key = (await stage.call(draftKey, owner.token)).body;
  const registrations = new Registrations(stage, owner.token);
  const outages: number[] = [];
  const lost: string[] = [];
  const rounds = Math.max(faults.length, many(ROUNDS));
  for (let round = 0; round < rounds; round++) {
    const fault = faults[round % faults.length] as Fault;
    await cluster.whole();
    await registrations.resume();
    const outage = await failLeader(cluster, fault, registrations);
    outages.push(outage);
    await cluster.whole();
    await registrations.drain();
    console.log(`  ${round + 1}: leader ${fault}, back after ${(outage / 1000).toFixed(1)} s`);
    lost.push(...(await sessionProblems(stage, owner.token, key)).map((problem) => `${fault}: ${problem}`));
  }
  const missing = await registrations.missing(cluster.url);
  const broken = await runOperation(
    ["check-data"],
    { DATABASE_URL: cluster.url, DATA_DIR: folder },
    () => undefined,
  ).then(
    () => [],
    (error: Error) => error.message.split("\n"),
  );
  const { saved, refused, wordless } = registrations;
  return [
    none(
      `registrations acknowledged and not stored exactly once, over ${rounds} failovers`,
      saved.length,
      missing,
    ),
    none("refused registrations without a message to try again", refused, wordless),
    none("sessions and draft keys lost in a failover", rounds * 2, lost),
    none("rows that violate an invariant, by check-data", saved.length, broken),
    atMost("slowest next registration after the end of a leader", Math.max(...outages) / 1000, 15, " s", 1),
  ];
}

/** Milliseconds until a registration that was sent after the fault is saved. */
async function failLeader(
  cluster: PatroniCluster,
  fault: Fault,
  registrations: Registrations,
): Promise<number> {
  const leader = await cluster.leader();
  begin[fault](cluster, leader);
  const outage = await registrations.nextSaved();
  // Commits that only the old leader has must not come back with it.
  end[fault](cluster, leader);
  return outage;
}

async function sessionProblems(stage: Stage, token: string, key: string): Promise<string[]> {
  const user = await stage.call(currentUser, token);
  const drafts = await stage.call(draftKey, token);
  return [
    ...(user.statusCode === 200 ? [] : [`session: ${user.statusCode} ${user.body}`]),
    ...(drafts.body === key ? [] : [`key of drafts: ${drafts.statusCode} ${drafts.body}`]),
  ];
}

/** Registers patients at a steady rate, and retries refused requests with their keys, as the page does. */
class Registrations {
  readonly saved: string[] = [];
  readonly wordless: string[] = [];
  refused = 0;
  private readonly stage: Stage;
  private readonly token: string;
  private timer: NodeJS.Timeout | null = null;
  private count = 0;
  private readonly atWork = new Set<Promise<void>>();
  private waiting: { since: number; tell: (milliseconds: number) => void } | null = null;

  constructor(stage: Stage, token: string) {
    this.stage = stage;
    this.token = token;
  }

  async resume(): Promise<void> {
    this.timer = setInterval(() => this.registerOne(), 1000 / WRITES_A_SECOND);
    await this.nextSaved();
  }

  async drain(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await Promise.all(this.atWork);
  }

  nextSaved(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.waiting = { since: performance.now(), tell: resolve };
    return promise;
  }

  /** Admission numbers that were acknowledged, and are missing or stored twice. */
  missing(url: string): Promise<string[]> {
    return withClient(url, async (client) => {
      const { rows } = await client.query<{ number: string; found: number }>(
        `select number, count(p.id)::integer as found from unnest($1::text[]) as number
         left join patients p on p.admission_no = number group by number having count(p.id) <> 1`,
        [this.saved],
      );
      return rows.map(({ number, found }) => `${number}: stored ${found} times`);
    });
  }

  private registerOne(): void {
    this.count += 1;
    const work = this.register(`F-${this.count}`).finally(() => this.atWork.delete(work));
    this.atWork.add(work);
  }

  private async register(admissionNo: string): Promise<void> {
    const body = {
      admissionNo,
      hospital: "Makati Medical Center",
      patientName: `Failover, ${admissionNo}`,
      sex: "F",
    };
    const headers = { "idempotency-key": admissionNo };
    for (let attempt = 0; attempt < 30; attempt++) {
      const sentAt = performance.now();
      const answer = await Promise.race([
        this.stage.call(addPatient, this.token, { body, headers }).catch((error: unknown) => String(error)),
        wait(PATIENCE, `no answer in ${PATIENCE / 1000} s`),
      ]);
      if (typeof answer !== "string" && answer.statusCode === 200) return this.noteSaved(admissionNo, sentAt);
      this.refused += 1;
      const problem = typeof answer === "string" ? answer : withoutWords(answer);
      if (problem) this.wordless.push(`${admissionNo}: ${problem}`);
      await wait(1000);
    }
    this.wordless.push(`${admissionNo}: never saved`);
  }

  private noteSaved(admissionNo: string, sentAt: number): void {
    this.saved.push(admissionNo);
    const { waiting } = this;
    if (!waiting || sentAt < waiting.since) return;
    this.waiting = null;
    waiting.tell(performance.now() - waiting.since);
  }
}

/** Null for a response with a message and a time to try again. */
function withoutWords({ statusCode, body, headers }: { statusCode: number; body: string; headers: object }) {
  try {
    const { code, message } = JSON.parse(body) as { code?: string; message?: string };
    if (statusCode === 503 && code && message && "retry-after" in headers) return null;
  } catch {
    // Not JSON, so it has no message.
  }
  return `${statusCode} ${body.slice(0, 200)}`;
}
