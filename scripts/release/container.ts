import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { ServedProcess } from "#test/harness/pair.ts";

/** As in compose.yaml: writable only at /data and /tmp, without capabilities, with an init. */
export const guards = ["--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges", "--init"];

/** The output of podman, trimmed. @throws with its error message */
export function podman(...words: string[]): string {
  const { status, stdout, stderr, error } = spawnSync("podman", words, { encoding: "utf8" });
  if (status !== 0) throw new Error(`podman ${words[0]}: ${error?.message ?? stderr.trim()}`);
  return stdout.trim();
}

/** A Klinika in a container on this machine's network. */
export class KlinikaContainer implements ServedProcess {
  readonly name = `klinika-measure-${randomBytes(4).toString("hex")}`;
  private readonly origin: string;
  private readonly process: ChildProcess;
  private readonly ended: Promise<unknown>;
  private output = "";

  /** `volume` is mounted at /data, and can be reused by the next container. */
  constructor(image: string, volume: string, env: Record<string, string>) {
    this.origin = `http://127.0.0.1:${env.PORT}`;
    const settings = Object.entries({ HOST: "127.0.0.1", ...env }).flatMap(([key, value]) => [
      "--env",
      `${key}=${value}`,
    ]);
    const words = ["run", "--rm", `--name=${this.name}`, "--network=host", `--volume=${volume}:/data`];
    this.process = spawn("podman", [...words, ...guards, ...settings, image], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        this.output = (this.output + chunk).slice(-10_000);
      });
    this.ended = once(this.process, "close");
  }

  /** Resolves once it is healthy. */
  async address(): Promise<URL> {
    while (this.process.exitCode === null) {
      const answer = await fetch(`${this.origin}/api/health`).catch(() => null);
      await answer?.body?.cancel();
      if (answer?.ok) return new URL(this.origin);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`The container ended:\n${this.output}`);
  }

  /** podman forwards the signal. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<unknown> {
    if (signal === "SIGKILL") podman("kill", this.name);
    else this.process.kill(signal);
    return this.ended;
  }
}
