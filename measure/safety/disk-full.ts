import { spawnSync } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { signUp } from "#features/accounts/contract.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { addPatient, listPatients } from "#features/patients/contract.ts";
import { type Figure, none } from "#measure/report/figure.ts";
import { stopWhenInterrupted } from "#measure/harness/interrupted.ts";
import { aPdf, asMultipart } from "#test/example-files.ts";
import { aClinic } from "#test/factories.ts";
import { connected } from "#test/postgres.ts";
import { type Request, requestFor } from "#test/request-for.ts";
import { CrashTarget, eventually, somebody } from "#measure/harness/crash-target.ts";
import type { HttpClient } from "#measure/harness/http-client.ts";
import { type EnvironmentSource, inEnvironment } from "#measure/harness/environment.ts";

/**
 * The disk runs full under work and is made room on. Where this user may mount one, a small disk holds database and
 * files; elsewhere the database says what it says of a full disk, and the server's own writes fail as on one.
 */
export async function proveFullDisk(source: EnvironmentSource): Promise<Figure[]> {
  const disk = await mountSmallDisk();
  if (!disk) return onFeignedDisk(source);
  try {
    return await onRealDisk(disk.folder);
  } finally {
    await disk.unmount();
  }
}

async function mountSmallDisk() {
  const folder = await mkdtemp(join(tmpdir(), "klinika-small-disk-"));
  const words = ["-t", "tmpfs", "-o", "size=320m,mode=0755", "tmpfs", folder];
  const isMounted =
    process.platform === "linux" && spawnSync("mount", words, { stdio: "ignore" }).status === 0;
  if (!isMounted) {
    await rm(folder, { recursive: true });
    return null;
  }
  const unmount = async () => {
    spawnSync("umount", ["--lazy", folder], { stdio: "ignore" });
    await rm(folder, { recursive: true, force: true });
  };
  const isUnmounted = stopWhenInterrupted(unmount);
  return {
    folder,
    async unmount() {
      isUnmounted();
      await unmount();
    },
  };
}

type Said = {
  acknowledged: Set<string>;
  refused: Map<number, number>;
  unclear: string[];
};

/** Everybody works on until the disk has been full for a while. */
async function onRealDisk(folder: string): Promise<Figure[]> {
  const victim = new CrashTarget(join(folder, "data"));
  const said: Said = { acknowledged: new Set(), refused: new Map(), unclear: [] };
  try {
    const wire = await victim.ready();
    const { token } = (await wire.send(requestFor(signUp, null, { body: somebody }))).json();
    const klinika = victim.klinika.process.pid;
    await register(wire, token, "before", 20, said);
    fill(join(folder, "balloon"));
    // The database still has room in the files it has already taken; these use it up.
    for (let turn = 0; turn < 400 && refusals(said) < 50; turn += 1) {
      await register(wire, token, `full-${turn}`, 25, said);
      await note(said, wire, requestFor(listPatients, token));
    }
    await exhaustJournal(victim);
    for (let turn = 0; turn < 10; turn += 1) {
      await register(wire, token, `ended-${turn}`, 5, said);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    const whileFull = refusals(said);
    await rm(join(folder, "balloon"));
    const start = performance.now();
    let tries = 0;
    const isBack = await eventually(async () => {
      tries += 1;
      const papers = await wire.send(upload(token, `back-${tries}`));
      const patient = await wire.send(registration(token, `back-${tries}`));
      if (patient.statusCode < 300) said.acknowledged.add(`back-${tries}`);
      return papers.statusCode < 300 && patient.statusCode < 300;
    }, 120_000);
    const after = (performance.now() - start) / 1000;
    const isSame = victim.klinika.process.pid === klinika && victim.klinika.process.exitCode === null;
    const kinds = [...said.refused].map(([status, count]) => `${count} × ${status}`).join(", ");
    return [
      none(
        `answers on a full disk that are neither the work done nor a reason (${kinds})`,
        whileFull,
        said.unclear,
      ),
      ...(isBack ? await reckon(victim, said) : []),
      {
        what: "at work again by itself, in the same process, after there was room",
        figure: isBack && isSame ? `${after.toFixed(1)} s` : "never",
        goal: "30 s",
        passes: isBack && isSame && after <= 30,
      },
    ];
  } finally {
    await victim.end();
  }
}

const refusals = ({ refused }: Said) => [...refused.values()].reduce((sum, count) => sum + count, 0);

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

async function register(
  wire: HttpClient,
  token: string,
  name: string,
  count: number,
  said: Said,
): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const admissionNo = `${name}-${n}`;
      if (await note(said, wire, registration(token, admissionNo))) said.acknowledged.add(admissionNo);
    }),
  );
  await note(said, wire, upload(token, name));
}

/** A full disk is 507; what follows from it (the database recovers, nothing can be noted) is 503, to be tried again. */
async function note(said: Said, wire: HttpClient, request: Request): Promise<boolean> {
  const answer = await wire.send(request).catch((error: Error) => error);
  if (answer instanceof Error) {
    said.unclear.push(String(answer));
    return false;
  }
  const { statusCode, body } = answer;
  if (statusCode < 300) return true;
  said.refused.set(statusCode, (said.refused.get(statusCode) ?? 0) + 1);
  const isReason =
    (statusCode === 507 && /no room left/.test(body)) || (statusCode === 503 && /try again/.test(body));
  if (!isReason) said.unclear.push(`${statusCode} ${body.slice(0, 160)}`);
  return false;
}

/** Without room for the next piece of its journal PostgreSQL ends itself, and cannot start again. */
async function exhaustJournal(victim: CrashTarget): Promise<void> {
  const client = new Client({ connectionString: victim.databaseUrl() });
  client.on("error", () => undefined);
  await client.connect();
  for (let piece = 0; piece < 50; piece += 1) {
    const isTaken = await client
      .query("select pg_logical_emit_message(false, 'prove', 'x'), pg_switch_wal()")
      .then(
        () => true,
        () => false,
      );
    if (!isTaken) return;
  }
}

function fill(balloon: string): void {
  const file = openSync(balloon, "w");
  try {
    for (let size = 1 << 20; size >= 1; ) {
      try {
        writeSync(file, Buffer.alloc(size));
      } catch {
        size >>= 4;
      }
    }
  } finally {
    closeSync(file);
  }
}

async function reckon(victim: CrashTarget, { acknowledged }: Said): Promise<Figure[]> {
  return connected(victim.databaseUrl(), async (client) => {
    const { rows } = await client.query<{ admission_no: string; events: number; keys: number }>(
      `select admission_no,
              (select count(*)::integer from record_history h
               where h.patient_id = p.id and h.entity = 'patients' and h.event = 'patient.create') as events,
              (select count(*)::integer from idempotency_keys k where k.key = p.admission_no and k.status is not null) as keys
       from patients p`,
    );
    const stored = new Set(rows.map(({ admission_no }) => admission_no));
    const lost = [...acknowledged].filter((number) => !stored.has(number));
    const half = rows.filter(
      ({ admission_no, events, keys }) => events !== 1 || keys !== 1 || !acknowledged.has(admission_no),
    );
    return [
      none("acknowledged patients lost to a full disk", acknowledged.size, lost),
      none(
        "patients stored in part, or though they were refused",
        rows.length,
        half.map(({ admission_no }) => admission_no),
      ),
    ];
  });
}

/** On any machine: what PostgreSQL says of a full disk (53100), and ENOSPC for each byte the server writes. */
async function onFeignedDisk(source: EnvironmentSource): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "klinika-full-"));
  const flag = join(folder, "full");
  const options = { env: { PROVE_FULL_DISK: flag }, preloaded: ["./prove/preloaded/full-disk.ts"] };
  try {
    return await inEnvironment(
      source,
      async ({ stage, wire }) => {
        const { owner, id } = await aClinic(stage);
        const said: Said = { acknowledged: new Set(), refused: new Map(), unclear: [] };
        await register(wire, owner.token, "before", 5, said);
        await stage.sql(
          `create function no_room() returns trigger language plpgsql as $$
           begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$`,
        );
        await stage.sql(
          "create trigger no_room before insert on record_history for each row execute function no_room()",
        );
        await writeFile(flag, "");
        await register(wire, owner.token, "full", 20, said);
        const rows = await stage.sql<{ admission_no: string }>(
          "select admission_no from patients where clinic_id = $1",
          [id],
        );
        const half = rows.filter(({ admission_no }) => !said.acknowledged.has(admission_no));
        const whileFull = refusals(said);
        await rm(flag);
        await stage.sql("drop trigger no_room on record_history");
        const before = said.acknowledged.size;
        await register(wire, owner.token, "back", 5, said);
        return [
          none("answers on a full disk, feigned, that are no reason", whileFull, said.unclear),
          none(
            "patients stored though they were refused",
            rows.length,
            half.map(({ admission_no }) => admission_no),
          ),
          {
            what: "registered of 5 when there is room again, in the same process",
            figure: String(said.acknowledged.size - before),
            goal: "5",
            passes: said.acknowledged.size - before === 5 && refusals(said) === whileFull,
          },
        ];
      },
      options,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
