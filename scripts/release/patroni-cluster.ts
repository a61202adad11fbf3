import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync } from "node:fs";
import { chmod, chown, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#test/harness/free-port.ts";
import { type TestHost, TestNetwork } from "./network-namespace.ts";

const binFolder = "/usr/lib/postgresql/15/bin";
const needed = [
  "/usr/bin/patroni",
  "/usr/bin/etcd",
  "/usr/sbin/haproxy",
  "/usr/sbin/ip",
  `${binFolder}/postgres`,
];

/** Debian packages that are missing here, or missing root privileges; null if a cluster can be started. */
export function whyNoCluster(): string | null {
  if (process.getuid?.() !== 0) return "needs root, for network namespaces";
  const missing = needed.filter((file) => !existsSync(file));
  return missing.length === 0
    ? null
    : `needs Debian's postgresql-15, patroni, etcd-server, haproxy and iproute2 (missing: ${missing.join(", ")})`;
}

/** Seconds. A leader that does not renew its lock for `ttl` is replaced. deploy/patroni.yml has the same. */
const timing = { ttl: 8, loop_wait: 2, retry_timeout: 3 };

type Member = { name: string; role: string; state: string };
type Node = { name: string; host: TestHost; process: ChildProcess | null };

/**
 * Two PostgreSQL with synchronous replication under Patroni, each in its own network namespace, one etcd, and HAProxy
 * in front of the leader, all on this machine.
 */
export class PatroniCluster {
  readonly url: string;
  private readonly folder: string;
  private readonly network: TestNetwork;
  private readonly nodes: Node[];
  private readonly others: ChildProcess[] = [];

  private constructor(folder: string, network: TestNetwork, nodes: Node[], port: number) {
    this.folder = folder;
    this.network = network;
    this.nodes = nodes;
    this.url = `postgres://postgres:secret@127.0.0.1:${port}/klinika`;
  }

  static async start(folder: string): Promise<PatroniCluster> {
    await chmod(folder, 0o755);
    const script = join(folder, "create-database.sh");
    await writeFile(script, '#!/bin/sh\npsql --dbname="$1" --command="create database klinika"\n', {
      mode: 0o755,
    });
    const network = new TestNetwork("klk0");
    const nodes = ["a", "b"].map((name) => ({ name, host: network.addHost(name), process: null }));
    const cluster = new PatroniCluster(folder, network, nodes, await freePort());
    try {
      await cluster.startEtcd();
      for (const node of nodes) await cluster.configure(node);
      for (const node of nodes) cluster.startNode(node);
      await cluster.whole();
      await cluster.startProxy();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** Waits until there is a leader and a standby that has every commit. */
  async whole(seconds = 120): Promise<void> {
    const until = performance.now() + seconds * 1000;
    for (;;) {
      const members = await this.members();
      const running = members.filter(({ state }) => state === "running" || state === "streaming");
      if (
        running.some(({ role }) => role === "leader") &&
        running.some(({ role }) => role === "sync_standby")
      )
        return;
      if (performance.now() > until)
        throw new Error(`The cluster is not healthy: ${JSON.stringify(members)}`);
      await wait(250);
    }
  }

  async leader(): Promise<Node> {
    const name = (await this.members()).find(({ role }) => role === "leader")?.name;
    const node = this.nodes.find((one) => one.name === name);
    if (!node) throw new Error("The cluster has no leader.");
    return node;
  }

  /** Kills PostgreSQL and Patroni of a node together, like a power loss. */
  kill(node: Node): void {
    signal(node, "SIGKILL");
    node.process = null;
  }

  restart = (node: Node): void => this.startNode(node);

  freeze = (node: Node): void => signal(node, "SIGSTOP");
  thaw = (node: Node): void => signal(node, "SIGCONT");

  cutOff = ({ host }: Node): void => this.network.cutOff(host);
  reconnect = ({ host }: Node): void => this.network.reconnect(host);

  async stop(): Promise<void> {
    for (const node of this.nodes) signal(node, "SIGKILL");
    for (const one of this.others) {
      one.kill("SIGKILL");
      if (one.exitCode === null && one.signalCode === null) await once(one, "exit");
    }
    this.network.remove();
  }

  private async members(): Promise<Member[]> {
    for (const { host } of this.nodes) {
      const answer = await fetch(`http://${host.address}:8008/cluster`, {
        signal: AbortSignal.timeout(1000),
      }).catch(() => null);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }

  private async startEtcd(): Promise<void> {
    const client = `http://${this.network.gateway}:2379`;
    const peer = `http://${this.network.gateway}:2380`;
    this.others.push(
      this.run("etcd", "etcd", [
        `--data-dir=${join(this.folder, "etcd")}`,
        `--listen-client-urls=${client}`,
        `--advertise-client-urls=${client}`,
        `--listen-peer-urls=${peer}`,
        `--initial-advertise-peer-urls=${peer}`,
        `--initial-cluster=default=${peer}`,
      ]),
    );
    for (let attempt = 0; !(await isThere(`${client}/health`)); attempt++) {
      if (attempt > 100) throw new Error("etcd did not start.");
      await wait(100);
    }
  }

  private async configure({ name, host }: Node): Promise<void> {
    const folder = join(this.folder, name);
    await mkdir(folder);
    const { uid, gid } = postgresUser();
    await chown(folder, uid, gid);
    await writeFile(
      join(this.folder, `${name}.json`),
      JSON.stringify(this.patroniSettings(name, host, folder)),
    );
  }

  /** Patroni reads YAML, of which JSON is a subset. */
  private patroniSettings(name: string, { address }: TestHost, folder: string) {
    const all = (user: string) => [
      `local all all trust`,
      `host replication ${user} 10.77.0.0/24 scram-sha-256`,
      `host all all 10.77.0.0/24 scram-sha-256`,
    ];
    return {
      scope: "klinika",
      name,
      restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
      etcd3: { host: `${this.network.gateway}:2379` },
      bootstrap: {
        dcs: {
          ...timing,
          synchronous_mode: true,
          postgresql: {
            use_pg_rewind: true,
            parameters: { max_connections: 100, wal_log_hints: "on", wal_keep_size: "512MB" },
          },
        },
        initdb: [{ encoding: "UTF8" }, "data-checksums"],
        post_bootstrap: join(this.folder, "create-database.sh"),
      },
      postgresql: {
        listen: `${address}:5432`,
        connect_address: `${address}:5432`,
        data_dir: join(folder, "data"),
        bin_dir: binFolder,
        basebackup: [{ checkpoint: "fast" }],
        pgpass: join(folder, "pgpass"),
        parameters: { unix_socket_directories: folder },
        pg_hba: all("replicator"),
        authentication: {
          superuser: { username: "postgres", password: "secret" },
          replication: { username: "replicator", password: "secret" },
          rewind: { username: "rewind", password: "secret" },
        },
      },
    };
  }

  private startNode(node: Node): void {
    const { uid, gid } = postgresUser();
    const words = [
      "netns",
      "exec",
      node.host.namespace,
      "setpriv",
      `--reuid=${uid}`,
      `--regid=${gid}`,
      "--clear-groups",
    ];
    node.process = this.run(node.name, "ip", [...words, "patroni", join(this.folder, `${node.name}.json`)]);
  }

  private async startProxy(): Promise<void> {
    const file = join(this.folder, "haproxy.cfg");
    const port = new URL(this.url).port;
    const servers = this.nodes.map(
      ({ name, host }) => `  server ${name} ${host.address}:5432 check port 8008`,
    );
    await writeFile(
      file,
      [
        "defaults",
        "  mode tcp",
        "  timeout connect 2s",
        "  timeout check 1s",
        "  timeout client 1h",
        "  timeout server 1h",
        "listen leader",
        `  bind 127.0.0.1:${port}`,
        "  option httpchk OPTIONS /primary",
        "  http-check expect status 200",
        "  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions",
        ...servers,
        "",
      ].join("\n"),
    );
    this.others.push(this.run("haproxy", "haproxy", ["-f", file]));
    await wait(1500);
  }

  /** Writes its output to a file in the folder. */
  private run(name: string, command: string, words: readonly string[]): ChildProcess {
    const log = openSync(join(this.folder, `${name}.log`), "a");
    return spawn(command, words, { stdio: ["ignore", log, log], cwd: this.folder });
  }
}

const isThere = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(500) }).then(
    ({ ok }) => ok,
    () => false,
  );

function postgresUser(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** Sends a signal to every process in the namespace of a node. */
function signal({ host }: Node, name: NodeJS.Signals): void {
  const pids = execFileSync("ip", ["netns", "pids", host.namespace], { encoding: "utf8" })
    .split("\n")
    .filter(Boolean);
  for (const pid of pids) {
    try {
      process.kill(Number(pid), name);
    } catch {
      // It exited meanwhile.
    }
  }
}
