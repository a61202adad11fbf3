// Starts the server, and restarts it after a crash. Plain JavaScript with next to no imports: this process stays small, and
// the server starts as soon as possible.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("serve.mjs", import.meta.url));
const maxCrashes = 5;
const withinMs = 60_000;
const firstWaitMs = 250;
const exitMs = 5000;

/** Times of the crashes in the last minute. */
let crashes = [];
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
      stopDatabase(0);
    }
    // On Windows a signal kills a process; there the console notifies the server itself.
    if (process.platform !== "win32") child?.kill(signal);
  });
}
// A closed window closes the output, but the server must still be stopped cleanly.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

run();

function run() {
  waiting = null;
  child = launch();
  const server = child;
  let exitCode = null;
  child.on("message", (message) => {
    if (message === "listening") hasListened = true;
    if (typeof message.exitCode !== "number") return;
    // It has finished. A disk that hangs can keep it from exiting.
    exitCode = message.exitCode;
    setTimeout(() => server.kill("SIGKILL"), exitMs).unref();
  });
  child.on("error", (error) => {
    console.error(`Klinika could not be started: ${error.message}`);
    process.exit(1);
  });
  child.on("exit", (ownCode, signal) => {
    const code = exitCode ?? ownCode;
    if (code === 0) process.exit(0);
    if (isStopping) process.exit(code ?? 1);
    // It has printed what to fix, and would only print it again.
    if (code === 1 && !hasListened) process.exit(1);
    restartAfter(signal && exitCode === null ? `signal ${signal}` : `exit code ${code}`);
  });
}

/** Over the IPC channel the server reports that it listens, and notices when this process is gone. */
function launch() {
  return spawn(process.execPath, [...process.execArgv, program, ...process.argv.slice(2)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
}

/**
 * A server that was killed leaves its embedded database running. Another server, started with a closed channel, takes the
 * database over and stops it and itself.
 */
function stopDatabase(code) {
  const last = launch();
  last.disconnect();
  last.on("error", () => process.exit(code));
  last.on("exit", () => process.exit(code));
}

function restartAfter(reason) {
  const now = performance.now();
  crashes = [...crashes.filter((at) => at > now - withinMs), now];
  if (crashes.length >= maxCrashes) {
    console.error(
      `Klinika crashed ${crashes.length} times within a minute, last by ${reason}. Not restarting: fix the error above, then start it again.`,
    );
    return stopDatabase(1);
  }
  const wait = firstWaitMs * 2 ** (crashes.length - 1);
  console.error(`Klinika crashed (${reason}). Restarting in ${wait / 1000} s.`);
  waiting = setTimeout(run, wait);
}
