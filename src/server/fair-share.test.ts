import { expect, test } from "vitest";
import { FairShare } from "./fair-share.ts";

/** Takes for a clinic and says in `order` when it was given. */
const taking = (share: FairShare, clinicId: number, order: number[]) =>
  share.take(clinicId).then(
    () => order.push(clinicId),
    () => undefined,
  );

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("one clinic uses no more than its share, and the others find connections", async () => {
  const share = new FairShare(10);
  const order: number[] = [];
  for (let request = 0; request < 50; request += 1) void taking(share, 1, order);
  void taking(share, 2, order);
  await settled();
  expect(order).toEqual([1, 1, 1, 1, 2]);
});

test("clinics together leave connections to what belongs to none", async () => {
  const share = new FairShare(10);
  const order: number[] = [];
  for (let clinicId = 1; clinicId <= 20; clinicId += 1) void taking(share, clinicId, order);
  await settled();
  expect(order).toHaveLength(8);
});

test("the next free connection goes to the clinic that has the fewest", async () => {
  const share = new FairShare(5);
  const order: number[] = [];
  await share.take(1);
  await share.take(1);
  await share.take(2);
  await share.take(3);
  for (const clinicId of [1, 2, 4]) void taking(share, clinicId, order);
  await settled();
  expect(order).toEqual([]);
  share.give(3);
  await settled();
  expect(order).toEqual([4]);
});

test("a clinic with too many requests waiting is refused the next, and no other clinic is", async () => {
  const share = new FairShare(10);
  for (let request = 0; request < 304; request += 1) void taking(share, 1, []);
  await expect(share.take(1)).rejects.toMatchObject({ code: "busy", retryAfter: 5 });
  await share.take(2);
});
