import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { databasePid, KlinikaProcess, ownDatabaseUrl, prepareDataFolder } from "./servers/klinika-process.ts";
import { databaseAt, onServer } from "./servers/postgres.ts";
import { openStallingProxy } from "./servers/stalling-proxy.ts";

class Klinika extends KlinikaProcess {
  constructor(dataDir: string, env: Record<string, string> = {}) {
    super(dataDir, env);
    started.push(this);
  }
}

const started: Klinika[] = [];
const folders: string[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "klinika-process-"));
  folders.push(folder);
  return folder;
}

let prepared: Awaited<ReturnType<typeof prepareDataFolder>>;
beforeAll(async () => {
  prepared = await prepareDataFolder();
});
afterAll(() => prepared.remove());

/** A data folder after a first start. */
function usedFolder(): string {
  const folder = newFolder();
  prepared.copyTo(folder);
  return folder;
}

function runs(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}

async function isHealthy(address: URL): Promise<boolean> {
  return (await fetch(new URL("/api/health", address))).ok;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((klinika) => klinika.process.exitCode === null && klinika.stop()));
  for (const folder of folders.splice(0)) {
    endLeftover(folder);
    rmSync(folder, { recursive: true, force: true });
  }
});

function endLeftover(dataDir: string): void {
  try {
    process.kill(databasePid(dataDir), "SIGKILL");
  } catch {
    // No database is left, as expected.
  }
}

describe("stopping", () => {
  test("SIGTERM lets a running request finish, then stops the database", async () => {
    const dataDir = usedFolder();
    const klinika = new Klinika(dataDir);
    const { hostname, port } = await klinika.address();
    const database = databasePid(dataDir);

    const unused = connect(Number(port), hostname);
    const slow = connect(Number(port), hostname).setEncoding("utf8");
    await Promise.all([once(unused, "connect"), once(slow, "connect")]);
    const body = JSON.stringify({ email: "nobody@klinika.test", password: "wrong-password" });
    const head = [
      "POST /api/login HTTP/1.1",
      `Host: ${hostname}:${port}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "Expect: 100-continue",
    ];
    slow.write(`${head.join("\r\n")}\r\n\r\n`);
    // The response to Expect shows that the request is running.
    await once(slow, "data");
    slow.write(body.slice(0, 20));
    klinika.process.kill("SIGTERM");
    await klinika.prints(/Stopping/);
    await once(unused, "close");
    let answer = "";
    slow.on("data", (chunk: string) => {
      answer += chunk;
    });
    slow.write(body.slice(20));
    await once(slow, "close");

    expect(answer).toMatch(/^HTTP\/1\.1 [24]\d\d /);
    expect(await klinika.ended).toBe(0);
    expect(runs(database)).toBe(false);
  });

  test("SIGTERM while the database hangs ends it, even in the middle of what it does at its start", async () => {
    const dataDir = usedFolder();
    await new Klinika(dataDir).address();
    const proxy = await openStallingProxy(ownDatabaseUrl(dataDir));
    onTestFinished(proxy.close);
    const klinika = new Klinika(newFolder(), { DATABASE_URL: proxy.url });
    await klinika.prints(/Klinika runs at/);
    proxy.stall();
    expect(await klinika.stop()).toBe(0);
  }, 50_000);

  test("Ctrl-C, even twice, stops it cleanly", async () => {
    const dataDir = usedFolder();
    const klinika = new Klinika(dataDir);
    await klinika.address();
    klinika.process.kill("SIGINT");
    expect(await klinika.stop("SIGINT")).toBe(0);
    expect(readFileSync(join(dataDir, "postgres.log"), "utf8")).toMatch(/database system is shut down\s*$/);
  });

  test("a stop signal during the first start leaves a folder that starts", async () => {
    const dataDir = newFolder();
    const first = new Klinika(dataDir);
    await first.prints(/Creating the database/);
    expect(await first.stop()).toBe(0);
    expect(await isHealthy(await new Klinika(dataDir).address())).toBe(true);
  });
});

describe("recovering", () => {
  test("after a kill of Klinika the next start takes over the orphaned database", async () => {
    const dataDir = usedFolder();
    const first = new Klinika(dataDir);
    await first.address();
    const orphan = databasePid(dataDir);
    await first.stop("SIGKILL");
    expect(runs(orphan)).toBe(true);

    const second = new Klinika(dataDir);
    expect(await isHealthy(await second.address())).toBe(true);
    expect(runs(orphan)).toBe(false);
    expect(second.output).not.toMatch(/password:/);
  });

  test("a killed database is restarted while Klinika runs", async () => {
    const dataDir = usedFolder();
    const klinika = new Klinika(dataDir);
    const address = await klinika.address();
    process.kill(databasePid(dataDir), "SIGKILL");
    await klinika.prints(/The database is running again/);
    expect(await isHealthy(address)).toBe(true);
    expect(await klinika.stop()).toBe(0);
  });

  test("after a kill of both, with their process ids reused by other programs, the next start recovers", async () => {
    const dataDir = usedFolder();
    const first = new Klinika(dataDir);
    await first.address();
    const database = databasePid(dataDir);
    const ended = first.stop("SIGKILL");
    process.kill(database, "SIGKILL");
    await ended;
    // PostgreSQL only mistakes a process of its own user for itself.
    const { uid, gid } = statSync(join(dataDir, "postgres"));
    const other = spawn("sleep", ["600"], { uid, gid, stdio: "ignore" });
    onTestFinished(() => {
      other.kill();
    });
    const alive = String(other.pid);
    for (const [file, number] of [
      [join(dataDir, "postgres", "postmaster.pid"), String(database)],
      [join(dataDir, "klinika.lock"), String(first.process.pid)],
    ] as const) {
      writeFileSync(file, readFileSync(file, "utf8").replace(number, alive));
    }
    expect(await isHealthy(await new Klinika(dataDir).address())).toBe(true);
  });
});

describe("refusing to start, with one line", () => {
  async function refusal(klinika: Klinika): Promise<string> {
    expect(await klinika.ended).toBe(1);
    const lines = klinika.output.trim().split("\n");
    return lines.filter((line) => !line.startsWith("Creating the database")).join("\n");
  }

  test("a second start on the same folder", async () => {
    const dataDir = usedFolder();
    const first = new Klinika(dataDir);
    const address = await first.address();
    expect(await refusal(new Klinika(dataDir))).toBe(
      `Klinika stopped: Klinika is already running on the data folder ${dataDir} (process ${first.process.pid}). Stop it first, or set DATA_DIR to another folder.`,
    );
    expect(await isHealthy(address)).toBe(true);
  });

  test("a port in use, and the database is stopped again", async () => {
    const dataDir = usedFolder();
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    expect(await refusal(new Klinika(dataDir, { PORT: String(port) }))).toBe(
      `Klinika stopped: Port ${port} on 127.0.0.1 is in use by another program. Stop that program, or set PORT to another number, for example ${port + 1}.`,
    );
    expect(() => databasePid(dataDir)).toThrow("ENOENT");
    other.close();
  });

  test("a database that does not answer, without printing its password", async () => {
    const klinika = new Klinika(newFolder(), {
      DATABASE_URL: "postgres://klinika:secret@127.0.0.1:1/klinika",
    });
    expect(await refusal(klinika)).toBe(
      "Klinika stopped: DATABASE_URL: the database klinika at 127.0.0.1:1 cannot be used: nothing listens there. Start that PostgreSQL, or correct the host and the port.",
    );
  });

  test("a database that may lose what it acknowledged", async () => {
    const url = databaseAt(inject("postgresUrl"), `klinika_forgets_${process.pid}`);
    const name = new URL(url).pathname.slice(1);
    await onServer(inject("postgresUrl"), `create database ${name}`);
    onTestFinished(() => onServer(inject("postgresUrl"), `drop database ${name} with (force)`));
    await onServer(inject("postgresUrl"), `alter database ${name} set synchronous_commit = off`);
    const said = await refusal(new Klinika(newFolder(), { DATABASE_URL: url }));
    expect(said).toMatch(/^Klinika stopped: The database has .*synchronous_commit off: a power cut/);
  });

  test("a wrong setting", async () => {
    expect(await refusal(new Klinika(newFolder(), { PORT: "http" }))).toBe(
      'Klinika stopped: PORT is "http", but it must be a whole number from 0 to 65535. Correct it, or leave it out (the default is 3000).',
    );
  });

  test("a data folder that is a file", async () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    expect(await refusal(new Klinika(file))).toMatch(
      /^Klinika stopped: The data folder .*file cannot be used \(EEXIST\)\./,
    );
  });
});

test.runIf(process.getuid?.() === 0)("root: the data folder may be where only root has access", async () => {
  const closed = newFolder();
  chmodSync(closed, 0o700);
  const dataDir = join(closed, "data");
  folders.push(dataDir);
  const first = new Klinika(dataDir);
  expect(await isHealthy(await first.address())).toBe(true);
  await first.stop("SIGKILL");
  const second = new Klinika(dataDir);
  expect(await isHealthy(await second.address())).toBe(true);
  expect(await second.stop()).toBe(0);
});
