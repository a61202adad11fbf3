import { expect, test } from "vitest";
import { onceAsync } from "./once-async.ts";

test("loads once for all callers, and again only after a failure", async () => {
  let loads = 0;
  const load = onceAsync(async () => {
    loads += 1;
    if (loads === 1) throw new Error("too many open files");
    return loads;
  });
  await expect(Promise.all([load(), load()])).rejects.toThrow("too many open files");
  expect(loads).toBe(1);
  expect(await Promise.all([load(), load()])).toEqual([2, 2]);
  expect(await load()).toBe(2);
});
