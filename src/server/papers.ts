import { getCompileCacheDir } from "node:module";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type Piscina from "piscina";
import { Failure, paperTooLong } from "#shared/errors.ts";
import type { DrawingCall, Drawn } from "./draw-in-worker.ts";
import { loadedOnce } from "./loaded-once.ts";

/** Where a drawing function is: the address of its module, and its name there. */
export type Drawing = { module: string; name: string };

type Limits = {
  threads: number;
  /** Milliseconds of drawing. */
  drawing: number;
  /** Milliseconds of waiting for a thread. */
  waiting: number;
  /** Papers that wait, of all clinics and of one. */
  queue: number;
  queuePerClinic: number;
  /** Of one thread's heap. */
  megabytes: number;
};

const ordinary: Limits = {
  threads: Math.min(2, availableParallelism()),
  drawing: 10_000,
  waiting: 15_000,
  queue: 60,
  queuePerClinic: 10,
  megabytes: 512,
};

/** A thread holds 60 MB, which is given back when no paper was drawn for so long. */
const IDLE = 60_000;

type Waiting = { clinicId: number; start: () => void };

/**
 * Draws papers in worker threads, so that no text stops other requests. One paper of a clinic is drawn at a time, and
 * clinics take turns: a clinic whose papers take long keeps only its own waiting. A thread that fails is replaced, and
 * fails the one paper that it was drawing.
 */
export class Papers {
  private readonly limits: Limits;
  private readonly pool: () => Promise<Piscina<DrawingCall, Drawn>>;
  private readonly drawing = new Set<number>();
  private waiting: Waiting[] = [];
  private opened: Piscina<DrawingCall, Drawn> | undefined;

  constructor(limits: Partial<Limits> = {}) {
    this.limits = { ...ordinary, ...limits };
    const { threads, megabytes } = this.limits;
    // Loaded with the first paper.
    this.pool = loadedOnce(async () => {
      const { Piscina } = await import("piscina");
      this.opened = new Piscina<DrawingCall, Drawn>({
        filename: fileURLToPath(new URL("./draw-in-worker.ts", import.meta.url)),
        minThreads: 0,
        maxThreads: threads,
        idleTimeout: IDLE,
        // It needs none of the settings, which hold secrets.
        env: {},
        workerData: getCompileCacheDir(),
        resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 },
      });
      return this.opened;
    });
  }

  /** The threads that exist now. */
  get threads() {
    return this.opened?.threads ?? [];
  }

  /**
   * @throws Failure papers_busy when too many wait, paper_too_long when it takes too much time or memory; and whatever
   * Failure the drawing throws
   */
  async draw<Draw extends (...args: never[]) => Promise<Uint8Array>>(
    clinicId: number,
    { module, name }: Drawing,
    ...args: Parameters<Draw>
  ): Promise<Buffer> {
    await this.turnOf(clinicId);
    try {
      return await this.drawn({ module, name, args });
    } finally {
      this.drawing.delete(clinicId);
      this.startNext();
    }
  }

  /** Stops what is being drawn. */
  async close(): Promise<void> {
    await this.opened?.destroy();
  }

  private async drawn(call: DrawingCall): Promise<Buffer> {
    const pool = await this.pool();
    const limit = AbortSignal.timeout(this.limits.drawing);
    const drawn = await pool.run(call, { signal: limit }).catch((error: unknown) => {
      throw limit.aborted || isOutOfMemory(error)
        ? paperTooLong()
        : isWorkerGone(error)
          ? lost(error)
          : error;
    });
    if (!(drawn instanceof Uint8Array)) {
      const { code, message, retryAfter } = drawn.failure;
      throw new Failure(code, message, {}, retryAfter);
    }
    return Buffer.from(drawn.buffer, drawn.byteOffset, drawn.byteLength);
  }

  private turnOf(clinicId: number): Promise<void> {
    if (this.isFree(clinicId)) {
      this.drawing.add(clinicId);
      return Promise.resolve();
    }
    const ofClinic = this.waiting.filter((one) => one.clinicId === clinicId).length;
    if (this.waiting.length >= this.limits.queue || ofClinic >= this.limits.queuePerClinic)
      return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        clinicId,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.waiting = this.waiting.filter((other) => other !== one);
        reject(busy());
      }, this.limits.waiting);
      this.waiting.push(one);
    });
  }

  private isFree(clinicId: number): boolean {
    return this.drawing.size < this.limits.threads && !this.drawing.has(clinicId);
  }

  private startNext(): void {
    const index = this.waiting.findIndex(({ clinicId }) => this.isFree(clinicId));
    const [next] = index < 0 ? [] : this.waiting.splice(index, 1);
    if (!next) return;
    this.drawing.add(next.clinicId);
    next.start();
  }
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

const isOutOfMemory = (error: unknown) => codeOf(error) === "ERR_WORKER_OUT_OF_MEMORY";

const isWorkerGone = (error: unknown) =>
  error instanceof Error && /worker (?:thread )?exited|Terminating worker/i.test(error.message);

const busy = () =>
  new Failure("papers_busy", "Many papers are being drawn. Please try again in a few seconds.", {}, 5);

function lost(cause: unknown): Failure {
  const failure = new Failure("papers_busy", "The paper could not be drawn. Please try again.", {}, 5);
  failure.cause = cause;
  return failure;
}
