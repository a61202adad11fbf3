import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { fromBufferPromise } from "yauzl";
import { Spool } from "./spool.ts";
import { ZipWriter } from "./zip-writer.ts";

async function aWriter() {
  const folder = await mkdtemp(join(tmpdir(), "klinika-zip-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const spool = await Spool.at(join(folder, "directory"));
  return { spool, writer: new ZipWriter(spool, new Date("2026-11-20T02:42:00Z")) };
}

it("writes an archive that another program reads, with names, times and checksums", async () => {
  const { spool, writer } = await aWriter();
  const whole = buffer(writer.output);
  const bytes = randomBytes(300_000);
  const told = [
    await writer.add("files/X-ray Peñaflor.jpg", Readable.from([bytes]), {
      compress: false,
      mostBytes: bytes.length,
    }),
    await writer.add("data/patients.ndjson", Readable.from([Buffer.from("{}\n".repeat(50_000))]), {
      compress: true,
    }),
    await writer.add("data/none.ndjson", Readable.from([]), { compress: true }),
  ];
  await writer.finish();
  await spool.remove();
  const zip = await fromBufferPromise(await whole);
  const read: [string, number, string][] = [];
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry));
    read.push([entry.fileName, content.length, createHash("sha256").update(content).digest("hex")]);
    expect(entry.getLastModDate({ timezone: "UTC" }).toISOString()).toBe("2026-11-20T10:42:00.000Z");
  }
  expect(read).toEqual([
    ["files/X-ray Peñaflor.jpg", told[0]?.bytes, told[0]?.sha256],
    ["data/patients.ndjson", 150_000, told[1]?.sha256],
    ["data/none.ndjson", 0, told[2]?.sha256],
  ]);
  expect(read[0]?.[2]).toBe(createHash("sha256").update(bytes).digest("hex"));
});

it("fails when its source breaks off, and when the output is closed", async () => {
  const first = await aWriter();
  first.writer.output.resume();
  const breaking = async function* () {
    yield Buffer.from("1");
    throw new Error("cut off");
  };
  await expect(first.writer.add("data/a.ndjson", breaking(), { compress: true })).rejects.toThrow("cut off");
  const second = await aWriter();
  const many = async function* () {
    for (;;) yield randomBytes(100_000);
  };
  const adding = second.writer.add("files/endless", many(), { compress: false });
  second.writer.output.destroy(new Error("no room"));
  await expect(adding).rejects.toThrow("no room");
  for (const { spool } of [first, second]) await spool.remove();
});
