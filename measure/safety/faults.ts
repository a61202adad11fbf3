import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { uploadFiles, viewFile } from "#features/files/contract.ts";
import { addPatient, listPatients } from "#features/patients/contract.ts";
import { type Figure, none } from "#measure/report/figure.ts";
import type { Answer, Stage } from "#test/app.ts";
import { aPdf, asMultipart } from "#test/example-files.ts";
import { aClinic, aPatient } from "#test/factories.ts";
import { KlinikaProcess } from "#test/klinika-process.ts";
import { databaseAt, onServer } from "#test/postgres.ts";
import { requestFor } from "#test/request-for.ts";
import { startS3Store } from "#test/s3-store.ts";
import { CrashTarget, eventually } from "#measure/harness/crash-target.ts";
import { type EnvironmentSource, inEnvironment, type OwnEnvironment } from "#measure/harness/environment.ts";

/** The database takes no connections for a while: clear answers, then work again without a hand. */
export async function proveLostDatabase(environment: OwnEnvironment, seconds: number): Promise<Figure[]> {
  const { stage, send, klinika } = environment;
  const clinic = await aClinic(stage);
  await aPatient(stage, clinic);
  const { token } = clinic.owner;
  const look = () => send(requestFor(listPatients, token));
  const body = { admissionNo: "G-1", hospital: "Makati Medical Center", patientName: "Gone, Ana", sex: "F" };
  const save = () =>
    send(requestFor(addPatient, token, { body, headers: { "idempotency-key": "while it is gone" } }));
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
    const answer = await (asked % 2 ? save() : look());
    const { message } = answer.json();
    if (answer.statusCode !== 503 || !/try again/.test(message) || /pg|database|connect|sql/i.test(message))
      unclear.push(`${answer.statusCode} ${answer.body.slice(0, 120)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await onServer(maintenance, `alter database ${name} allow_connections true`);
  const start = performance.now();
  const isBack = await eventually(
    async () => (await look()).statusCode === 200 && (await save()).statusCode === 200,
  );
  const after = (performance.now() - start) / 1000;
  const isSame = environment.klinika === klinika && klinika.process.exitCode === null;
  return [
    none(
      `answers other than 503 and “try again” while the database is gone for ${seconds} s`,
      asked,
      unclear,
    ),
    {
      what: "at work again by itself, in the same process, after it came back",
      figure: isBack && isSame ? `${after.toFixed(1)} s` : "never",
      goal: "30 s",
      passes: isBack && isSame && after <= 30,
    },
  ];
}

/** What a lost file store must leave: uploads and files say so, and everything else goes on. */
async function proveStore(
  name: string,
  stage: Stage,
  takeAway: () => Promise<void>,
  bringBack: () => Promise<void>,
): Promise<Figure[]> {
  const { owner } = await aClinic(stage);
  const upload = (text: string) =>
    stage.call(uploadFiles, owner.token, asMultipart([["CBC.pdf", aPdf(text)]]));
  const kept = await upload("one");
  const open = () => stage.call(viewFile, owner.token, { params: { path: kept.json().files[0] } });
  const list = () => stage.call(listPatients, owner.token);
  const all = async () => [
    (await upload("two")).statusCode,
    (await open()).statusCode,
    (await list()).statusCode,
  ];
  const before = await all();
  await takeAway();
  const unclear: string[] = [];
  const gone: Answer[] = [await upload("three"), await open()];
  for (const { statusCode, body } of gone)
    if (statusCode !== 503 || !/try again/.test(body)) unclear.push(`${statusCode} ${body.slice(0, 120)}`);
  const meanwhile = [...gone.map(({ statusCode }) => statusCode), (await list()).statusCode];
  await bringBack();
  const back = await all();
  const figure = [before, meanwhile, back].map((statuses) => statuses.join(" ")).join(", ");
  return [
    {
      what: `upload, open a file, list patients: before, while and after the file store is gone (${name})`,
      figure,
      goal: "200 200 200, 503 503 200, 200 200 200",
      passes: figure === "200 200 200, 503 503 200, 200 200 200" && unclear.length === 0,
      failures: unclear,
    },
  ];
}

/** A folder of the disk, and an S3 store that does not answer. */
export async function proveLostStores(source: EnvironmentSource): Promise<Figure[]> {
  const onDisk = await inEnvironment(source, ({ stage, dataDir }) => {
    const files = join(dataDir, "files");
    return proveStore(
      "folder",
      stage,
      async () => {
        await rename(files, `${files}-away`);
        await writeFile(files, "not a folder");
      },
      async () => {
        await rm(files);
        await rename(`${files}-away`, files);
      },
    );
  });
  const store = await startS3Store();
  const line = await openLine(Number(new URL(store.endpoint).port));
  const env = { ...store.env, S3_ENDPOINT: `http://127.0.0.1:${line.port}` };
  try {
    const onS3 = await inEnvironment(source, ({ stage }) => proveStore("S3", stage, line.cut, line.mend), {
      env,
    });
    return [...onDisk, ...onS3];
  } finally {
    await line.cut();
    await store.stop();
  }
}

/** A line to a port of this computer that can be cut and mended. */
async function openLine(to: number) {
  const sockets = new Set<Socket>();
  let port = 0;
  let server: Server | null = null;
  const line = {
    get port() {
      return port;
    },
    async mend() {
      server = createServer((near) => {
        const far = connect(to, "127.0.0.1");
        for (const [socket, other] of [
          [near, far],
          [far, near],
        ] as const) {
          sockets.add(socket);
          socket
            .on("error", () => undefined)
            .on("close", () => {
              sockets.delete(socket);
              other.destroy();
            });
        }
        near.pipe(far).pipe(near);
      });
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      server.on("error", reject).listen(port, "127.0.0.1", resolve);
      await promise;
      port = (server.address() as { port: number }).port;
    },
    async cut() {
      const closing = server;
      server = null;
      for (const socket of sockets) socket.destroy();
      if (closing) await new Promise((resolve) => closing.close(resolve));
    },
  };
  await line.mend();
  return line;
}

/** A database that may forget what it acknowledged is not worked with. */
export async function proveUnsafeSettings(): Promise<Figure> {
  const settings = [
    "alter system set fsync = off",
    "alter system set full_page_writes = off",
    "alter system set synchronous_commit = off",
    "alter database klinika set synchronous_commit = off",
  ];
  const started: string[] = [];
  for (const setting of settings) {
    const dataDir = await mkdtemp(join(tmpdir(), "klinika-unsafe-"));
    const sound = new CrashTarget(dataDir);
    await sound.ready();
    await onServer(sound.databaseUrl(), setting);
    sound.wire?.close();
    await sound.klinika.stop();
    const unsafe = new KlinikaProcess(dataDir);
    const isUp = await unsafe.address().then(
      () => true,
      () => false,
    );
    if (isUp || !unsafe.output.includes(" off: after a power cut"))
      started.push(`${setting}: ${unsafe.output.trim().split("\n").at(-1)}`);
    await unsafe.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  const what = "starts on a database with a setting off that keeps what it acknowledged";
  return none(what, settings.length, started);
}
