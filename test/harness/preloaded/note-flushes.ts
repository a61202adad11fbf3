import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/**
 * Preloaded into the server: logs file operations in order to the file in PROVE_FLUSHES, to compute what a power loss
 * would leave.
 */
const notes = fs.openSync(process.env.PROVE_FLUSHES ?? "", "a");
const { open, fsync, promises } = fs;
const note = (act: string, ...paths: unknown[]) =>
  fs.writeSync(notes, `${JSON.stringify([act, ...paths.map(String)])}\n`);

type Callback = (error: NodeJS.ErrnoException | null, ...rest: unknown[]) => void;
const paths = new Map<number, string>();

// A stream opens by callback, and flushes before it reports that it is finished.
fs.open = ((path: unknown, ...rest: unknown[]) => {
  const callback = rest.pop() as Callback;
  return (open as (...all: unknown[]) => void)(path, ...rest, (error: null, fd: number) => {
    if (!error) paths.set(fd, String(path));
    callback(error, fd);
  });
}) as typeof fs.open;
fs.fsync = ((fd: number, callback: Callback) =>
  fsync(fd, (error) => {
    if (!error) note("flushed", paths.get(fd));
    callback(error);
  })) as typeof fs.fsync;

const { open: openHandle, rename, mkdir } = promises;
promises.open = async (...words) => {
  const handle = await openHandle(...words);
  const sync = handle.sync.bind(handle);
  handle.sync = async () => {
    await sync();
    note("flushed", words[0]);
  };
  return handle;
};
promises.rename = async (from, to) => {
  await rename(from, to);
  note("named", from, to);
};
promises.mkdir = (async (path: fs.PathLike, options?: fs.MakeDirectoryOptions) => {
  const first = await mkdir(path, options);
  if (first !== undefined) note("made", first, path);
  return first;
}) as typeof promises.mkdir;
syncBuiltinESMExports();
