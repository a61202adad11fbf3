import { expect, test } from "vitest";
import { atLeast, atMost, every } from "#test/harness/figure.ts";
import { comparedTo } from "./baseline.ts";

const baseline = {
  machine: 1000,
  figures: { "size: landing": 100, "lighthouse: LCP": 1, "lighthouse: score": 98, "offline: all": 1 },
};
const judged = (
  figure: Parameters<typeof comparedTo>[2][number]["figures"][number],
  family: string,
  machine = 1000,
) => comparedTo(baseline, machine, [{ family, figures: [figure] }])[0]?.figures[0];

test("more than a tenth worse than the baseline fails, also within the goal", () => {
  expect(judged(atMost("landing", 109, 130, " kB"), "size")?.passes).toBe(true);
  const worse = judged(atMost("landing", 112, 130, " kB"), "size");
  expect(worse).toMatchObject({ passes: false, figure: "112.00 kB, was 100" });
  expect(judged(atMost("landing", 60, 130, " kB"), "size")?.passes).toBe(true);
  expect(judged(atLeast("score", 86, 80, " points"), "lighthouse")?.passes).toBe(false);
});

test("what has no baseline, or is no number, is only compared with its goal", () => {
  expect(judged(atMost("sign-in", 129, 130, " kB"), "size")?.passes).toBe(true);
  expect(judged(every("all", 50, []), "offline")?.passes).toBe(true);
});

test("a time of a slower machine is only compared with its goal; a size is compared with the baseline", () => {
  const late = atMost("LCP", 1.7, 1.8, " s");
  expect(judged(late, "lighthouse")?.passes).toBe(false);
  expect(judged(late, "lighthouse", 700)?.passes).toBe(true);
  expect(judged(atMost("landing", 129, 130, " kB"), "size", 700)?.passes).toBe(false);
});
