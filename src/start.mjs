// Starts the server and starts it again when it dies. Plain JavaScript with next to no imports: this process stays small, and
// the server begins as soon as it can.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const server = fileURLToPath(new URL("serve.mjs", import.meta.url));
const deathsToGiveUp = 5;
const withinMs = 60_000;
const firstWaitMs = 250;

/** When it died, in the last minute. */
let deaths = [];
let child = null;
let waiting = null;
let isStopping = false;
let hasListened = false;

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
  process.on(signal, () => {
    isStopping = true;
    if (waiting) {
      clearTimeout(waiting);
      waiting = null;
      endDatabase(0);
    }
    // On Windows a signal ends a process without a word; there the console tells the server itself.
    if (process.platform !== "win32") child?.kill(signal);
  });
}
// A closed window takes the output with it; the server is still to be stopped in order.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

run();

function run() {
  waiting = null;
  child = launch();
  child.on("message", (message) => {
    if (message === "listening") hasListened = true;
  });
  child.on("error", (error) => {
    console.error(`Klinika could not be started: ${error.message}`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => {
    if (code === 0) process.exit(0);
    if (isStopping) process.exit(code ?? 1);
    // It has said what is to be put right, and would only say it again.
    if (code === 1 && !hasListened) process.exit(1);
    goOnAfter(signal ? `signal ${signal}` : `exit code ${code}`);
  });
}

/** The channel tells this process that the server listens, and the server when this process is gone. */
function launch() {
  return spawn(process.execPath, [...process.execArgv, server, ...process.argv.slice(2)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
}

/**
 * A server that was killed leaves the database inside Klinika running. One more that finds its channel closed takes
 * the database over and ends it, and itself.
 */
function endDatabase(code) {
  const last = launch();
  last.disconnect();
  last.on("error", () => process.exit(code));
  last.on("exit", () => process.exit(code));
}

function goOnAfter(reason) {
  const now = performance.now();
  deaths = [...deaths.filter((at) => at > now - withinMs), now];
  if (deaths.length >= deathsToGiveUp) {
    console.error(
      `Klinika died ${deaths.length} times within a minute, last by ${reason}. It is not started again: see above what it said, put that right, then start it.`,
    );
    return endDatabase(1);
  }
  const wait = firstWaitMs * 2 ** (deaths.length - 1);
  console.error(`Klinika died (${reason}). It is started again in ${wait / 1000} s.`);
  waiting = setTimeout(run, wait);
}
