import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Failure } from "#shared/errors.ts";
import { ClinicQueue } from "./clinic-queue.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const limits = {
  concurrency: 1,
  queueTimeoutMs: 15_000,
  maxQueued: 60,
  maxQueuedPerClinic: 10,
  maxWastedMs: 25_000,
};
const tooLong = new Failure("paper_too_long", "Too long.");

/** A queue of work that takes the given seconds, and the clinics in the order in which their work began. */
function openQueue() {
  const queue = new ClinicQueue(limits, {
    busy: () => new Failure("papers_busy", "Busy."),
    suspended: (seconds) => new Failure("papers_busy", "Suspended.", {}, seconds),
  });
  const begun: number[] = [];
  const work = (clinicId: number, seconds: number, failure?: Failure) => {
    const done = queue.run(
      clinicId,
      () => {
        begun.push(clinicId);
        return new Promise<string>((resolve, reject) => {
          setTimeout(() => (failure ? reject(failure) : resolve("done")), seconds * 1000);
        });
      },
      (error) => error === failure,
    );
    return done.catch((error: unknown) => error as Failure);
  };
  return { begun, work };
}

test("a slot goes to the clinic that used the least in the last minute, then to the longest waiting", async () => {
  const { begun, work } = openQueue();
  // Two clinics flood the queue together.
  for (const clinicId of [1, 2, 1, 2, 1, 2]) void work(clinicId, 4);
  await vi.advanceTimersByTimeAsync(9000);
  void work(3, 1);
  void work(4, 1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(begun).toEqual([1, 2, 1, 3, 4, 2]);
});

test("a clinic that wasted too much is refused for a minute, with its queued tasks", async () => {
  const { work } = openQueue();
  for (let done = 0; done < 2; done += 1) {
    void work(1, 10, tooLong);
    await vi.advanceTimersByTimeAsync(10_000);
  }
  const [last, waiting] = [work(1, 10, tooLong), work(1, 1)];
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await last).toBe(tooLong);
  expect(await waiting).toMatchObject({ message: "Suspended.", retryAfter: 60 });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await work(1, 1)).toMatchObject({ message: "Suspended.", retryAfter: 40 });
  await vi.advanceTimersByTimeAsync(41_000);
  const later = work(1, 1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await later).toBe("done");
});
