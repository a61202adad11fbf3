import dns from "node:dns";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import workers from "node:worker_threads";

/** Preloaded into the server: writes outgoing connections and file accesses to the file that PROVE_REACHES names. */
const notes = fs.openSync(process.env.PROVE_REACHES ?? "", "a");
const note = (act: string, to: string) => fs.writeSync(notes, `${JSON.stringify([act, to])}\n`);

type Target = { host?: string; port?: number; path?: string };

// Every library's connection ends here: http, fetch, TLS and Unix sockets.
const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (this: net.Socket, ...words: unknown[]) {
  const [first, second] = words.flat() as [Target | number, unknown];
  const host = typeof second === "string" ? second : "localhost";
  const target: Target = typeof first === "object" ? first : { port: first, host };
  note("socket", target.path ?? `${target.host ?? "localhost"}:${target.port}`);
  return (connect as (...all: unknown[]) => net.Socket).apply(this, words);
} as typeof connect;

const { lookup } = dns;
dns.lookup = ((name: string, ...rest: unknown[]) => {
  if (!net.isIP(name)) note("name", name);
  return (lookup as (...all: unknown[]) => void)(name, ...rest);
}) as typeof dns.lookup;

for (const name of ["open", "openSync", "readFile", "readFileSync", "createReadStream"] as const) {
  const original = fs[name] as (...all: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...words: unknown[]) => {
      note("file", String(words[0]));
      return original(...words);
    },
  });
}
for (const name of ["open", "readFile"] as const) {
  const original = fs.promises[name] as (...all: unknown[]) => Promise<unknown>;
  Object.assign(fs.promises, {
    [name]: (...words: unknown[]) => {
      note("file", String(words[0]));
      return original(...words);
    },
  });
}
// Papers are drawn in threads, which would start without this module.
const { Worker } = workers;
workers.Worker = class extends Worker {
  constructor(...[file, options]: ConstructorParameters<typeof Worker>) {
    const env = { ...(options?.env as NodeJS.ProcessEnv), PROVE_REACHES: process.env.PROVE_REACHES };
    super(file, { ...options, env, execArgv: process.execArgv });
  }
};
syncBuiltinESMExports();
