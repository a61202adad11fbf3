import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Server = { run(): Promise<{ port: number }>; close(): Promise<void> };
/** It has no types. It checks signatures, with S3RVER as access key and secret. */
const S3rver = createRequire(import.meta.url)("@20minutes/s3rver") as new (options: object) => Server;

export type S3Store = {
  endpoint: string;
  folder: string;
  /** Settings of a Klinika that stores its files here. */
  env: Record<string, string>;
  stop(): Promise<void>;
};

/** An S3 server with the bucket `klinika`. */
export async function startS3Store(): Promise<S3Store> {
  const folder = await mkdtemp(join(tmpdir(), "klinika-s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: "klinika" }],
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  let stopped: Promise<void> | undefined;
  return {
    endpoint,
    folder,
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: "klinika",
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    },
    stop: () => (stopped ??= server.close().then(() => rm(folder, { recursive: true, force: true }))),
  };
}
