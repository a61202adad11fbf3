import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Stream, Told } from "./client.ts";
import type { LoadOrder } from "./process.ts";

/** The load's own process, as the rest of the bench sees it. */
export class Loader {
  private readonly child: ChildProcess;
  private orders = 0;

  constructor() {
    this.child = fork(fileURLToPath(new URL("process.ts", import.meta.url)), [], {
      serialization: "advanced",
    });
  }

  /** All streams at once, for so long; an answer of another kind than expected fails it. */
  run(streams: Stream[], seconds: number): Promise<Told[]> {
    const id = ++this.orders;
    const { promise, resolve, reject } = Promise.withResolvers<Told[]>();
    const ended = () => reject(new Error("The load's process ended."));
    const heard = (message: { id: number; told?: Told[]; error?: string }) => {
      if (message.id !== id) return;
      this.child.off("message", heard).off("close", ended);
      const other = message.told?.find(({ unexpected }) => unexpected > 0);
      if (other) reject(new Error(`${other.unexpected} answers of another kind, like ${other.example}`));
      else if (message.told) resolve(message.told);
      else reject(new Error(message.error));
    };
    this.child.on("message", heard).on("close", ended);
    this.child.send({ id, streams, seconds } satisfies LoadOrder);
    return promise;
  }

  close(): void {
    this.child.disconnect();
  }
}
