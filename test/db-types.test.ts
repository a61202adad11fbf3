import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseTypes } from "#scripts/generate-db-types.ts";
import { startOwnApp, type TestApp } from "./app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startOwnApp();
});
afterAll(() => app.close());

test("the checked-in types match the migrated schema", async () => {
  const checkedIn = await readFile(new URL("../src/server/database/db.types.ts", import.meta.url), "utf8");
  expect(checkedIn).toBe(await databaseTypes(app.databaseUrl));
});
