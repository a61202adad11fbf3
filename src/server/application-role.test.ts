import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { openForgetfulPooler } from "#test/forgetful-pooler.ts";
import { requireSecondWall } from "./application-role.ts";

let app: TestApp;
let pooler: Awaited<ReturnType<typeof openForgetfulPooler>>;
beforeAll(async () => {
  app = await startTestApp();
  pooler = await openForgetfulPooler(app.databaseUrl);
});
afterAll(async () => {
  pooler.close();
  await app.close();
});

test("a way to the database on which the application's role is lost is refused, and said why", async () => {
  await expect(requireSecondWall(pooler.url)).rejects.toThrow(
    /^DATABASE_URL: connections there do not start as the role klinika_app.*ignore_startup_parameters/,
  );
});

test("the database itself is not, nor with options in its address", async () => {
  await requireSecondWall(app.databaseUrl);
  await requireSecondWall(`${app.databaseUrl}?options=-c%20role%3Dpostgres`);
});
