import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright";
import { adminLogin, login } from "#features/accounts/contract.ts";
import { chromiumFlags, findChromium } from "#scripts/find-chromium.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { ensureFirstAdmin } from "#server/auth/first-admin.ts";
import { hashPassword } from "#server/auth/password.ts";
import { sessionCookie } from "#server/auth/session.ts";
import { migrate } from "#server/database/migrate.ts";
import { withClient } from "#server/database/with-client.ts";
import { readSettings } from "#server/settings.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { seedLargeClinics } from "#test/data/large-clinics.ts";
import { HttpClient } from "#test/harness/http-client.ts";
import { openPostgres } from "#test/harness/postgres.ts";
import { startServer } from "#test/harness/server.ts";
import { requestFor } from "#test/request-for.ts";
import { databaseAt, onServer, spareTheDisk } from "#test/servers/postgres.ts";

export const desk: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
export const phone: BrowserContextOptions = {
  viewport: { width: 412, height: 915 },
  isMobile: true,
  hasTouch: true,
};

export type Account = { email: string; password: string };
export const systemAdmin: Account = { email: "admin@goals.klinika.ph", password: "goals-admin-2026" };
/** The owner of the clinic of 10,000 patients. */
export const manyOwner: Account = { email: "large-0@clinic.test", password: "goals-many-2026" };

/** A built Klinika with the demo's data, and a browser. */
export type ScreensEnvironment = {
  origin: string;
  chromiumPath: string;
  /** Signs an account in through the API. */
  tokenOf(account: Account): Promise<string>;
  /** The demo's patient with every kind of record. */
  featuredPatient: number;
  /** With other flags it is another browser. */
  browser(...flags: string[]): Promise<Browser>;
  /** A browser window, signed in as the account. */
  windowOf(
    account: Account | null,
    options?: BrowserContextOptions,
    flags?: readonly string[],
  ): Promise<BrowserContext>;
  /** Opens a page in such a window for the work, and closes it afterwards. */
  onPage<T>(
    account: Account | null,
    options: BrowserContextOptions,
    work: (page: Page) => Promise<T>,
    flags?: readonly string[],
  ): Promise<T>;
  close(): Promise<void>;
};

const cache = resolve(".cache/goals");
const whatMakesIt = ["scripts/seed-demo.ts", "test/data/large-clinics.ts"];

/** Data is generated for one Manila day, because the demo has a "today", from these migrations and sources. */
async function folderOfToday(): Promise<string> {
  const hash = createHash("sha256").update((await readdir("migrations")).sort().join());
  for (const source of whatMakesIt) hash.update(await readFile(source));
  const name = `${manilaDay(new Date())}-${hash.digest("hex").slice(0, 8)}`;
  for (const other of existsSync(cache) ? await readdir(cache) : [])
    if (other !== name) await rm(join(cache, other), { recursive: true, force: true });
  const folder = join(cache, name);
  // An interrupted run leaves half a clinic.
  if (!existsSync(join(folder, "ready"))) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

async function seed(databaseUrl: string, folder: string): Promise<void> {
  await migrate(databaseUrl);
  await ensureFirstAdmin(databaseUrl, { adminEmail: systemAdmin.email, adminPassword: systemAdmin.password });
  const many = { inBigClinic: 10_000, elsewhere: 1, clinics: 1, now: new Date() };
  const { ownerId } = await seedLargeClinics(databaseUrl, many);
  const values = [ownerId, await hashPassword(manyOwner.password)];
  await withClient(databaseUrl, (client) =>
    client.query("insert into credentials (user_id, password_hash) values ($1, $2)", values),
  );
  await seedDemo(databaseUrl, readSettings({ DATA_DIR: folder }));
}

export async function openScreensEnvironment(): Promise<ScreensEnvironment> {
  const { path: chromiumPath } = findChromium(process.env);
  const folder = await folderOfToday();
  await using toClose = new AsyncDisposableStack();
  const database = await openPostgres(folder);
  toClose.defer(() => database.stop());
  if (!existsSync(join(folder, "ready"))) {
    console.log("Making a clinic of the demo and one of 10,000 patients (once a day) …");
    // Data in generation need not survive a power cut; Klinika refuses to run on such a database.
    await spareTheDisk(database.url);
    await seed(database.url, folder);
    await onServer(database.url, "alter system reset fsync");
    await onServer(database.url, "select pg_reload_conf()");
    await writeFile(join(folder, "ready"), "");
  }
  // Each run works on a copy, so that the next one finds the generated data.
  const maintenance = databaseAt(database.url, "postgres");
  const template = new URL(database.url).pathname.slice(1);
  await onServer(maintenance, "drop database if exists klinika_goals with (force)");
  await onServer(maintenance, `create database klinika_goals template ${template}`);
  const { origin, stop } = await startServer({
    DATA_DIR: folder,
    DATABASE_URL: databaseAt(database.url, "klinika_goals"),
    HOST: "127.0.0.1",
    SUPPORT_PHONE: "+63 32 555 0100",
    SUPPORT_EMAIL: "support@klinika.example",
  });
  toClose.defer(stop);
  const client = new HttpClient(new URL(origin));
  toClose.defer(async () => client.close());
  const browsers = new Map<string, Promise<Browser>>();
  toClose.defer(async () => {
    for (const browser of browsers.values()) await (await browser).close();
  });
  const all = toClose.move();

  const browser = (...flags: string[]) => {
    const key = flags.join(" ");
    const launched =
      browsers.get(key) ??
      chromium.launch({
        executablePath: chromiumPath,
        args: [...chromiumFlags, ...flags],
        // The run closes it itself, and everything else that it has started.
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      });
    browsers.set(key, launched);
    return launched;
  };
  const featuredPatient = await withClient(database.url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      "select id from patients where patient_name like 'Macaraeg%dela Peña'",
    );
    return Number(rows[0]?.id);
  });
  const tokens = new Map<Account, Promise<string>>();
  const tokenOf = (account: Account) => {
    const door = account === systemAdmin ? adminLogin : login;
    const send = () => client.send(requestFor(door, null, { body: account }));
    const token = tokens.get(account) ?? send().then((answer) => String(answer.json().token));
    tokens.set(account, token);
    return token;
  };
  const windowOf: ScreensEnvironment["windowOf"] = async (account, options = desk, flags = []) => {
    const context = await (await browser(...flags)).newContext({
      baseURL: origin,
      reducedMotion: "reduce",
      serviceWorkers: "block",
      ...options,
    });
    if (account)
      await context.addCookies([{ name: sessionCookie, value: await tokenOf(account), url: origin }]);
    return context;
  };
  return {
    origin,
    chromiumPath,
    tokenOf,
    featuredPatient,
    browser,
    windowOf,
    async onPage(account, options, work, flags) {
      const context = await windowOf(account, options, flags);
      try {
        return await work(await context.newPage());
      } finally {
        await context.close();
      }
    },
    close: () => all.disposeAsync(),
  };
}
