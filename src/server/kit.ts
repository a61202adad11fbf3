import type { FastifyInstance } from "fastify";
import type { Endpoint } from "#shared/endpoint.ts";
import type { ViewLog } from "./audit/view-log.ts";
import type { Databases } from "./database/db.ts";
import type { Connections } from "./http/connections.ts";
import type { ConsumeRateLimit } from "./http/shared-limits.ts";
import type { Mail } from "./mail/mail.ts";
import type { MetricValues } from "./monitoring/metric-values.ts";
import type { Warnings } from "./monitoring/warnings.ts";
import type { EventLoopWatch } from "./monitoring/watch-event-loop.ts";
import type { Papers } from "./pdf/papers.ts";
import type { TextGateway } from "./reminders/text-gateway.ts";
import type { Settings } from "./settings.ts";
import type { roomOf } from "./storage/disk-room.ts";
import type { Storage } from "./storage/storage.ts";
import type { Scanner } from "./storage/virus-scan.ts";
import type { WrittenBytes } from "./storage/written-bytes.ts";

/** What the server half of every feature uses. */
export type Kit = {
  settings: Settings;
  databases: Databases;
  views: ViewLog;
  /** Where uploaded files are stored. */
  storage: Storage;
  /** Draws PDFs outside the main thread. */
  papers: Papers;
  /** Signs cookies and the codes of papers. The same for all processes, and never changed. */
  signingKey: Buffer;
  /** Null without clamd: uploads are then not scanned. */
  scanner: Scanner | null;
  /** Null without a mail server. */
  mail: Mail | null;
  /** Null without a gateway for text messages. */
  texts: TextGateway | null;
  /** Shown to the operator. */
  warnings: Warnings;
  /** Free space of the disk of a folder. */
  roomOf: typeof roomOf;
  /** Adds up what each clinic writes to the database. */
  written: WrittenBytes;
  /** Counts towards a limit that all processes share. */
  consumeRateLimit: ConsumeRateLimit;
  /** For the metrics. */
  metricValues: MetricValues;
  connections: Connections;
  /** Null until the server listens. */
  eventLoop: EventLoopWatch | null;
  /** Shutdown has begun: requests are still answered, but load balancers are told to send no more. */
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
