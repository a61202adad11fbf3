import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { expect } from "vitest";
import { fromBufferPromise } from "yauzl";
import { addExport, type Export, linkExport, oneExport } from "#features/exports/contract.ts";
import { workQueue } from "#server/jobs/job-queue.ts";
import type { TestApp } from "#test/app.ts";
import type { TestClinic } from "#test/data/factories.ts";
import type { ManifestEntry } from "./archive/archive.ts";
import { exportQueue } from "./work-exports.ts";

export type ReadArchive = {
  bytes: Buffer;
  files: Map<string, Buffer>;
  manifest: {
    clinicId: number;
    tables: Record<string, number>;
    leftOut: Record<string, string>;
    files: { files: number; bytes: number; lost: string[] };
    papers: { papers: number; notDrawn: { name: string; why: string }[] };
    entries: ManifestEntry[];
  };
};

/** Checks every byte of an archive against the checksums of its manifest. */
export async function readArchive(bytes: Buffer): Promise<ReadArchive> {
  const zip = await fromBufferPromise(bytes);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  const manifest = JSON.parse(String(files.get("manifest.json")));
  return { bytes, files, manifest };
}

export const sha256Of = (bytes: Buffer | undefined) =>
  createHash("sha256")
    .update(bytes ?? "")
    .digest("hex");

/** The rows of a table from `data/`. */
export const rowsIn = (archive: ReadArchive, table: string): Record<string, unknown>[] =>
  String(archive.files.get(`data/${table}.ndjson`))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** The owner's calls for an archive, each answered with 200. */
export function exportDesk(test: TestApp, clinic: Pick<TestClinic, "owner">) {
  const { token } = clinic.owner;
  return {
    async start(): Promise<Export> {
      const answer = await test.call(addExport, token, { body: { hasPapers: true } });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json();
    },
    async find(id: number): Promise<Export> {
      return (await test.call(oneExport, token, { params: { id } })).json();
    },
    async link(id: number): Promise<string> {
      const answer = await test.call(linkExport, token, { params: { id } });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json().address;
    },
    fetch: (address: string) => test.app.inject({ method: "GET", url: address }),
    /** Starts an archive, waits for it and downloads it. */
    async make(): Promise<ReadArchive> {
      const { id } = await this.start();
      await workQueue(test.app, exportQueue);
      expect(await this.find(id)).toMatchObject({ state: "ready" });
      const { rawPayload } = await this.fetch(await this.link(id));
      return readArchive(rawPayload);
    },
  };
}
