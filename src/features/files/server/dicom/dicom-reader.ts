import { getCompileCacheDir } from "node:module";
import { fileURLToPath } from "node:url";
import type Piscina from "piscina";
import { ClinicQueue } from "#server/clinic-queue.ts";
import { onceAsync } from "#server/once-async.ts";
import { Failure } from "#shared/errors.ts";
import type { DicomCall, DicomRead } from "./read-in-worker.ts";

/** Time limit for one frame in milliseconds. */
const READING = 15_000;

/** Reads DICOM files in one worker thread, one at a time, fairly between clinics. */
export class DicomReader {
  private opened: Piscina<DicomCall, DicomRead> | undefined;
  private readonly queue = new ClinicQueue(
    { concurrency: 1, queueTimeoutMs: 30_000, maxQueued: 40, maxQueuedPerClinic: 8, maxWastedMs: 60_000 },
    { busy, suspended: busy },
  );
  private readonly pool = onceAsync(async () => {
    const { Piscina } = await import("piscina");
    this.opened = new Piscina<DicomCall, DicomRead>({
      filename: fileURLToPath(new URL("./read-in-worker.ts", import.meta.url)),
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

  /** @throws Failure 422 with the reason in words */
  read(clinicId: number, call: DicomCall): Promise<Exclude<DicomRead, { problem: string }>> {
    return this.queue.run(clinicId, () => this.readNow(call), isTooMuch);
  }

  async close(): Promise<void> {
    await this.opened?.destroy();
  }

  private async readNow(call: DicomCall) {
    const pool = await this.pool();
    const limit = AbortSignal.timeout(READING);
    const read = await pool.run(call, { signal: limit }).catch((error: unknown) => {
      if (
        limit.aborted ||
        (error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY")
      )
        throw new Failure("unusable", tooMuchWords);
      throw error;
    });
    if ("problem" in read) throw new Failure("unusable", read.problem);
    return read;
  }
}

const tooMuchWords = "This picture takes too long to be shown here. Open it in a DICOM viewer.";
const isTooMuch = (error: unknown) => error instanceof Failure && error.message === tooMuchWords;

const busy = (seconds = 5) =>
  new Failure(
    "pictures_busy",
    "Many pictures are being opened. Please try again in a few seconds.",
    {},
    seconds,
  );
