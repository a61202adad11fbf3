import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FloorPlan } from "./plan.ts";

/** The floor's process, as the rest of the bench sees it. */
export class Floor {
  readonly port: number;
  readonly process: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.process = child;
    this.port = port;
  }

  static async start(plan: FloorPlan): Promise<Floor> {
    const folder = mkdtempSync(join(tmpdir(), "klinika-floor-"));
    try {
      const file = join(folder, "plan.json");
      writeFileSync(file, JSON.stringify(plan));
      const child = fork(fileURLToPath(new URL("process.ts", import.meta.url)), [file]);
      const ended = once(child, "close").then(() => Promise.reject(new Error("The floor did not start.")));
      const [{ port }] = (await Promise.race([once(child, "message"), ended])) as [{ port: number }];
      ended.catch(() => undefined);
      return new Floor(child, port);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** A call's statements a second through the driver alone. */
  async drive(place: number, atOnce: number, seconds: number): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const heard = ({ rate }: { rate: number }) => resolve(rate);
    const ended = () => reject(new Error("The floor ended."));
    this.process.once("message", heard).once("close", ended);
    this.process.send({ place, atOnce, seconds });
    return promise.finally(() => this.process.off("message", heard).off("close", ended));
  }

  stop(): void {
    this.process.disconnect();
  }
}
