import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Scanner } from "./virus-scan.ts";

/** Debian's package; installed if that is possible without a prompt (a few tens of MB, no signatures). */
function findClamd(): string | null {
  const places = ["/usr/sbin/clamd", "/usr/local/sbin/clamd", "/opt/homebrew/sbin/clamd"];
  const present = () => places.find((path) => existsSync(path)) ?? null;
  const found = present();
  if (found || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return found;
  for (const words of [["update"], ["install", "-y", "--no-install-recommends", "clamav-daemon"]])
    spawnSync("apt-get", words, {
      stdio: "ignore",
      timeout: 180_000,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  return present();
}

const clamd = findClamd();
if (!clamd) console.warn("No clamd found, and none could be installed: its tests are skipped.");

// In two halves, so that no scanner reports this file.
const eicar = Buffer.from(
  ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-", "STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join(""),
);
const ownMark = "Klinika test signature 7f3a";
const hexOf = (text: string | Buffer) => Buffer.from(text).toString("hex");

describe.skipIf(!clamd)("a real clamd", () => {
  let folder: string;
  let running: ChildProcess;
  let scanner: Scanner;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "klinika-clamd-"));
    const [signatures, socket, config] = ["db", "clamd.sock", "clamd.conf"].map((name) => join(folder, name));
    await mkdir(signatures ?? "");
    await writeFile(
      join(signatures ?? "", "test.ndb"),
      `Test.Eicar:0:*:${hexOf(eicar)}\nTest.Own:0:*:${hexOf(ownMark)}\n`,
    );
    await chmod(folder, 0o755);
    const lines = [
      "Foreground yes",
      `LocalSocket ${socket}`,
      `DatabaseDirectory ${signatures}`,
      `TemporaryDirectory ${folder}`,
      "StreamMaxLength 1M",
      "SelfCheck 0",
      ...(process.getuid?.() === 0 ? ["User root"] : []),
    ];
    await writeFile(config ?? "", `${lines.join("\n")}\n`);
    running = spawn(clamd ?? "", ["--config-file", config ?? ""], { stdio: "ignore" });
    scanner = new Scanner(`unix:${socket}`);
    const until = performance.now() + 30_000;
    while (!(await isAnswering())) {
      if (performance.now() > until || running.exitCode !== null) throw new Error("clamd did not start");
      await wait(100);
    }
  });
  afterAll(async () => {
    running?.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  });
  const isAnswering = () =>
    scanner.ping().then(
      () => true,
      () => false,
    );
  const scan = (bytes: Buffer) => scanner.scan(Readable.from([bytes]));

  it("accepts clean files, and finds the EICAR string and a custom signature", async () => {
    expect(await scan(Buffer.from("Hemoglobin 142 g/L"))).toEqual({ is: "clean" });
    expect(await scan(eicar)).toEqual({ is: "infected", signature: expect.stringMatching(/^Test\.Eicar/) });
    const within = Buffer.concat([
      Buffer.alloc(300_000, "x"),
      Buffer.from(ownMark),
      Buffer.alloc(300_000, "y"),
    ]);
    expect(await scan(within)).toEqual({ is: "infected", signature: expect.stringMatching(/^Test\.Own/) });
  });

  it("reports that a file is larger than its StreamMaxLength", async () => {
    const pieces = Array.from({ length: 80 }, () => Buffer.alloc(65_536, "x"));
    expect(await scanner.scan(Readable.from(pieces))).toEqual({ is: "too large" });
  });
});
