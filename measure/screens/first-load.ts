import { existsSync, statSync } from "node:fs";
import type { Page } from "playwright";

export type FirstLoad = { files: readonly (readonly [string, number])[]; kB: number; fontKB: number };

const sizeOf = (address: string) => {
  const file = `dist${new URL(address).pathname}`;
  // Files too small to compress have no compressed copy.
  return [file, statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size] as const;
};
const kBOf = (files: Iterable<number>) => [...files].reduce((sum, size) => sum + size, 0) / 1000;

/** Counts what this page fetches of scripts, styles and fonts, as the build has compressed it by gzip. */
export function countingLoads(page: Page): { start(): void; sofar(): FirstLoad } {
  const fetched = new Map<string, number>();
  const fonts = new Map<string, number>();
  page.on("requestfinished", (request) => {
    const type = request.resourceType();
    if (type === "font") fonts.set(...sizeOf(request.url()));
    if (["script", "stylesheet"].includes(type)) fetched.set(...sizeOf(request.url()));
  });
  return {
    start() {
      fetched.clear();
      fonts.clear();
    },
    sofar: () => ({
      files: [...fetched].sort((one, other) => other[1] - one[1]),
      kB: kBOf(fetched.values()),
      fontKB: kBOf(fonts.values()),
    }),
  };
}
