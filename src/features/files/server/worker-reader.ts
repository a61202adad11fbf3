import { getCompileCacheDir } from "node:module";
import { fileURLToPath } from "node:url";
import type Piscina from "piscina";
import { ClinicQueue } from "#server/clinic-queue.ts";
import { onceAsync } from "#server/once-async.ts";
import { Failure } from "#shared/errors.ts";

/** Time limit for one picture in milliseconds. */
const READING = 15_000;

const busy = (seconds = 5) =>
  new Failure(
    "pictures_busy",
    "Many pictures are being opened. Please try again in a few seconds.",
    {},
    seconds,
  );

/** Reads pictures in one worker thread, one at a time, fairly between clinics. */
export class WorkerReader<Call, Read extends object> {
  private readonly file: URL;
  private readonly tooMuchWords: string;
  private opened: Piscina<Call, Read | { problem: string }> | undefined;
  private readonly queue = new ClinicQueue(
    { concurrency: 1, queueTimeoutMs: 30_000, maxQueued: 40, maxQueuedPerClinic: 8, maxWastedMs: 60_000 },
    { busy, suspended: busy },
  );
  private readonly pool = onceAsync(async () => {
    const { Piscina } = await import("piscina");
    this.opened = new Piscina<Call, Read | { problem: string }>({
      filename: fileURLToPath(this.file),
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: 30_000,
      // As for papers: without settings, and without what the server preloads.
      env: {},
      execArgv: [],
      workerData: getCompileCacheDir(),
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 },
    });
    this.opened.on("error", () => undefined);
    return this.opened;
  });

  /** `tooMuchWords`: for a picture that needs more time or memory than allowed. */
  constructor(file: URL, tooMuchWords: string) {
    this.file = file;
    this.tooMuchWords = tooMuchWords;
  }

  /** @throws Failure 422 with the reason in words */
  read(clinicId: number, call: Call): Promise<Read> {
    return this.queue.run(
      clinicId,
      () => this.readNow(call),
      (error) => error instanceof Failure && error.message === this.tooMuchWords,
    );
  }

  async close(): Promise<void> {
    await this.opened?.destroy();
  }

  private async readNow(call: Call): Promise<Read> {
    const pool = await this.pool();
    const limit = AbortSignal.timeout(READING);
    const read = await pool.run(call, { signal: limit }).catch((error: unknown) => {
      if (
        limit.aborted ||
        (error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY")
      )
        throw new Failure("unusable", this.tooMuchWords);
      throw error;
    });
    if ("problem" in read) throw new Failure("unusable", read.problem);
    return read;
  }
}
