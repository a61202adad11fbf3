import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { roomOf } from "./disk-room.ts";

it("asks a disk that hangs once, however often its room is wanted, and again when it is back", async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  let calls = 0;
  const read = (() => {
    calls += 1;
    return promise;
  }) as unknown as typeof import("node:fs/promises").statfs;
  const folder = tmpdir();
  const hung = [1, 2, 3, 4].map(() => roomOf(folder, { read, timeoutMs: 20 }));
  expect(await Promise.all(hung)).toEqual([null, null, null, null]);
  expect(await roomOf(folder, { read, timeoutMs: 20 })).toBe(null);
  expect(calls).toBe(1);
  reject(new Error("EIO"));
  await expect.poll(() => roomOf(folder)).toMatchObject({ free: expect.any(Number) });
});
