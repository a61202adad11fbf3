import { getCompileCacheDir } from "node:module";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type Piscina from "piscina";
import { Failure, paperTooLong } from "#shared/errors.ts";
import { ClinicQueue } from "../clinic-queue.ts";
import { onceAsync } from "../once-async.ts";
import type { DrawingCall, Drawn } from "./draw-in-worker.ts";

/** A drawing function by its module and name. */
export type Drawing = { module: string; name: string };

type Limits = {
  threads: number;
  /** Milliseconds. */
  drawing: number;
  queueTimeoutMs: number;
  maxQueued: number;
  maxQueuedPerClinic: number;
  /** For the heap of one thread. */
  megabytes: number;
  /** For papers of one clinic in a minute that exceeded the limits. */
  maxWastedMs: number;
};

const ordinary: Limits = {
  threads: Math.min(2, availableParallelism()),
  drawing: 10_000,
  queueTimeoutMs: 15_000,
  maxQueued: 60,
  maxQueuedPerClinic: 10,
  megabytes: 512,
  maxWastedMs: 25_000,
};

/** A thread uses 60 MB and ends after this time without papers. */
const IDLE = 60_000;

/**
 * Draws papers in worker threads, so that no text blocks other requests. One paper per clinic at a time, divided
 * fairly among clinics. A clinic whose papers keep exceeding the limits is refused for a minute. A worker that fails is
 * replaced, and only its current paper fails.
 */
export class Papers {
  private readonly limits: Limits;
  private readonly pool: () => Promise<Piscina<DrawingCall, Drawn>>;
  private readonly queue: ClinicQueue;
  private opened: Piscina<DrawingCall, Drawn> | undefined;

  constructor(limits: Partial<Limits> = {}) {
    this.limits = { ...ordinary, ...limits };
    const { threads, megabytes } = this.limits;
    this.queue = new ClinicQueue({ ...this.limits, concurrency: threads }, { busy, suspended });
    // Loaded with the first paper.
    this.pool = onceAsync(async () => {
      const { Piscina } = await import("piscina");
      this.opened = new Piscina<DrawingCall, Drawn>({
        filename: fileURLToPath(new URL("./draw-in-worker.ts", import.meta.url)),
        minThreads: 0,
        maxThreads: threads,
        idleTimeout: IDLE,
        // It needs no settings, which contain secrets, and nothing that the server preloads.
        env: {},
        execArgv: [],
        workerData: getCompileCacheDir(),
        resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 },
      });
      // A thread that fails without a paper fails none. Without a listener its error would crash the server.
      this.opened.on("error", () => undefined);
      return this.opened;
    });
  }

  /** Existing threads. */
  get threads() {
    return this.opened?.threads ?? [];
  }

  /**
   * @throws Failure papers_busy when too many wait or the clinic's papers took too long, paper_too_long when this one takes
   * too much time or memory, or the Failure that the drawing throws
   */
  async draw<Draw extends (...args: never[]) => Promise<Uint8Array>>(
    clinicId: number,
    { module, name }: Drawing,
    ...args: Parameters<Draw>
  ): Promise<Buffer> {
    return this.queue.run(clinicId, () => this.drawn({ module, name, args }), isTooLong);
  }

  /** Aborts papers in progress. */
  async close(): Promise<void> {
    await this.opened?.destroy();
  }

  private async drawn(call: DrawingCall): Promise<Buffer> {
    const pool = await this.pool();
    const limit = AbortSignal.timeout(this.limits.drawing);
    const drawn = await pool.run(call, { signal: limit }).catch((error: unknown) => {
      throw limit.aborted || isOutOfMemory(error)
        ? paperTooLong()
        : isWorkerLost(error)
          ? lost(error)
          : error;
    });
    if (!(drawn instanceof Uint8Array)) {
      const { code, message, details, retryAfter } = drawn.failure;
      throw new Failure(code, message, details, retryAfter);
    }
    return Buffer.from(drawn.buffer, drawn.byteOffset, drawn.byteLength);
  }
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

const isOutOfMemory = (error: unknown) => codeOf(error) === "ERR_WORKER_OUT_OF_MEMORY";

const isTooLong = (error: unknown) => error instanceof Failure && error.code === "paper_too_long";

const isWorkerLost = (error: unknown) =>
  error instanceof Error && /worker (?:thread )?exited|Terminating worker/i.test(error.message);

const busy = () =>
  new Failure("papers_busy", "Many documents are being prepared. Please try again in a few seconds.", {}, 5);

const suspended = (seconds: number) =>
  new Failure(
    "papers_busy",
    "Your clinic's last papers took too long to draw. Please try again in a minute.",
    {},
    seconds,
  );

function lost(cause: unknown): Failure {
  const failure = new Failure("papers_busy", "The paper could not be drawn. Please try again.", {}, 5);
  failure.cause = cause;
  return failure;
}
