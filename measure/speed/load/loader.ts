import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Stream, Told } from "./client.ts";
import type { PollingClient } from "./polling.ts";
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
    return this.order({ id: ++this.orders, seconds, streams });
  }

  async poll(port: number, polling: PollingClient[], seconds: number): Promise<Told & { unchanged: number }> {
    const [told] = await this.order({ id: ++this.orders, seconds, port, polling });
    return told as Told & { unchanged: number };
  }

  private order(order: LoadOrder): Promise<Told[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Told[]>();
    const ended = () => reject(new Error("The load's process ended."));
    const heard = (message: { id: number; told?: Told[]; error?: string }) => {
      if (message.id !== order.id) return;
      this.child.off("message", heard).off("close", ended);
      const other = message.told?.find(({ unexpected }) => unexpected > 0);
      if (other) reject(new Error(`${other.unexpected} answers of another kind, like ${other.example}`));
      else if (message.told) resolve(message.told);
      else reject(new Error(message.error));
    };
    this.child.on("message", heard).on("close", ended);
    this.child.send(order);
    return promise;
  }

  close(): void {
    this.child.disconnect();
  }
}
