import { enableCompileCache } from "node:module";
import { move, workerData } from "piscina";
import { Failure, Unprintable } from "#shared/errors.ts";
import { unprintableText } from "./unprintable-text.ts";

/** A drawing function by its module and name, and its arguments. */
export type DrawingCall = { module: string; name: string; args: unknown[] };
export type Drawn =
  | Uint8Array
  | {
      failure: Pick<Failure, "code" | "message" | "details" | "retryAfter">;
    };

// A thread does not inherit the main thread's cache.
if (typeof workerData === "string") enableCompileCache(workerData);

/** Runs in a worker thread. The bytes are transferred without a copy. */
export default async function drawInWorker({ module, name, args }: DrawingCall) {
  const drawings = (await import(module)) as Record<string, (...args: unknown[]) => Promise<Uint8Array>>;
  const draw = drawings[name];
  if (!draw) throw new Error(`${module} has no ${name}.`);
  try {
    // In its own buffer, since a slice of Node's shared pool cannot be transferred.
    return move(new Uint8Array(await draw(...args)));
  } catch (error) {
    // A class does not survive the transfer to the main thread.
    if (error instanceof Failure) {
      const failure = error instanceof Unprintable ? (unprintableText(args) ?? error) : error;
      const { code, message, details, retryAfter } = failure;
      return { failure: { code, message, details, retryAfter } };
    }
    throw error;
  }
}
