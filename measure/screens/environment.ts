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
import { chromiumFlags, findChromium } from "#scripts/find-chromium.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { ensureFirstAdmin } from "#server/auth/first-admin.ts";
import { sessionCookie } from "#server/auth/session.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { migrate } from "#server/database/migrate.ts";
import { readSettings } from "#server/settings.ts";
import { manilaDay } from "#shared/dates.ts";
import { KlinikaProcess, withoutLimits } from "#test/klinika-process.ts";
import { databaseAt, onServer, spareTheDisk } from "#test/postgres.ts";
import { type Account, seedManyPatients, systemAdmin } from "./ten-thousand.ts";

export const desk: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
export const phone: BrowserContextOptions = {
  viewport: { width: 412, height: 915 },
  isMobile: true,
  hasTouch: true,
};

/** A built Klinika with the demo's data, and a browser to look at it. */
export type ScreensEnvironment = {
  origin: string;
  chromiumPath: string;
  /** The sign-in of an account, by the API. */
  tokenOf(account: Account): Promise<string>;
  /** A call of the API that must be answered well. */
  call<T>(token: string, method: string, path: string, body?: object): Promise<T>;
  /** With more flags it is another browser. */
  browser(...flags: string[]): Promise<Browser>;
  /** A browser window, signed in as the account. */
  windowOf(
    account: Account | null,
    options?: BrowserContextOptions,
    flags?: readonly string[],
  ): Promise<BrowserContext>;
  /** One page of such a window for the work, closed after it. */
  onPage<T>(
    account: Account | null,
    options: BrowserContextOptions,
    work: (page: Page) => Promise<T>,
    flags?: readonly string[],
  ): Promise<T>;
  close(): Promise<void>;
};

const cache = resolve(".cache/goals");

/** Data are made for one Manila day, as the demo has a "today", by what stands in these migrations and sources. */
async function folderOfToday(): Promise<string> {
  const migrations = (await readdir("migrations")).sort().join();
  const hash = createHash("sha256").update(migrations);
  for (const source of ["scripts/seed-demo.ts", "measure/screens/ten-thousand.ts"])
    hash.update(await readFile(source));
  const key = hash.digest("hex").slice(0, 8);
  const name = `${manilaDay(new Date())}-${key}`;
  for (const other of existsSync(cache) ? await readdir(cache) : [])
    if (other !== name) await rm(join(cache, other), { recursive: true, force: true });
  const folder = join(cache, name);
  // What a run that was interrupted has left is half a clinic.
  if (!existsSync(join(folder, "ready"))) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

async function seed(databaseUrl: string, folder: string): Promise<void> {
  const settings = readSettings({ DATA_DIR: folder });
  await migrate(databaseUrl);
  await ensureFirstAdmin(databaseUrl, { adminEmail: systemAdmin.email, adminPassword: systemAdmin.password });
  await seedDemo(databaseUrl, settings);
  await seedManyPatients(databaseUrl, settings);
}

export async function openScreensEnvironment(): Promise<ScreensEnvironment> {
  const { path: chromiumPath } = findChromium(process.env);
  const folder = await folderOfToday();
  await using toClose = new AsyncDisposableStack();
  const database = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  toClose.defer(() => database.stop());
  if (!existsSync(join(folder, "ready"))) {
    console.log("Making a clinic of the demo and one of 10,000 patients (once a day) …");
    // What is being made need not survive a power cut; Klinika refuses to serve from such a database.
    await spareTheDisk(database.url);
    await seed(database.url, folder);
    await onServer(database.url, "alter system reset fsync");
    await onServer(database.url, "select pg_reload_conf()");
    await writeFile(join(folder, "ready"), "");
  }
  // Each run works on a copy, so that the next finds what was made.
  const copy = databaseAt(database.url, "klinika_goals");
  await onServer(databaseAt(database.url, "postgres"), "drop database if exists klinika_goals with (force)");
  await onServer(
    databaseAt(database.url, "postgres"),
    `create database klinika_goals template ${new URL(database.url).pathname.slice(1)}`,
  );
  const klinika = new KlinikaProcess(folder, {
    ...withoutLimits,
    DATABASE_URL: copy,
    HOST: "127.0.0.1",
    SUPPORT_PHONE: "+63 32 555 0100",
    SUPPORT_EMAIL: "support@klinika.example",
  });
  toClose.defer(async () => void (await klinika.stop()));
  const { origin } = await klinika.address();
  const running = new Map<string, Promise<Browser>>();
  toClose.defer(async () => {
    for (const one of running.values()) await (await one).close();
  });
  const all = toClose.move();

  const browser = (...flags: string[]) => {
    const known = running.get(flags.join(" "));
    if (known) return known;
    const launched = chromium.launch({
      executablePath: chromiumPath,
      args: [...chromiumFlags, ...flags],
      // The run closes it, and what else it has started, itself.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    running.set(flags.join(" "), launched);
    return launched;
  };
  const tokens = new Map<string, Promise<string>>();
  const signIn = async ({ email, password }: Account): Promise<string> => {
    const path = email === systemAdmin.email ? "/api/admin/login" : "/api/auth/login";
    return (await call<{ token: string }>("", "POST", path, { email, password })).token;
  };
  const call = async <T>(token: string, method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const tokenOf = (account: Account) => {
    const known = tokens.get(account.email) ?? signIn(account);
    tokens.set(account.email, known);
    return known;
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
    call,
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

/** Rounds of fixed work in a page, a second: whether the times of two runs can be compared. */
export async function speedOf(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  try {
    return await page.evaluate<number>(`(() => {
      const round = () => {
        let text = "";
        for (let index = 0; index < 20000; index++) text += String.fromCharCode(97 + (index * 7) % 26);
        return text.split("").sort().length;
      };
      round();
      const start = performance.now();
      let rounds = 0;
      while (performance.now() - start < 1000) { round(); rounds++; }
      return Math.round(rounds * 1000 / (performance.now() - start));
    })()`);
  } finally {
    await page.close();
  }
}
