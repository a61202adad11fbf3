import { Agent, request } from "node:http";
import { setInterval } from "node:timers";
import { parentPort, workerData } from "node:worker_threads";
import type { Poll, PollerData } from "./polls.ts";

const { origin, paths, token, everyMs, from } = workerData as PollerData;
const agent = new Agent({ keepAlive: true, maxSockets: 64, ...(from && { localAddress: from }) });
const polls: Poll[] = [];
let asked = 0;
let waiting = 0;

const timer = setInterval(() => {
  if (waiting >= 200) return;
  const path = paths[asked++ % paths.length] ?? "/api/health";
  const at = Date.now();
  const start = performance.now();
  let isDone = false;
  const done = (status: number) => {
    if (isDone) return;
    isDone = true;
    waiting -= 1;
    polls.push({ path, at, took: performance.now() - start, status });
  };
  waiting += 1;
  const headers = { authorization: `Bearer ${token}`, "x-klinika-poll": "1" };
  const outgoing = request(`${origin}${path}`, { agent, headers }, (incoming) => {
    incoming.resume().once("end", () => done(incoming.statusCode ?? 0));
    incoming.once("error", () => done(0));
  });
  outgoing.once("error", () => done(0)).end();
}, everyMs);

parentPort?.on("message", () => {
  clearInterval(timer);
  const finish = () => {
    if (waiting > 0) return void setTimeout(finish, 20);
    agent.destroy();
    parentPort?.postMessage(polls);
    parentPort?.close();
  };
  finish();
});
