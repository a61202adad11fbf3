import { getCompileCacheDir } from "node:module";
import { fileURLToPath } from "node:url";
import type Piscina from "piscina";
import { ClinicQueue } from "#server/clinic-queue.ts";
import { onceAsync } from "#server/once-async.ts";
import { Failure, invalidField } from "#shared/errors.ts";
import type { ReadingCall, ReadList } from "./read-in-worker.ts";

type Limits = {
  /** Time limit in milliseconds. */
  reading: number;
  /** The thread's heap limit. */
  megabytes: number;
};

const ordinary: Limits = { reading: 60_000, megabytes: 768 };

const IDLE = 30_000;

/**
 * Parses lists in one worker thread with a limited heap, one at a time, fairly between clinics. A list that exceeds a
 * limit is refused, without effect on the server and other lists.
 */
export class ListReader {
  private readonly limits: Limits;
  private readonly pool: () => Promise<Piscina<ReadingCall, ReadList | { refused: string }>>;
  private readonly queue: ClinicQueue;
  private opened: Piscina<ReadingCall, ReadList | { refused: string }> | undefined;

  constructor(limits: Partial<Limits> = {}) {
    this.limits = { ...ordinary, ...limits };
    this.queue = new ClinicQueue(
      { concurrency: 1, queueTimeoutMs: 60_000, maxQueued: 20, maxQueuedPerClinic: 2, maxWastedMs: 100_000 },
      { busy, suspended: busy },
    );
    this.pool = onceAsync(async () => {
      const { Piscina } = await import("piscina");
      this.opened = new Piscina<ReadingCall, ReadList | { refused: string }>({
        filename: fileURLToPath(new URL("./read-in-worker.ts", import.meta.url)),
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: IDLE,
        // As for papers: without settings, and without what the server preloads.
        env: {},
        execArgv: [],
        workerData: getCompileCacheDir(),
        resourceLimits: { maxOldGenerationSizeMb: this.limits.megabytes, maxYoungGenerationSizeMb: 64 },
      });
      this.opened.on("error", () => undefined);
      return this.opened;
    });
  }

  /** @throws Failure with the reason in words */
  read(clinicId: number, call: ReadingCall): Promise<ReadList> {
    return this.queue.run(clinicId, () => this.readNow(call), isTooMuch);
  }

  async close(): Promise<void> {
    await this.opened?.destroy();
  }

  private async readNow(call: ReadingCall): Promise<ReadList> {
    const pool = await this.pool();
    const limit = AbortSignal.timeout(this.limits.reading);
    const read = await pool
      .run(call, { signal: limit, transferList: [call.bytes.buffer as ArrayBuffer] })
      .catch((error: unknown) => {
        if (limit.aborted || codeOf(error) === "ERR_WORKER_OUT_OF_MEMORY") throw tooMuch();
        throw error;
      });
    if ("refused" in read) throw invalidField("file", read.refused);
    return read;
  }
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

const tooMuchWords =
  "This list needs more time or memory than is given to one. Split it and import one part after another.";

const tooMuch = () => invalidField("file", tooMuchWords);

const isTooMuch = (error: unknown) => error instanceof Failure && error.message === tooMuchWords;

const busy = () =>
  new Failure("too_many", "Other lists are being read. Please try again in a minute.", {}, 60);
