import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { openForgetfulPooler } from "#test/servers/forgetful-pooler.ts";
import { onServer } from "#test/servers/postgres.ts";
import {
  asApplication,
  ensureServerPassword,
  requireSecondWall,
  serverLogin,
  serverRole,
} from "./application-role.ts";
import { startEmbeddedPostgres } from "./embedded/embedded-postgres.ts";
import { migrate } from "./migrate.ts";

let app: TestApp;
let pooler: Awaited<ReturnType<typeof openForgetfulPooler>>;
beforeAll(async () => {
  app = await startOwnApp();
  pooler = await openForgetfulPooler(app.databaseUrl);
});
afterAll(async () => {
  pooler.close();
  await app.close();
});

test("a pooler that drops the application's role is refused, naming the setting", async () => {
  const reason = "connections there do not start as the role klinika_app.*ignore_startup_parameters";
  await expect(requireSecondWall(pooler.url)).rejects.toThrow(new RegExp(`^DATABASE_URL: ${reason}`));
  const { user, password } = serverLogin(app.databaseUrl);
  const appUrl = new URL(pooler.url);
  appUrl.username = user;
  appUrl.password = password ?? "";
  await expect(requireSecondWall(app.databaseUrl, appUrl.href)).rejects.toThrow(
    new RegExp(`^DATABASE_APP_URL: ${reason}`),
  );
});

test("a direct connection is accepted, also with options in its address", async () => {
  await requireSecondWall(app.databaseUrl);
  await requireSecondWall(`${app.databaseUrl}?options=-c%20work_mem%3D8MB`);
  await expect(requireSecondWall(`${app.databaseUrl}?options=-c%20role%3Dpostgres`)).rejects.toThrow(
    /permission denied to set role/,
  );
});

const asServer = (more = "") =>
  new Client(asApplication(app.databaseUrl, serverLogin(app.databaseUrl), more));

test("the server's login may become klinika_app and no other role", async () => {
  const client = asServer();
  await client.connect();
  const who = async () =>
    (await client.query("select session_user::text as login, current_user::text as role")).rows[0];
  expect(await who()).toEqual({ login: serverRole, role: "klinika_app" });
  for (const leave of ["set role none", "reset role; set role none"]) {
    await client.query(leave);
    expect(await who()).toEqual({ login: serverRole, role: serverRole });
    for (const gain of [
      "select * from patients",
      "select * from credentials",
      "select password_hash_of(1001)",
      "set role postgres",
      "set role klinika_owner",
      "set role klinika_auth",
      "set role klinika_backup",
      "set session authorization postgres",
      "copy (select 1) to program 'true'",
      "create table taken (id integer)",
      "create role another",
      `alter role ${serverRole} superuser`,
    ])
      await expect(client.query(gain), gain).rejects.toThrow(/permission denied|must be|only roles/i);
  }
  await client.end();
});

test("no temporary table can be made on the server's connections", async () => {
  await migrate(app.databaseUrl);
  const client = asServer();
  await client.connect();
  await expect(client.query("create temporary table patients (id bigint)")).rejects.toThrow(
    /permission denied to create temporary tables/,
  );
  await client.end();
});

test("a changed password in DATABASE_URL takes effect at the next start", async () => {
  // Roles belong to the whole server, so changing a password needs a server of its own.
  const folder = await mkdtemp(join(tmpdir(), "klinika-login-"));
  const own = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  try {
    await migrate(own.url);
    await requireSecondWall(own.url);
    await onServer(own.url, `alter role ${serverRole} password 'another'`);
    await expect(requireSecondWall(own.url)).rejects.toThrow(
      /^DATABASE_URL: the database does not let klinika_server in .*DATABASE_APP_URL/,
    );
    // An orchestrator starts several at the same time.
    const starting = Array.from({ length: 8 }, () => new Client({ connectionString: own.url }));
    await Promise.all(starting.map((client) => client.connect()));
    await Promise.all(starting.map((client) => ensureServerPassword(client, own.url)));
    await Promise.all(starting.map((client) => client.end()));
    await requireSecondWall(own.url);
  } finally {
    await own.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test("the operator's own login is accepted, unless it has other rights", async () => {
  const name = `web_${randomBytes(4).toString("hex")}`;
  await onServer(
    app.databaseUrl,
    `create role ${name} login noinherit password 'a-secret'; grant klinika_app to ${name}`,
  );
  const own = new URL(app.databaseUrl);
  own.username = name;
  own.password = "a-secret";
  await requireSecondWall(app.databaseUrl, own.href);
  const pool = new Pool(asApplication(own.href, serverLogin(app.databaseUrl, own.href)));
  expect((await pool.query("select session_user::text as login")).rows).toEqual([{ login: name }]);
  await pool.end();
  await onServer(app.databaseUrl, `grant klinika_auth to ${name}`);
  await expect(requireSecondWall(app.databaseUrl, own.href)).rejects.toThrow(
    new RegExp(`^DATABASE_APP_URL: ${name} may do more in the database`),
  );
  await expect(requireSecondWall(app.databaseUrl, app.databaseUrl)).rejects.toThrow(
    /may do more in the database/,
  );
  await onServer(app.databaseUrl, `drop role ${name}`);
});
