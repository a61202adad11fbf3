import { hash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import cookie from "@fastify/cookie";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordScreens } from "#shared/record-address.ts";
import type { SessionRow } from "../auth/session-lookups.ts";
import type { App, Kit } from "../kit.ts";
import { readSettings } from "../settings.ts";
import { answerFailure } from "./failures.ts";
import type { FirstCall } from "./first-calls.ts";
import { type FirstScreen, screens } from "./screens.ts";

let folder: string;
let app: App;

const code =
  '<link rel="icon" href="/mark.svg" /><script src="/first-paint.js"></script><script type="module" crossorigin src="/assets/app-9z.js"></script>' +
  '<link rel="modulepreload" crossorigin href="/assets/base-1a2b.js">';
const page = (name: string) =>
  `<!doctype html><html lang="en"><head>${code}</head><body>${name}</body></html>`;

const script = "globalThis.firstCalls = new Map();";
const me: FirstCall = { address: "/api/auth/me", access: "signed-in" };
const list: FirstCall = { address: "/api/patients?limit=25", access: { any: ["view_patients"] } };
const today: FirstCall = { address: "/api/appointments?from=TODAY&to=WEEKEND", access: "member" };
const record: FirstCall = { address: "/api/patients/PATIENT", access: { any: ["view_patients"] } };

/** The session of the cookie that is sent, in the database. */
let look: () => Promise<Partial<SessionRow> | null> = async () => null;
const staff = {
  userId: 3,
  clinicId: 7,
  role: "staff",
  permissions: "view_patients",
  passwordChanged: true,
  clinicName: "Santos Clinic",
  clinicIsActive: true,
  subscriptionStatus: "active",
  primaryColor: "#2b4d8c",
} as const satisfies Partial<SessionRow>;

beforeAll(async () => {
  folder = `${await mkdtemp(join(tmpdir(), "klinika-screens-"))}/`;
  await mkdir(`${folder}pages`);
  await mkdir(`${folder}assets`);
  await writeFile(`${folder}index.html`, page("landing"));
  await writeFile(`${folder}app.html`, page('application <div id="root"></div>'));
  await writeFile(`${folder}pages/loading.html`, "<p>Loading...</p>");
  await writeFile(`${folder}pages/dashboard.html`, page("auth page"));
  await writeFile(`${folder}assets/base-1a2b.js`, "1");
  await writeFile(`${folder}first-calls.js`, script);
  const firstScreens: Record<string, FirstScreen> = {
    "/patients": { files: ["assets/list-3c.js", "assets/app-5e.css"], calls: [me, list, today] },
    [recordScreens.visits]: { files: ["assets/record-4d.js"], calls: [me, record] },
    [recordScreens.other]: { files: ["assets/record-4d.js"], calls: [me] },
    signedIn: { files: ["assets/app-5e.css"], calls: [me] },
    stranger: { files: ["assets/public-6f.css"], calls: [] },
  };
  await writeFile(`${folder}first-screens.json`, JSON.stringify(firstScreens));
  app = fastify() as unknown as App;
  const settings = readSettings({ SUPPORT_PHONE: "+63 32 555 0170", SUPPORT_EMAIL: "help@klinika.example" });
  const databases = { sessions: { look: () => look() } };
  app.decorate("kit", { settings, databases, now: () => new Date("2026-11-25T17:00:00Z") } as unknown as Kit);
  app.addHook("onRequest", async (_, reply) => {
    reply.header("content-security-policy", "default-src 'self';script-src 'self'");
  });
  app.setErrorHandler(answerFailure);
  await app.register(cookie);
  await screens(app, folder);
  await app.ready();
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test.each([
  { url: "/", shown: "landing" },
  { url: "/dashboard", shown: "auth page" },
  { url: "/dashboard/?tab=sign-up", shown: "auth page" },
  { url: "/patients", shown: "application" },
  { url: "/patients/12", shown: "application" },
  { url: "/patients/12/results?open=vitals&patient=12", shown: "application" },
])("$url is answered with the $shown", async ({ url, shown }) => {
  const { statusCode, body, headers } = await get(url);
  expect(statusCode).toBe(200);
  expect(body).toContain(shown);
  expect(headers["cache-control"]).toBe("no-cache");
});

test("a prerendered page is painted before its code is fetched; the application's code is linked in its page", async () => {
  const signedIn = { cookie: "klinika_session=token" };
  const later = 'data-entry="/assets/app-9z.js" data-parts="/assets/base-1a2b.js"';
  for (const answer of [await get("/"), await get("/", signedIn), await get("/dashboard")]) {
    expect(answer.body).toContain(later);
    expect(answer.body).not.toContain('type="module"');
  }
  for (const answer of [await get("/dashboard", signedIn), await get("/patients"), await get("/app.html")]) {
    expect(answer.body).toContain('type="module"');
    expect(answer.body).not.toContain("data-entry");
  }
  expect((await get("/dashboard", signedIn)).body).not.toContain("first-paint.js");
  expect((await get("/patients")).body).toContain("first-paint.js");
});

// Every other response has the stricter default header.
test("only the application, which scans cards, may use the camera", async () => {
  for (const url of ["/dashboard", "/patients/", "/patients/12/results", "/app.html", "/token-login"])
    expect((await get(url)).headers["permissions-policy"], url).toContain("camera=(self)");
  for (const url of ["/", "/display", "/simplified", "/simplified/", "/assets/base-1a2b.js"])
    expect((await get(url)).headers, url).not.toHaveProperty("permissions-policy");
});

test.each(["/nothing/here", "/patients/0", "/patients/12/nothing", "/patients/12/results/3"])(
  "the unknown address %s gets the application, which reports it, and status 404",
  async (address) => {
    const { statusCode, body } = await get(address);
    expect(statusCode).toBe(404);
    expect(body).toContain("application");
  },
);

test("an unknown API call returns no page", async () => {
  const { statusCode, body } = await get("/api/nothing");
  expect(statusCode).toBe(404);
  expect(JSON.parse(body)).toMatchObject({ code: "not_found" });
  expect((await app.inject({ method: "POST", url: "/dashboard" })).statusCode).toBe(404);
});

test("the head contains the support contact of this installation", async () => {
  const { body } = await get("/");
  expect(body).toContain('<meta name="support-phone" content="+63 32 555 0170" />');
  expect(body).toContain('<meta name="support-email" content="help@klinika.example" />');
});

test("a page requested with a session cookie is marked, so that no sign-in page flashes", async () => {
  expect((await get("/dashboard")).body).not.toContain("data-signed-in");
  const { body, headers } = await get("/dashboard", { cookie: "klinika_session=token" });
  expect(body).toContain("<html data-signed-in");
  expect(headers.vary).toContain("Cookie");
});

test("a signed-in page links the files of its first screen", async () => {
  const signedIn = { cookie: "klinika_session=token" };
  const preload = (name: string) => `<link rel="modulepreload" crossorigin href="/assets/${name}" />`;
  const { body } = await get("/patients", signedIn);
  expect(body).toContain(preload("list-3c.js"));
  // Before everything that the page fetches itself, and only once.
  expect(body.indexOf("list-3c.js")).toBeLessThan(body.indexOf("mark.svg"));
  expect(body).not.toContain("base-1a2b.js");
  expect((await get("/patients", signedIn)).body).toContain('<div id="root"><p>Loading...</p></div>');
  expect((await get("/patients?q=maria", signedIn)).body).toContain(preload("list-3c.js"));
  const record = await get("/patients/12", signedIn);
  expect(record.body).toContain(preload("record-4d.js"));
  expect(record.body).not.toContain("list-3c.js");
  expect((await get("/dashboard", signedIn)).body).not.toContain("list-3c.js");
  const stranger = (await get("/patients")).body;
  expect(stranger).not.toContain("list-3c.js");
  expect(stranger).not.toContain("Loading");
});

describe("the calls that a signed-in page starts", () => {
  const begun = async (url: string, row: typeof look) => {
    look = row;
    const { body, headers } = await get(url, { cookie: "klinika_session=token" });
    const found = /<script data-calls="([^"]*)">([^<]*)<\/script>/.exec(body);
    return { calls: found?.[1]?.replaceAll("&amp;", "&").split(" ") ?? [], code: found?.[2], headers };
  };

  test("are those of its first screen, with the day in Manila and the patient of the address", async () => {
    const asStaff = async () => staff;
    const { calls } = await begun("/patients", asStaff);
    expect(calls).toEqual([
      "/api/auth/me",
      "/api/patients?limit=25",
      "/api/appointments?from=2026-11-26&to=2026-11-28",
    ]);
    expect((await begun("/patients/12", asStaff)).calls).toEqual(["/api/auth/me", "/api/patients/12"]);
    for (const other of ["/patients/12/results", "/patients/0", "/patients/1%22%3E", "/patients/12/strange"])
      expect((await begun(other, asStaff)).calls, other).toEqual(["/api/auth/me"]);
    // With a query, the address opens another screen.
    expect((await begun("/patients?q=maria", asStaff)).calls).toEqual(["/api/auth/me"]);
    expect((await begun("/nothing/here", asStaff)).calls).toEqual(["/api/auth/me"]);
    expect((await begun("/", asStaff)).calls).toEqual([]);
  });

  test("leave out those that the session may not make", async () => {
    const refusing: { row: Partial<SessionRow> | null; calls: string[] }[] = [
      {
        row: { ...staff, permissions: "" },
        calls: ["/api/auth/me", "/api/appointments?from=2026-11-26&to=2026-11-28"],
      },
      {
        row: { ...staff, role: "admin", hasSecondFactor: true, clinicId: null, clinicName: null },
        calls: ["/api/auth/me"],
      },
      { row: { ...staff, passwordChanged: false }, calls: [] },
      { row: { ...staff, clinicRequiresSecondFactor: true, hasSecondFactor: false }, calls: [] },
      { row: { ...staff, clinicIsActive: false }, calls: [] },
      { row: { ...staff, subscriptionStatus: "suspended" }, calls: [] },
      { row: null, calls: [] },
    ];
    for (const { row, calls } of refusing)
      expect((await begun("/patients", async () => row)).calls, JSON.stringify(row)).toEqual(calls);
  });

  test("are started by a script that only this page's policy allows", async () => {
    const { code, headers } = await begun("/patients", async () => staff);
    expect(code).toBe(script);
    const source = `'sha256-${hash("sha256", script, "base64")}'`;
    expect(headers["content-security-policy"]).toBe(`default-src 'self';script-src 'self' ${source}`);
    for (const answer of [
      await get("/patients"),
      await get("/app.html", { cookie: "klinika_session=token" }),
    ]) {
      expect(answer.headers["content-security-policy"]).toBe("default-src 'self';script-src 'self'");
      expect(answer.body).not.toContain("data-calls");
    }
  });

  test("are left out if the database is unreachable or hangs", async () => {
    const gone = await begun("/patients", () => Promise.reject(new Error("gone")));
    const silent = await begun("/patients", () => new Promise(() => undefined));
    for (const { calls, headers } of [gone, silent]) {
      expect(calls).toEqual([]);
      expect(headers["content-type"]).toContain("text/html");
    }
  });
});

test("a page links the style sheet of the sign-in pages or of the application, by session", async () => {
  const signedIn = { cookie: "klinika_session=token" };
  const sheetsOf = async (url: string, headers = {}) =>
    [...(await get(url, headers)).body.matchAll(/<link rel="stylesheet" crossorigin href="([^"]+)"/g)].map(
      ([, href]) => href,
    );
  for (const url of ["/dashboard", "/patients", "/nothing/here"])
    expect(await sheetsOf(url), url).toEqual(["/assets/public-6f.css"]);
  for (const url of ["/dashboard", "/patients", "/nothing/here"])
    expect(await sheetsOf(url, signedIn), url).toEqual(["/assets/app-5e.css"]);
  // The page's code links what it needs; the landing page has its own.
  for (const url of ["/app.html", "/"]) expect(await sheetsOf(url, signedIn), url).toEqual([]);
});

test("the page that the service worker caches contains nothing about the caller", async () => {
  const { statusCode, body } = await get("/app.html", { cookie: "klinika_session=token" });
  expect(statusCode).toBe(200);
  expect(body).toContain("application");
  expect(body).not.toContain("data-signed-in");
});

test("pages are compressed in an encoding that the browser accepts", async () => {
  const br = await get("/", { "accept-encoding": "gzip, deflate, br" });
  expect(br.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(br.rawPayload).toString()).toContain("landing");
  const gzip = await get("/", { "accept-encoding": "gzip" });
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzip.rawPayload).toString()).toContain("landing");
});

test("files named by their hash may be cached forever", async () => {
  const { statusCode, headers } = await get("/assets/base-1a2b.js");
  expect(statusCode).toBe(200);
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
});
