import type { FastifyInstance } from "fastify";
import type { Endpoint } from "#shared/endpoint.ts";
import type { Connections } from "./connections.ts";
import type { Databases } from "./db.ts";
import type { roomOf } from "./disk-room.ts";
import type { Mail } from "./mail.ts";
import type { MetricValues } from "./measured.ts";
import type { Papers } from "./papers.ts";
import type { Settings } from "./settings.ts";
import type { TakeTurns } from "./shared-limits.ts";
import type { Storage } from "./storage.ts";
import type { ViewLog } from "./view-log.ts";
import type { Scanner } from "./virus-scan.ts";
import type { Warnings } from "./warnings.ts";
import type { EventLoopWatch } from "./watch-event-loop.ts";

/** What the server half of every feature stands on. */
export type Kit = {
  settings: Settings;
  databases: Databases;
  views: ViewLog;
  /** Where uploaded files lie. */
  storage: Storage;
  /** What draws papers, outside the main thread. */
  papers: Papers;
  /** Null where no clamd is set: uploads are then not scanned. */
  scanner: Scanner | null;
  /** Null where no mail server is set. */
  mail: Mail | null;
  /** For whoever looks after Klinika. */
  warnings: Warnings;
  /** Of the disk that a folder lies on. */
  roomOf: typeof roomOf;
  /** Of a limit that all processes count together. */
  takeTurns: TakeTurns;
  /** For the metrics. */
  metricValues: MetricValues;
  connections: Connections;
  /** Null until it listens. */
  eventLoop: EventLoopWatch | null;
  /** Whether it was asked to stop: it still answers, and asks a load balancer to send nothing more. */
  isStopping: boolean;
  /** The current instant; tests pass their own. */
  now: () => Date;
  /** Every endpoint that was served, for the API page. */
  served: Endpoint[];
};

declare module "fastify" {
  interface FastifyInstance {
    kit: Kit;
  }
}

export type App = FastifyInstance;
