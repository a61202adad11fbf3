import { once } from "node:events";
import { appendFile, chown, cp, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { join, relative } from "node:path";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { withClient } from "#server/database/with-client.ts";

/** Files that belong to the running primary only. */
const notCopied = new Set(["postmaster.pid", "postmaster.opts", "pg_replslot", "pg_stat_tmp"]);

/**
 * Copies a running embedded database into another folder as a streaming replica. The bundled programs do not
 * include pg_basebackup; this does the same.
 */
export async function copyAsReplica(
  primary: { dataDir: string; url: string },
  dataDir: string,
): Promise<void> {
  const from = join(primary.dataDir, "postgres");
  const to = join(dataDir, "postgres");
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  await cp(join(primary.dataDir, "postgres-password"), join(dataDir, "postgres-password"));
  await withClient(primary.url, async (client) => {
    await client.query("select pg_backup_start('replica', fast => true)");
    await cp(from, to, {
      recursive: true,
      filter: (path) => !notCopied.has(relative(from, path).split("/")[0] ?? ""),
    });
    const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>(
      "select labelfile, spcmapfile from pg_backup_stop(wait_for_archive => false)",
    );
    await writeFile(join(to, "backup_label"), rows[0]?.labelfile ?? "");
    // WAL up to the end of the copy.
    await cp(join(from, "pg_wal"), join(to, "pg_wal"), { recursive: true, force: true });
  });
  await mkdir(join(to, "pg_replslot"), { recursive: true });
  await mkdir(join(to, "pg_stat_tmp"), { recursive: true });
  await writeFile(join(to, "standby.signal"), "");
  const { hostname, port, username, password } = new URL(primary.url);
  await appendFile(
    join(to, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  );
  if (process.getuid?.() !== 0) return;
  // As root the database runs as another user.
  const { uid, gid } = await stat(from);
  for (const path of [to, ...(await readdir(to, { recursive: true })).map((name) => join(to, name))])
    await chown(path, uid, gid);
}

/** The replica of that folder, at an address that stays the same when it is stopped and started. */
export class ReplicaPostgres {
  private readonly dataDir: string;
  private readonly door: Server;
  private readonly lines = new Set<Socket>();
  private running: Awaited<ReturnType<typeof startEmbeddedPostgres>> | null = null;

  private constructor(dataDir: string) {
    this.dataDir = dataDir;
    this.door = createServer((line) => this.pass(line));
  }

  static async open(dataDir: string): Promise<ReplicaPostgres> {
    const replica = new ReplicaPostgres(dataDir);
    replica.door.listen(0, "127.0.0.1");
    await once(replica.door, "listening");
    await replica.start();
    return replica;
  }

  get url(): string {
    const url = new URL(this.running?.url ?? "");
    url.port = String((this.door.address() as AddressInfo).port);
    return url.href;
  }

  async start(): Promise<void> {
    this.running = await startEmbeddedPostgres({ dataDir: this.dataDir, log: () => undefined });
  }

  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = null;
    for (const line of this.lines) line.destroy();
  }

  async close(): Promise<void> {
    await this.stop();
    this.door.close();
  }

  private pass(line: Socket): void {
    if (!this.running) return void line.destroy();
    const onward = connect(Number(new URL(this.running.url).port), "127.0.0.1");
    for (const [from, to] of [
      [line, onward],
      [onward, line],
    ] as const) {
      this.lines.add(from);
      from.pipe(to);
      from.on("error", () => undefined);
      from.on("close", () => {
        this.lines.delete(from);
        to.destroy();
      });
    }
  }
}
