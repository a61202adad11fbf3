import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** The proportional set size on Linux, elsewhere the resident one. */
export function megabytesOf(pid: number): number {
  const file = `/proc/${pid}/smaps_rollup`;
  const kilobytes = existsSync(file)
    ? /^Pss:\s+(\d+)/m.exec(readFileSync(file, "utf8"))?.[1]
    : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(kilobytes) / 1024;
}
