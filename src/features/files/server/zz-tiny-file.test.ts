import { afterAll, beforeAll, expect, test as it } from "vitest";
import { buffer } from "node:stream/consumers";
import { openStorage } from "#server/open-storage.ts";
import { readSettings } from "#server/settings.ts";
import { startTestApp, type TestApp } from "#test/app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it("a file shorter than the mark of an encrypted one is read whole", async () => {
  const storage = openStorage(readSettings({ DATA_DIR: test.dataDir }));
  // Taken by POST /api/patients/upload-files as a PDF.
  const bytes = "%PDF-1.4\n%%EOF\n";
  await storage.put("1/zz", { blob: new Blob([bytes]), sha256: Buffer.alloc(32) });
  const read = await Promise.race([
    storage.get("1/zz").then(buffer),
    new Promise<Buffer>((resolve) => setTimeout(resolve, 3000, Buffer.from("nothing within 3 s"))),
  ]);
  expect(read.toString()).toBe(bytes);
});
