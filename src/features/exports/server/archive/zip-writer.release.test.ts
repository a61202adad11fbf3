import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { fromBufferPromise } from "yauzl";
import { Spool } from "./spool.ts";
import { ZipWriter } from "./zip-writer.ts";

it("holds more entries than the old format can count", async () => {
  const folder = await mkdtemp(join(tmpdir(), "klinika-zip-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const spool = await Spool.at(join(folder, "directory"));
  const writer = new ZipWriter(spool, new Date("2026-11-20T02:42:00Z"));
  const whole = buffer(writer.output);
  for (let n = 0; n < 65_600; n++)
    await writer.add(`papers/${n}.pdf`, Readable.from([Buffer.from("1")]), { compress: false, mostBytes: 1 });
  await writer.finish();
  await spool.remove();
  const zip = await fromBufferPromise(await whole);
  expect(zip.entryCount).toBe(65_600);
  let last = "";
  for await (const entry of zip.eachEntry()) {
    last = entry.fileName;
    if (last === "papers/65599.pdf") expect(await text(await zip.openReadStreamPromise(entry))).toBe("1");
  }
  expect(last).toBe("papers/65599.pdf");
});
