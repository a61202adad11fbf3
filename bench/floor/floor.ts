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
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.child = child;
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
    const heard = once(this.child, "message");
    const ended = once(this.child, "close");
    this.child.send({ place, atOnce, seconds });
    const [told] = (await Promise.race([heard, ended])) as [{ rate: number } | number | null];
    if (told === null || typeof told === "number") throw new Error("The floor ended.");
    return told.rate;
  }

  stop(): void {
    this.child.disconnect();
  }
}
