import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyRequest } from "fastify";
import { Failure } from "#shared/errors.ts";
import { recordAt, recordScreens } from "#shared/record-address.ts";
import { screenPaths } from "#shared/screen-paths.ts";
import { sentSessionCookie } from "../auth/session.ts";
import type { App } from "../kit.ts";
import { hasMailedLinks } from "../mail/mail-links.ts";
import type { Settings } from "../settings.ts";
import { type FirstCall, readFirstCalls } from "./first-calls.ts";
import { htmlText } from "./html-text.ts";
import { applicationPermissions } from "./security-headers.ts";

const builtScreens = fileURLToPath(new URL("../../../dist/", import.meta.url));

/**
 * Serves the built screens. Hashed files may be cached forever, pages are revalidated. Prerendered pages are sent
 * as built, other addresses get the application, with status 404 if they are no page. With a session cookie the
 * page is marked, so that the prerendered sign-in page is not shown.
 */
export async function screens(app: App, folder = builtScreens): Promise<void> {
  const isBuilt = existsSync(`${folder}index.html`);
  const pages = isBuilt ? await readPages(folder, app.kit.settings) : null;
  const firstCalls = await readFirstCalls(app.kit, folder);
  const files = isBuilt ? await filesIn(folder) : new Set<string>();
  if (isBuilt)
    await app.register(fastifyStatic, {
      root: folder,
      serve: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.header(
          "cache-control",
          path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
        );
      },
    });
  // Hundreds of files share a route, since one for each would take longer at the start than all other routes.
  for (const url of ["/assets/*", ...[...files].filter((path) => !path.startsWith("/assets/"))])
    app.route({
      method: ["GET", "HEAD"],
      url,
      handler(request, reply) {
        const path = pathOf(request);
        return files.has(path) ? reply.sendFile(path.slice(1)) : reply.callNotFound();
      },
    });
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (/^\/(api|fhir)\//.test(path) || !isRead)
      throw new Failure("not_found", "This address does not exist.");
    if (!pages)
      return reply.code(503).type("text/plain").send("The screens are not built yet: run npm run build.");
    const address = path.replace(/(?<=.)\/+$/, "");
    const record = recordAt(address);
    const page = pages.get(
      record ? (record.tab === "visits" ? recordScreens.visits : recordScreens.other) : address,
    );
    const drawn = page ?? pages.get("otherwise");
    const accepted = request.headers["accept-encoding"] ?? "";
    const encoding: Encoding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : "plain";
    if (encoding !== "plain") reply.header("content-encoding", encoding);
    if (ownEntries[address] === undefined) reply.headers(applicationPermissions);
    let html = drawn?.stranger;
    if (drawn && sentSessionCookie(request) !== undefined) {
      // With a query the address opens another screen, which makes other calls.
      const isAsListed = record !== null || !request.url.includes("?");
      const calls = isAsListed ? drawn.calls : drawn.callsWithQuery;
      const script = await firstCalls.tagFor(request, calls, record?.patientId);
      html = drawn.signedIn(script);
      if (script) reply.header("content-security-policy", firstCalls.policyIn(reply));
    }
    return reply
      .code(page === undefined ? 404 : 200)
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .header("vary", "Accept-Encoding, Cookie")
      .send(await html?.[encoding]());
  });
}

const pathOf = ({ url }: FastifyRequest) => url.split("?")[0] ?? "/";

/** Pages built from an entry of their own. */
const ownEntries: Partial<Record<string, string>> = {
  "/": "index.html",
  "/simplified": "simplified.html",
  "/display": "display.html",
};

type Encoding = "plain" | "br" | "gzip";
type Encoded = Record<Encoding, () => Promise<Buffer>>;
type Page = {
  stranger: Encoded;
  /** With the script that starts the calls. */
  signedIn: (script: string) => Encoded;
  calls: readonly FirstCall[];
  /** If the address has a query. */
  callsWithQuery: readonly FirstCall[];
};

/** The files and calls of an address's first screen, as listed by the build (scripts/first-screens.ts). */
export type FirstScreen = { files: readonly string[]; calls: readonly FirstCall[] };

/** The paths of all static files. */
async function filesIn(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.(html|br|gz)$/.test(entry.name));
  const names = files.map(({ parentPath, name }) => relative(folder, `${parentPath}${sep}${name}`));
  return new Set(names.map((name) => `/${name.split(sep).join("/")}`));
}

/** Every page by its address, read once, with the public settings of this installation in its head. */
async function readPages(folder: string, settings: Settings): Promise<Map<string, Page>> {
  const facts = [
    ["support-phone", settings.supportPhone],
    ["support-email", settings.supportEmail],
    // Only whether mail is set up; the server's name is not public.
    ["password-reset", hasMailedLinks(settings) ? "by-mail" : null],
    ["public-host", settings.publicUrl && new URL(settings.publicUrl).host],
  ]
    .filter(([, value]) => Boolean(value))
    .map(([name, value]) => `<meta name="${name}" content="${htmlText(value ?? "")}" />`)
    .join("");
  const screensOf = await readFirstScreens(folder);
  const nothing: FirstScreen = { files: [], calls: [] };
  const loadingFile = `${folder}pages/loading.html`;
  const loading = existsSync(loadingFile) ? await readFile(loadingFile, "utf8") : "";
  const fill = async (file: string) =>
    (await readFile(`${folder}${file}`, "utf8")).replace("</head>", () => `${facts}</head>`);
  const read = async (file: string, address = ""): Promise<Page> => {
    const filled = await fill(file);
    const isPrerendered = file.startsWith("pages/") || file === "index.html";
    const isApplication = file.startsWith("pages/") || file === "app.html";
    // The application renders its page itself, so nothing is hidden until then, and all its files are linked.
    const bare = isApplication ? filled.replace(firstPaintTag, "").replaceAll(aheadTag, "") : filled;
    const { files, calls } =
      screensOf[address] ?? (isApplication ? screensOf.signedIn : undefined) ?? nothing;
    const marked = bare
      .replace("<html", "<html data-signed-in")
      .replace(/<div id="root"( hidden)?><\/div>/, () => `<div id="root">${loading}</div>`);
    const signedIn = file === "index.html" ? codeAfterPaint(marked) : marked;
    const stranger = filled.replace(
      "<link ",
      `${links(isApplication ? screensOf.stranger?.files : [])}<link `,
    );
    return {
      stranger: encode(isPrerendered ? codeAfterPaint(stranger) : stranger),
      signedIn: (script) =>
        encode(
          signedIn.replace("<link ", () => `${links(files, script)}<link `),
          qualityPerRequest,
        ),
      calls,
      callsWithQuery: (isApplication && screensOf.signedIn?.calls) || [],
    };
  };
  const otherwise = await read("app.html");
  const pages = new Map([["otherwise", otherwise]]);
  for (const path of [...screenPaths, ...Object.values(recordScreens)]) {
    const own = ownEntries[path] ?? `pages${path}.html`;
    const file = existsSync(`${folder}${own}`) ? own : "app.html";
    pages.set(path, screensOf[path] || file === own ? await read(file, path) : otherwise);
  }
  // Cached by the service worker for all users, so it contains nothing about the caller.
  const cached = encode(await fill("app.html"));
  pages.set("/app.html", { stranger: cached, signedIn: () => cached, calls: [], callsWithQuery: [] });
  // The page of all components exists only in some builds.
  if (existsSync(`${folder}gallery.html`)) pages.set("/gallery.html", await read("gallery.html"));
  return pages;
}

const isSheet = (name: string) => name.endsWith(".css");

/** The script precedes the style sheets, since a browser would make it wait for them. */
const links = (names: readonly string[] = [], script = "") =>
  [
    ...names
      .filter((name) => !isSheet(name))
      .map((name) => `<link rel="modulepreload" crossorigin href="/${name}" />`),
    script,
    ...names.filter(isSheet).map((name) => `<link rel="stylesheet" crossorigin href="/${name}" />`),
  ].join("");

const firstPaintTag = '<script src="/first-paint.js"></script>';
const entryTag = /<script type="module" crossorigin src="([^"]+)"><\/script>\s*/;
const aheadTag = /<link rel="modulepreload" crossorigin href="([^"]+)">\s*/g;

/** For a page that is readable without its code: public/first-paint.js fetches the code after the first paint. */
function codeAfterPaint(html: string): string {
  const entry = entryTag.exec(html)?.[1];
  if (entry === undefined) return html;
  const parts = [...html.matchAll(aheadTag)].map(([, href]) => href).join(" ");
  return html
    .replace(entryTag, "")
    .replaceAll(aheadTag, "")
    .replace(
      firstPaintTag,
      `<script src="/first-paint.js" data-entry="${entry}" data-parts="${parts}"></script>`,
    );
}

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];
/** For a page that is compressed per request: 0.1 ms. Quality 9 takes 2 ms and saves two bytes. */
const qualityPerRequest = 5;
/** For a page that is compressed once. One below the best: milliseconds instead of a tenth of a second. */
const qualityOnce = 9;

async function readFirstScreens(folder: string): Promise<Record<string, FirstScreen | undefined>> {
  const file = `${folder}first-screens.json`;
  return existsSync(file) ? JSON.parse(await readFile(file, "utf8")) : {};
}

/** Each encoding is made on first use and cached. */
function encode(html: string, quality = qualityOnce): Encoded {
  const plain = Buffer.from(html);
  const once = (make: () => Promise<Buffer>) => {
    let made: Promise<Buffer> | undefined;
    return () => {
      made ??= make();
      return made;
    };
  };
  return {
    plain: async () => plain,
    br: once(() => brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })),
    gzip: once(() => zip(plain)),
  };
}
