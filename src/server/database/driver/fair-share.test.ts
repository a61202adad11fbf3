import { afterEach, expect, test, vi } from "vitest";
import { FairShare } from "./fair-share.ts";

afterEach(() => void vi.useRealTimers());

const started = () => new Promise((resolve) => setImmediate(resolve));

/** Starts work on a pool of this size; each piece runs until `end`. */
function startWork(poolSize: number) {
  const share = new FairShare(poolSize);
  const order: (number | null)[] = [];
  const running: { clinicId: number | null; end: () => void }[] = [];
  const begin = (
    clinicId: number | null,
    use: "connection" | "read" | "quick read" = "connection",
    node: number | null = null,
  ) =>
    share
      .run({ clinicId, use, node }, () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        order.push(clinicId);
        running.push({ clinicId, end: resolve });
        return promise;
      })
      .catch((error: unknown) => error);
  const end = (clinicId: number | null) => {
    const index = running.findIndex((one) => one.clinicId === clinicId);
    running.splice(index, 1)[0]?.end();
  };
  return { share, order, begin, end };
}

test("one clinic uses no more than its share, and the others get connections", async () => {
  const { begin, order } = startWork(10);
  for (let request = 0; request < 25; request += 1) {
    void begin(1);
    void begin(1, "read");
  }
  void begin(2);
  void begin(3, "read");
  await started();
  expect(order).toEqual([1, 1, 1, 1, 2, 3]);
});

test("clinics together leave connections to queries without a clinic", async () => {
  const { begin, order } = startWork(10);
  void begin(null);
  void begin(null);
  for (let clinicId = 1; clinicId <= 20; clinicId += 1) void begin(clinicId);
  await started();
  expect(order).toHaveLength(8);
});

test("reads on a shared connection do not each take a connection", async () => {
  const { begin, order } = startWork(10);
  for (let clinicId = 1; clinicId <= 20; clinicId += 1) void begin(clinicId, "read");
  await started();
  expect(order).toHaveLength(20);
});

test("four quick reads count as one slow read", async () => {
  const { begin, end, order } = startWork(5);
  void begin(1, "read");
  for (let read = 0; read < 6; read += 1) void begin(1, "quick read");
  await started();
  expect(order).toHaveLength(5);
  end(1);
  await started();
  expect(order).toHaveLength(7);
});

test("clinics on a node that hangs leave connections to the others, and resume when it does", async () => {
  const { begin, end, order } = startWork(10);
  for (let clinicId = 1; clinicId <= 20; clinicId += 1) {
    void begin(clinicId, "connection", 1);
    void begin(clinicId, "read", 1);
  }
  void begin(21, "connection", 2);
  void begin(22, "read", 2);
  await started();
  expect(order).toEqual([1, 1, 2, 2, 3, 21, 22]);
  end(1);
  await started();
  expect(order.slice(7)).toEqual([4]);
});

test("the next free connection goes to the clinic with the fewest", async () => {
  const { begin, end, order } = startWork(5);
  for (const clinicId of [1, 1, 2, 3, 1, 2, 4]) void begin(clinicId);
  await started();
  expect(order).toEqual([1, 1, 2, 3]);
  end(3);
  await started();
  expect(order.at(-1)).toBe(4);
  end(1);
  await started();
  expect(order.slice(4)).toEqual([4, 1]);
});

test("a clinic with too many queued requests is refused, and other clinics are not", async () => {
  const { begin, share } = startWork(10);
  for (let request = 0; request < 304; request += 1) void begin(1);
  expect(await begin(1)).toMatchObject({ code: "busy", retryAfter: 5 });
  await share.acquire({ clinicId: 2, use: "connection" });
});

test("a request waits 10 s for a connection, and 4 s for one to a node that hangs", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { begin, end } = startWork(10);
  for (let clinicId = 1; clinicId <= 5; clinicId += 1) void begin(clinicId, "connection", 1);
  const onFullNode = begin(6, "connection", 1);
  for (let request = 0; request < 4; request += 1) void begin(7, "read", 2);
  const onOtherNode = begin(7, "read", 2);
  await vi.advanceTimersByTimeAsync(3999);
  const started = begin(8, "connection", 1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await onFullNode).toMatchObject({ code: "database_unavailable", retryAfter: 10 });
  end(1);
  await vi.advanceTimersByTimeAsync(5999);
  end(8);
  await vi.advanceTimersByTimeAsync(1);
  expect(await started).toBeUndefined();
  expect(await onOtherNode).toMatchObject({ code: "busy" });
});
