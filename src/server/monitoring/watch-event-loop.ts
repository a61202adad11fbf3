import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance } from "fastify";

/** A block of the event loop that delays every answer noticeably. */
const slowMs = 250;
const intervalMs = 60_000;
const resolutionMs = 20;

type LoopDelay = { p99: number; max: number };

/**
 * Measures how late the event loop is, and warns from the first slow check until a whole interval was fast.
 * A timer in libuv measures, so a blocked loop costs nothing more.
 */
export class EventLoopWatch {
  private readonly app: FastifyInstance;
  private readonly histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  private readonly timer: NodeJS.Timeout;
  private last: LoopDelay = { p99: 0, max: 0 };

  constructor(app: FastifyInstance, everyMs = intervalMs) {
    this.app = app;
    this.histogram.enable();
    this.timer = setInterval(() => this.endInterval(), everyMs).unref();
  }

  /** Milliseconds, of the current interval or the one before it, whichever was worse. */
  delay(): LoopDelay {
    const current = this.current();
    if (current.max > slowMs) this.app.kit.warnings.set("event_loop_slow", true, current);
    return { p99: Math.max(this.last.p99, current.p99), max: Math.max(this.last.max, current.max) };
  }

  close(): void {
    clearInterval(this.timer);
    this.histogram.disable();
  }

  private endInterval(): void {
    this.last = this.current();
    this.histogram.reset();
    this.app.kit.warnings.set("event_loop_slow", this.last.max > slowMs, this.last);
  }

  /** The histogram measures the time between two checks, of which the resolution itself is no delay. */
  private current(): LoopDelay {
    const { count, max } = this.histogram;
    if (count === 0) return { p99: 0, max: 0 };
    const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolutionMs);
    return { p99: late(this.histogram.percentile(99)), max: late(max) };
  }
}

/** From the first connection on, since the start delays nobody. */
export function watchEventLoop(app: FastifyInstance): void {
  app.addHook("onListen", () => {
    app.kit.eventLoop = new EventLoopWatch(app);
  });
  app.addHook("onClose", async () => app.kit.eventLoop?.close());
}
