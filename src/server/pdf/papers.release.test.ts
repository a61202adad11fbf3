import { expect, onTestFinished, test } from "vitest";
import type { Failure } from "#shared/errors.ts";
import type * as drawings from "#test/data/paper-drawings.ts";
import { Papers } from "./papers.ts";

const module = new URL("../../../test/data/paper-drawings.ts", import.meta.url).href;

function opened(limits: ConstructorParameters<typeof Papers>[0] = {}) {
  const papers = new Papers({ threads: 2, ...limits });
  onTestFinished(() => papers.close());
  const draw = (name: Exclude<keyof typeof drawings, "quick">, clinicId = 1) =>
    papers.draw<(typeof drawings)[typeof name]>(clinicId, { module, name });
  const quick = (text: string, clinicId = 1) =>
    papers.draw<typeof drawings.quick>(clinicId, { module, name: "quick" }, text).then(String);
  return { papers, draw, quick };
}

const failureOf = (drawn: Promise<unknown>) =>
  drawn.then(
    () => null,
    (error: unknown) => error as Failure,
  );

test("a paper that takes too long or too much memory, or crashes, fails alone", async () => {
  const { draw, quick } = opened({ drawing: 2000, megabytes: 40 });
  const [endless, hungry] = await Promise.all([
    failureOf(draw("endless", 1)),
    failureOf(draw("hungry", 2)),
    // Queued behind the other paper of its clinic.
    quick("beside", 2).then((text) => expect(text).toBe("beside")),
  ]);
  for (const failure of [endless, hungry]) {
    expect(failure).toMatchObject({ status: 422, code: "paper_too_long", retryAfter: 60 });
    expect(failure?.message).toBe(
      "This document is too long to print. Please shorten its longest text and try again.",
    );
  }
  expect(await failureOf(draw("dying"))).toMatchObject({ status: 503, code: "papers_busy", retryAfter: 5 });
  expect(await quick("after")).toBe("after");
});

test("a clinic whose papers take long delays no other clinic", async () => {
  const { draw, quick } = opened({ drawing: 1500 });
  const slow = [draw("endless", 1), draw("endless", 1)].map(failureOf);
  // One of two threads stays free.
  expect(await quick("first", 2)).toBe("first");
  expect(await quick("second", 3)).toBe("second");
  await Promise.all(slow);
});

test("with one thread, another clinic's paper comes before the next one of a clinic that floods", async () => {
  const { draw, quick } = opened({ threads: 1, drawing: 1500, maxWastedMs: 2500 });
  let ended = 0;
  const flood = Array.from({ length: 5 }, () => failureOf(draw("endless", 1)).finally(() => (ended += 1)));
  expect(await quick("prescription", 2)).toBe("prescription");
  expect(ended).toBe(1);
  const codes = (await Promise.all(flood)).map((failure) => failure?.code);
  expect(codes).toEqual([...Array(2).fill("paper_too_long"), ...Array(3).fill("papers_busy")]);
  expect(await failureOf(quick("refused", 1))).toMatchObject({
    status: 503,
    code: "papers_busy",
    retryAfter: 60,
    message: "Your clinic's last papers took too long to draw. Please try again in a minute.",
  });
  expect(await quick("next prescription", 2)).toBe("next prescription");
});

test("a queue full of one clinic's papers accepts the first of another clinic", async () => {
  const { draw, quick } = opened({ threads: 1, drawing: 1500, maxQueued: 2, maxQueuedPerClinic: 2 });
  const slow = failureOf(draw("endless", 1));
  const [first, second] = [quick("first", 1), failureOf(quick("second", 1))];
  const other = quick("other", 2);
  expect(await second).toMatchObject({ code: "papers_busy", retryAfter: 5 });
  expect(await other).toBe("other");
  expect(await first).toBe("first");
  await slow;
});

test("too many queued papers are refused immediately, those of one clinic earlier, and none waits forever", async () => {
  const { draw, quick } = opened({
    threads: 1,
    drawing: 1000,
    queueTimeoutMs: 300,
    maxQueued: 3,
    maxQueuedPerClinic: 2,
  });
  const slow = failureOf(draw("endless", 1));
  const waiting = [quick("a", 1), quick("b", 1), quick("c", 2)].map(failureOf);
  for (const refused of [quick("d", 1), quick("e", 3)])
    expect(await failureOf(refused)).toMatchObject({
      status: 503,
      code: "papers_busy",
      retryAfter: 5,
      message: "Many documents are being prepared. Please try again in a few seconds.",
    });
  for (const failure of await Promise.all(waiting)) expect(failure).toMatchObject({ code: "papers_busy" });
  await slow;
  expect(await quick("again", 1)).toBe("again");
});
