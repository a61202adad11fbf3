import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { networkFirst, networkPatience } from "./network-first.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const cached = new Response("cached");
const fresh = new Response("fresh");

test("answers from the network while it is in time, and from the cache if it fails or hangs", async () => {
  const findCached = async () => cached;
  expect(await networkFirst(Promise.resolve(fresh), findCached)).toBe(fresh);
  expect(await networkFirst(Promise.reject(new TypeError("offline")), findCached)).toBe(cached);
  const hanging = networkFirst(new Promise(() => undefined), findCached);
  await vi.advanceTimersByTimeAsync(networkPatience);
  expect(await hanging).toBe(cached);
});

test("waits for the network when nothing is cached", async () => {
  const findCached = async () => undefined;
  const { promise, resolve } = Promise.withResolvers<Response>();
  const late = networkFirst(promise, findCached);
  await vi.advanceTimersByTimeAsync(2 * networkPatience);
  resolve(fresh);
  expect(await late).toBe(fresh);
  await expect(networkFirst(Promise.reject(new TypeError("offline")), findCached)).rejects.toThrow("offline");
});
