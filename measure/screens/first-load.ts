import { existsSync, statSync } from "node:fs";
import type { Page } from "playwright";

export type FirstLoad = { files: readonly (readonly [string, number])[]; kB: number; fontKB: number };

const sizeOf = (address: string) => {
  const file = `dist${new URL(address).pathname}`;
  // Files too small to compress have no compressed copy.
  return [file, statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size] as const;
};
const kBOf = (files: Iterable<number>) => [...files].reduce((sum, size) => sum + size, 0) / 1000;

/** How long a page fetches no code until its load counts as complete: longer than it rests before it goes on. */
const quietMs = 3000;
const codeTypes = ["script", "stylesheet", "font"];

/**
 * Counts what this page fetches of scripts, styles and fonts, as the build has compressed it by gzip. `isQuiet` can
 * become false again, unlike the browser's "networkidle", which is reached once per page, between two steps of a load.
 */
export function countingLoads(page: Page): { start(): void; isQuiet(): boolean; sofar(): FirstLoad } {
  const fetched = new Map<string, number>();
  const fonts = new Map<string, number>();
  let lastRequest = performance.now();
  page.on("request", (request) => {
    if (codeTypes.includes(request.resourceType())) lastRequest = performance.now();
  });
  page.on("requestfinished", (request) => {
    const type = request.resourceType();
    if (!codeTypes.includes(type)) return;
    lastRequest = performance.now();
    (type === "font" ? fonts : fetched).set(...sizeOf(request.url()));
  });
  return {
    start() {
      fetched.clear();
      fonts.clear();
      lastRequest = performance.now();
    },
    isQuiet: () => performance.now() - lastRequest > quietMs,
    sofar: () => ({
      files: [...fetched].sort((one, other) => other[1] - one[1]),
      kB: kBOf(fetched.values()),
      fontKB: kBOf(fonts.values()),
    }),
  };
}
