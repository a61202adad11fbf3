import { readFileSync } from "node:fs";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { signUp } from "#features/accounts/contract.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { addPatient, listPatients } from "#features/patients/contract.ts";
import { type Figure, none } from "#figures/figure.ts";
import { aPdf, asMultipart } from "#test/example-files.ts";
import { aClinic, aPatient } from "#test/factories.ts";
import { databasePid, KlinikaProcess } from "#test/klinika-process.ts";
import { databaseAt, onServer } from "#test/postgres.ts";
import { requestFor } from "#test/request-for.ts";
import type { House, OwnGround } from "./ground.ts";
import { Wire } from "./wire.ts";

/** A Klinika with the database that comes with it, which is killed and started again. */
class Victim {
  klinika: KlinikaProcess;
  wire: Wire | null = null;
  readonly dataDir: string;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
    this.klinika = this.start();
  }

  private start(): KlinikaProcess {
    return new KlinikaProcess(this.dataDir, { CHANGES_PER_MINUTE: "1000000" });
  }

  async ready(): Promise<Wire> {
    this.wire ??= new Wire(await this.klinika.address());
    return this.wire;
  }

  async killApplication(): Promise<void> {
    const { wire } = this;
    this.wire = null;
    await this.klinika.stop("SIGKILL");
    wire?.close();
    this.klinika = this.start();
    await this.ready();
  }

  /** The server's first process; the others end with it, as after a crash. */
  async killDatabase(): Promise<void> {
    const before = databasePid(this.dataDir);
    process.kill(before, "SIGKILL");
    await eventually(async () => {
      const { wire } = this;
      if (databasePidOrNone(this.dataDir) === before) return false;
      return (await wire?.send({ method: "GET", url: "/api/health", headers: {} }))?.statusCode === 200;
    });
  }

  databaseUrl(): string {
    const [, , , port] = readFileSync(join(this.dataDir, "postgres", "postmaster.pid"), "utf8").split("\n");
    const password = readFileSync(join(this.dataDir, "postgres-password"), "utf8").trim();
    return `postgres://postgres:${password}@127.0.0.1:${port}/klinika`;
  }
}

const databasePidOrNone = (dataDir: string) => {
  try {
    return databasePid(dataDir);
  } catch {
    return 0;
  }
};

/** Asks again and again; a fault is an answer of no. */
async function eventually(isSo: () => Promise<boolean>, patience = 60_000): Promise<boolean> {
  const until = Date.now() + patience;
  while (Date.now() < until) {
    if (await isSo().catch(() => false)) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

/** Eight people register patients without a pause while the application and the database are killed in turn. */
export async function proveKills({ share }: House): Promise<Figure[]> {
  const kills = Math.max(2, Math.round(500 * share));
  const dataDir = await mkdtemp(join(tmpdir(), "klinika-faults-"));
  const victim = new Victim(dataDir);
  const acknowledged = new Set<string>();
  const sent = new Set<string>();
  try {
    const signedUp = await (await victim.ready()).send(requestFor(signUp, null, { body: somebody }));
    const { token } = signedUp.json();
    let isOver = false;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; !isOver; n += 1) {
        const admissionNo = `K${writer}-${n}`;
        const body = { admissionNo, hospital: "Makati Medical Center", patientName: `Kill, ${n}`, sex: "F" };
        sent.add(admissionNo);
        const answer = await victim.wire?.send(requestFor(addPatient, token, { body })).catch(() => null);
        if (answer && answer.statusCode < 300) acknowledged.add(admissionNo);
        else await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    for (let kill = 0; kill < kills; kill += 1) {
      const before = acknowledged.size;
      await eventually(async () => acknowledged.size > before + 20, 10_000);
      await (kill % 2 ? victim.killDatabase() : victim.killApplication());
    }
    isOver = true;
    await Promise.all(writers);
    return await reckon(victim, kills, sent, acknowledged);
  } finally {
    await victim.klinika.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const somebody = {
  clinicName: "Clinic under Fire",
  doctorName: "Rafael Peñaflor",
  email: "fire@clinic.test",
  phone: "+63 917 555 0100",
  licenseNumber: "0098412",
  password: "tinola-at-noon-42",
  confirmPassword: "tinola-at-noon-42",
};

/** What was promised against what is stored: the patient, with the history of its registration. */
async function reckon(
  victim: Victim,
  kills: number,
  sent: ReadonlySet<string>,
  acknowledged: ReadonlySet<string>,
): Promise<Figure[]> {
  const client = new Client({ connectionString: victim.databaseUrl() });
  await client.connect();
  try {
    const { rows } = await client.query<{ admission_no: string; events: number }>(
      `select admission_no, (select count(*)::integer from record_history h
                             where h.patient_id = p.id and h.event = 'patient.create') as events from patients p`,
    );
    const stored = new Map(rows.map(({ admission_no, events }) => [admission_no, events]));
    const lost = [...acknowledged].filter((number) => !stored.has(number));
    const half = [...stored].filter(([, events]) => events !== 1).map(([number]) => number);
    const made = [...stored.keys()].filter((number) => !sent.has(number));
    return [
      none(
        `acknowledged patients lost (${kills} times kill -9, application and database in turn)`,
        acknowledged.size,
        lost,
      ),
      none("patients stored without their history, or with it twice", stored.size, half),
      none("patients stored that nobody sent", stored.size, made),
    ];
  } finally {
    await client.end();
  }
}

/** The database takes no connections for a while: clear answers, then work again without a hand. */
export async function proveLostDatabase(ground: OwnGround, seconds: number): Promise<Figure[]> {
  const { stage, send } = ground;
  const clinic = await aClinic(stage);
  await aPatient(stage, clinic);
  const look = () => send(requestFor(listPatients, clinic.owner.token));
  const name = new URL(stage.databaseUrl).pathname.slice(1);
  const maintenance = databaseAt(stage.databaseUrl, "postgres");
  await look();
  await onServer(maintenance, `alter database ${name} allow_connections false`);
  await onServer(
    maintenance,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
  const unclear: string[] = [];
  let asked = 0;
  for (const until = Date.now() + seconds * 1000; Date.now() < until; asked += 1) {
    const answer = await look();
    const { message } = answer.json();
    if (answer.statusCode < 500 || typeof message !== "string" || /pg|database|connect|sql/i.test(message))
      unclear.push(`${answer.statusCode} ${answer.body.slice(0, 120)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await onServer(maintenance, `alter database ${name} allow_connections true`);
  const start = performance.now();
  const isBack = await eventually(async () => (await look()).statusCode === 200);
  const after = (performance.now() - start) / 1000;
  return [
    none(`answers that say nothing clear while the database is gone for ${seconds} s`, asked, unclear),
    {
      what: "at work again by itself after it came back",
      figure: isBack ? `${after.toFixed(1)} s` : "never",
      goal: "30 s",
      holds: isBack && after <= 30,
    },
  ];
}

/** The folder of the files is gone: uploads say so, and go on when it is back. */
export async function proveLostStore({ stage, dataDir }: OwnGround): Promise<Figure[]> {
  const { owner } = await aClinic(stage);
  const upload = (text: string) =>
    stage.call(uploadFiles, owner.token, asMultipart([["CBC.pdf", aPdf(text)]]));
  const files = join(dataDir, "files");
  const first = (await upload("one")).statusCode;
  await rename(files, `${files}-away`);
  await writeFile(files, "not a folder");
  const gone = await upload("two");
  await rm(files);
  await rename(`${files}-away`, files);
  const back = (await upload("three")).statusCode;
  return [
    {
      what: "uploads before, while and after the file store is gone; files stored",
      figure: `${first}, ${gone.statusCode}, ${back}`,
      goal: "200, 503, 200",
      holds: [first, gone.statusCode, back].join() === "200,503,200",
    },
  ];
}

/** A database that may forget what it acknowledged is not worked with. */
export async function proveUnsafeSettings(): Promise<Figure> {
  const settings = ["fsync", "full_page_writes", "synchronous_commit"];
  const started: string[] = [];
  for (const setting of settings) {
    const dataDir = await mkdtemp(join(tmpdir(), "klinika-unsafe-"));
    const sound = new Victim(dataDir);
    await sound.ready();
    await onServer(sound.databaseUrl(), `alter system set ${setting} = off`);
    sound.wire?.close();
    await sound.klinika.stop();
    const unsafe = new KlinikaProcess(dataDir);
    const isUp = await unsafe.address().then(
      () => true,
      () => false,
    );
    if (isUp) started.push(setting);
    await unsafe.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  const what = "starts on a database with a setting off that keeps what it acknowledged";
  return none(what, settings.length, started);
}
