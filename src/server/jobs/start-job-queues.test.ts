import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { skipOnCluster } from "#test/servers/skip-on-cluster.ts";
import type { JobQueue, Work } from "./job-queue.ts";
import { startJobQueues } from "./start-job-queues.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startOwnApp();
});
afterAll(() => test.close());
afterEach(async () => {
  await test.sql("delete from contact_messages");
  test.setNow(testNow);
});

const later = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000);
const addJob = () =>
  test.sql(
    "insert into contact_messages (kind, name, email, subject, message, created_at) values ('contact', 'Ana', 'ana@patient.test', 'Hi', 'Hello', $1)",
    [testNow],
  );

/** Works on contact messages; what is to be done with each is given. */
function aQueue(work: Work, more: Partial<JobQueue> = {}) {
  const taken: number[] = [];
  const queue: JobQueue = {
    name: "contact_messages",
    atOnce: 1,
    async take({ kit }, { id }) {
      const lease = "10 minutes";
      const row = await kit.databases.functions.row("messageToMail", { id, at: kit.now(), lease });
      if (row) taken.push(id);
      return row ? work : null;
    },
    ...more,
  };
  return { queue, taken };
}

function start(queue: JobQueue) {
  const closing = new AbortController();
  const queues = startJobQueues(test.app, [queue], closing.signal);
  onTestFinished(async () => {
    closing.abort();
    await queues.close();
    await queues.idle();
  });
  return { ...queues, closing };
}

const done: Work = async () => undefined;
const listening = () =>
  test.sql(
    "select pid from pg_stat_activity where application_name = 'klinika-jobs' and datname = current_database()",
  );

skipOnCluster("its triggers may not notify")("a job begins when it is committed", async () => {
  const { queue, taken } = aQueue(done);
  const { poll } = start(queue);
  await poll();
  await addJob();
  await addJob();
  await vi.waitFor(() => expect(taken).toHaveLength(2));
});

it("a job is found without a notification, and the lost connection is opened again", async () => {
  const { queue, taken } = aQueue(done);
  const { poll } = start(queue);
  await poll();
  await test.sql(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'klinika-jobs' and datname = current_database()",
  );
  await vi.waitFor(async () => expect(await listening()).toEqual([]));
  await addJob();
  await poll();
  await vi.waitFor(() => expect(taken).toHaveLength(1));
  expect(await listening()).toHaveLength(1);
});

it("at most as many as allowed are worked on at once, and the next begins when one ends", async () => {
  const ends: (() => void)[] = [];
  const { queue, taken } = aQueue(() => new Promise((resolve) => ends.push(() => resolve(undefined))), {
    atOnce: 2,
  });
  for (let jobs = 0; jobs < 3; jobs += 1) await addJob();
  const { poll, idle } = start(queue);
  await poll();
  await vi.waitFor(() => expect(ends).toHaveLength(2));
  await poll();
  expect(taken).toHaveLength(2);
  ends[0]?.();
  await vi.waitFor(() => expect(ends).toHaveLength(3));
  for (const end of ends) end();
  await idle();
  expect(new Set(taken).size).toBe(3);
});

describe("after a job that", () => {
  const endings: [string, Work][] = [
    ["fails", () => Promise.reject(new Error("Broken"))],
    ["asks for a pause", async () => "pause"],
  ];
  it.each(endings)("%s, the next waits until there is another look", async (_, first) => {
    const works = [first, done];
    const { queue, taken } = aQueue(() => works.shift()?.() ?? done());
    await addJob();
    await addJob();
    const { poll, idle } = start(queue);
    await poll();
    await idle();
    expect(taken).toHaveLength(1);
    await poll();
    await idle();
    expect(taken).toHaveLength(2);
  });
});

it("a queue that is not open, or a server that stops, takes nothing", async () => {
  const { queue, taken } = aQueue(done, { isOpen: (_, now) => now > testNow });
  await addJob();
  const { poll, idle, closing } = start(queue);
  await poll();
  await idle();
  test.setNow(later(1));
  closing.abort();
  await poll();
  await idle();
  expect(taken).toEqual([]);
});

it("work of which nothing is done is counted for the metrics, and after 15 minutes makes a warning", async () => {
  let isTaken = false;
  const { queue } = aQueue(done);
  const { take } = queue;
  const { poll, idle } = start({
    ...queue,
    take: async (...args) => (isTaken ? await take(...args) : null),
  });
  await addJob();
  const codes = () => test.app.kit.warnings.list().map(({ code }) => code);
  for (const minutes of [0, 15]) {
    test.setNow(later(minutes));
    await poll();
    await idle();
  }
  expect(test.app.kit.metricValues.queues.get("contact_messages")).toBe(1);
  expect(codes()).toEqual([]);
  test.setNow(later(16));
  await poll();
  await idle();
  expect(codes()).toEqual(["jobs_late"]);
  isTaken = true;
  await poll();
  await idle();
  await poll();
  expect(codes()).toEqual([]);
  expect(test.app.kit.metricValues.queues.get("contact_messages")).toBe(0);
});
