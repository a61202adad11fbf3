import { existsSync, statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { Page, Request } from "playwright";
import { restMs } from "#web/first-screen.ts";

export type FirstLoad = { files: readonly (readonly [string, number])[]; kB: number; fontKB: number };

/** Dialogs that a screen preloads once it is idle: they and what follows them are not part of its first load. */
const preloaded = /\/(AppointmentDialog|VisitReasonDialog|WalkInDialog)-/;
/** A load is complete when no code was requested for longer than a screen waits before it preloads. */
const quietMs = restMs + 1000;
const codeTypes = ["script", "stylesheet", "font"];

const sizeOf = (request: Request) => {
  const file = `dist${new URL(request.url()).pathname}`;
  // Files too small to compress have no compressed copy.
  return [file, statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size] as const;
};
const kBOf = (files: readonly (readonly [string, number])[]) =>
  files.reduce((sum, [, size]) => sum + size, 0) / 1000;

/** Counts the scripts, styles and fonts that this page requests, as the build has compressed them with gzip. */
export function countingLoads(page: Page): {
  start(): void;
  /** Resolves when no code is requested any more; "networkidle" can occur between two steps of a load. */
  settled(): Promise<void>;
  sofar(): FirstLoad;
} {
  let requested = new Map<string, Request>();
  let lastRequest = performance.now();
  page.on("request", (request) => {
    if (!codeTypes.includes(request.resourceType())) return;
    requested.set(request.url(), request);
    lastRequest = performance.now();
  });
  return {
    start() {
      requested = new Map();
      lastRequest = performance.now();
    },
    async settled() {
      while (performance.now() - lastRequest < quietMs) await setTimeout(100);
    },
    sofar() {
      const all = [...requested.values()];
      const end = all.findIndex((request) => preloaded.test(request.url()));
      const first = end === -1 ? all : all.slice(0, end);
      const isFont = (request: Request) => request.resourceType() === "font";
      const files = first.filter((request) => !isFont(request)).map(sizeOf);
      return {
        files: files.sort((one, other) => other[1] - one[1]),
        kB: kBOf(files),
        fontKB: kBOf(first.filter(isFont).map(sizeOf)),
      };
    },
  };
}
