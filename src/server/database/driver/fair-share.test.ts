import { expect, test } from "vitest";
import { FairShare } from "./fair-share.ts";

const started = () => new Promise((resolve) => setImmediate(resolve));

/** Work on a pool of so many connections, each piece of which lasts until it is ended. */
function works(poolSize: number) {
  const share = new FairShare(poolSize);
  const order: (number | null)[] = [];
  const under: { clinicId: number | null; end: () => void }[] = [];
  const begin = (
    clinicId: number | null,
    use: "connection" | "read" | "quick read" = "connection",
    machine: number | null = null,
  ) =>
    share
      .inTurn({ clinicId, use, machine }, () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        order.push(clinicId);
        under.push({ clinicId, end: resolve });
        return promise;
      })
      .catch((error: unknown) => error);
  const end = (clinicId: number | null) => {
    const place = under.findIndex((one) => one.clinicId === clinicId);
    under.splice(place, 1)[0]?.end();
  };
  return { share, order, begin, end };
}

test("one clinic uses no more than its share, and the others find connections", async () => {
  const { begin, order } = works(10);
  for (let request = 0; request < 25; request += 1) {
    void begin(1);
    void begin(1, "read");
  }
  void begin(2);
  void begin(3, "read");
  await started();
  expect(order).toEqual([1, 1, 1, 1, 2, 3]);
});

test("clinics together leave connections to what belongs to none", async () => {
  const { begin, order } = works(10);
  void begin(null);
  void begin(null);
  for (let clinicId = 1; clinicId <= 20; clinicId += 1) void begin(clinicId);
  await started();
  expect(order).toHaveLength(8);
});

test("reads that share a connection wait for none of their own", async () => {
  const { begin, order } = works(10);
  for (let clinicId = 1; clinicId <= 20; clinicId += 1) void begin(clinicId, "read");
  await started();
  expect(order).toHaveLength(20);
});

test("four quick reads count as one that takes long", async () => {
  const { begin, end, order } = works(5);
  void begin(1, "read");
  for (let read = 0; read < 6; read += 1) void begin(1, "quick read");
  await started();
  expect(order).toHaveLength(5);
  end(1);
  await started();
  expect(order).toHaveLength(7);
});

test("clinics on a machine that hangs leave connections to those on the others, and go on when it does", async () => {
  const { begin, end, order } = works(10);
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

test("what is free next goes to whoever has the fewest", async () => {
  const { begin, end, order } = works(5);
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

test("a clinic with too many requests waiting is refused the next, and no other clinic is", async () => {
  const { begin, share } = works(10);
  for (let request = 0; request < 304; request += 1) void begin(1);
  expect(await begin(1)).toMatchObject({ code: "busy", retryAfter: 5 });
  await share.take({ clinicId: 2, use: "connection" });
});
