import { spawnSync } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { signUp } from "#features/accounts/contract.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { addPatient, listPatients } from "#features/patients/contract.ts";
import { CrashTarget, eventually, somebody } from "#measure/harness/crash-target.ts";
import type { HttpClient } from "#measure/harness/http-client.ts";
import { stopWhenInterrupted } from "#measure/harness/interrupted.ts";
import { type Figure, none, verdict } from "#measure/report/figure.ts";
import { aPdf, asMultipart } from "#test/example-files.ts";
import { type Request, requestFor } from "#test/request-for.ts";
import { readStored } from "./kills.ts";

/**
 * The disk of database and files fills up under work, and room is made on it. It takes Linux and root;
 * src/server/http/failures.test.ts has what is answered then on any machine.
 */
export async function diskFull(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "klinika-small-disk-"));
  const words = ["-t", "tmpfs", "-o", "size=320m,mode=0755", "tmpfs", folder];
  const isMounted =
    process.platform === "linux" && spawnSync("mount", words, { stdio: "ignore" }).status === 0;
  const unmount = async () => {
    spawnSync("umount", ["--lazy", folder], { stdio: "ignore" });
    await rm(folder, { recursive: true, force: true });
  };
  const isUnmounted = stopWhenInterrupted(unmount);
  try {
    if (isMounted) return await onSmallDisk(folder);
    console.log("disk: a full disk takes Linux and root.");
    return [];
  } finally {
    isUnmounted();
    await unmount();
  }
}

/** What was answered: the admission numbers that were saved, how often each refusal came, and what was no reason. */
type Answers = { acknowledged: Map<string, string[]>; refused: Map<number, number>; unclear: string[] };

/** Everybody works on until the disk has been full for a while. */
async function onSmallDisk(folder: string): Promise<Figure[]> {
  const victim = new CrashTarget(join(folder, "data"));
  const answers: Answers = { acknowledged: new Map(), refused: new Map(), unclear: [] };
  const refusals = () => [...answers.refused.values()].reduce((sum, count) => sum + count, 0);
  try {
    const wire = await victim.ready();
    const { token } = (await wire.send(requestFor(signUp, null, { body: somebody }))).json();
    const { pid } = victim.klinika.process;
    await register(wire, token, "before", 20, answers);
    const balloon = join(folder, "balloon");
    fill(balloon);
    // The database still has room in the files it has already taken; these use it up.
    for (let turn = 0; turn < 400 && refusals() < 50; turn += 1) {
      await register(wire, token, `full-${turn}`, 25, answers);
      await send(answers, wire, requestFor(listPatients, token));
    }
    await exhaustJournal(victim.databaseUrl());
    for (let turn = 0; turn < 10; turn += 1) {
      await register(wire, token, `ended-${turn}`, 5, answers);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    const whileFull = refusals();
    await rm(balloon);
    const start = performance.now();
    let tries = 0;
    const isBack = await eventually(async () => {
      const number = `back-${++tries}`;
      const paper = await wire.send(upload(token, number));
      const patient = await wire.send(registration(token, number));
      if (patient.statusCode < 300) answers.acknowledged.set(number, []);
      return paper.statusCode < 300 && patient.statusCode < 300;
    }, 120_000);
    const after = (performance.now() - start) / 1000;
    const isSame = victim.klinika.process.pid === pid && victim.klinika.process.exitCode === null;
    const kinds = [...answers.refused].map(([status, count]) => `${count} × ${status}`).join(", ");
    return [
      none(
        `answers on a full disk that are neither the work done nor a reason (${kinds})`,
        whileFull,
        answers.unclear,
      ),
      ...(isBack ? await lossFigures(victim, answers) : []),
      verdict(
        "at work again by itself, in the same process, after there was room",
        isBack && isSame ? `${after.toFixed(1)} s` : "never",
        "30 s",
        isBack && isSame && after <= 30,
      ),
    ];
  } finally {
    await victim.end();
  }
}

const registration = (token: string, admissionNo: string): Request =>
  requestFor(addPatient, token, {
    body: {
      admissionNo,
      hospital: "Makati Medical Center",
      patientName: `Full, ${admissionNo}`,
      sex: "F",
      remarks: "x".repeat(2000),
    },
    headers: { "idempotency-key": admissionNo },
  });

const upload = (token: string, text: string): Request =>
  requestFor(uploadFiles, token, asMultipart([["CBC.pdf", aPdf(text.padEnd(200_000, " "))]]));

async function register(wire: HttpClient, token: string, name: string, count: number, answers: Answers) {
  await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const number = `${name}-${n}`;
      if (await send(answers, wire, registration(token, number))) answers.acknowledged.set(number, []);
    }),
  );
  await send(answers, wire, upload(token, name));
}

/** A full disk is 507; what follows from it (the database recovers, nothing can be noted) is 503, to be tried again. */
async function send(answers: Answers, wire: HttpClient, request: Request): Promise<boolean> {
  const answer = await wire.send(request).catch(String);
  if (typeof answer === "string") {
    answers.unclear.push(answer);
    return false;
  }
  const { statusCode, body } = answer;
  if (statusCode < 300) return true;
  answers.refused.set(statusCode, (answers.refused.get(statusCode) ?? 0) + 1);
  const reason = { 507: /no (room|space) left/, 503: /try again/ }[statusCode];
  if (!reason?.test(body)) answers.unclear.push(`${statusCode} ${body.slice(0, 160)}`);
  return false;
}

/** Without room for the next piece of its journal PostgreSQL ends itself, and cannot start again. */
async function exhaustJournal(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  const more = "select pg_logical_emit_message(false, 'prove', 'x'), pg_switch_wal()";
  for (let piece = 0; piece < 50; piece += 1) if (!(await client.query(more).catch(() => null))) return;
}

function fill(balloon: string): void {
  const file = openSync(balloon, "w");
  for (let size = 1 << 20; size >= 1; )
    try {
      writeSync(file, Buffer.alloc(size));
    } catch {
      size >>= 4;
    }
  closeSync(file);
}

async function lossFigures(victim: CrashTarget, { acknowledged }: Answers): Promise<Figure[]> {
  const told = { acknowledged, sent: new Set(acknowledged.keys()) };
  const stored = await readStored({ databaseUrl: victim.databaseUrl(), dataDir: victim.dataDir }, told);
  return [
    none("acknowledged patients lost to a full disk", acknowledged.size, stored.lost),
    none("patients stored in part, or though they were refused", stored.patients, [
      ...stored.half,
      ...stored.unwanted,
    ]),
  ];
}
