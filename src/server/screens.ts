import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import { Failure } from "#shared/errors.ts";
import { screenPaths } from "#shared/screen-paths.ts";
import type { App } from "./kit.ts";
import { sessionCookie } from "./session.ts";
import type { Settings } from "./settings.ts";

const builtScreens = fileURLToPath(new URL("../../dist/", import.meta.url));

/**
 * Serves the built screens. Hashed files may be kept for ever, pages are asked for each time. A page that was drawn
 * at build time is sent as drawn, any other address gets the application; an address that is no page's gets status 404
 * with it. Who brings a session's cookie gets that marked, so that the drawn sign-in page is not shown to them.
 */
export async function screens(app: App): Promise<void> {
  const isBuilt = existsSync(`${builtScreens}index.html`);
  const pages = isBuilt ? await readPages(app.kit.settings) : null;
  if (isBuilt)
    await app.register(fastifyStatic, {
      root: builtScreens,
      index: false,
      wildcard: false,
      cacheControl: false,
      preCompressed: true,
      globIgnore: ["**/*.html", "**/*.br", "**/*.gz"],
      setHeaders: (reply, path) => {
        reply.header(
          "cache-control",
          path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
        );
      },
    });
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split("?")[0] ?? "/";
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (path.startsWith("/api/") || !isRead) throw new Failure("not_found", "This address does not exist.");
    if (!pages)
      return reply.code(503).type("text/plain").send("The screens are not built yet: run npm run build.");
    const page = pages.get(path.replace(/(?<=.)\/+$/, ""));
    const html = page ?? pages.get("otherwise") ?? "";
    return reply
      .code(page === undefined ? 404 : 200)
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .header("vary", "Cookie")
      .send(request.cookies[sessionCookie] ? html.replace("<html", "<html data-signed-in") : html);
  });
}

/** The HTML of every page by its address, read once, with the facts of this installation in its head. */
async function readPages(settings: Settings): Promise<Map<string, string>> {
  const facts = [
    ["support-phone", settings.supportPhone],
    ["support-email", settings.supportEmail],
    ["public-host", settings.publicUrl && new URL(settings.publicUrl).host],
  ]
    .filter(([, value]) => Boolean(value))
    .map(([name, value]) => `<meta name="${name}" content="${inAttribute(value ?? "")}" />`)
    .join("");
  const read = async (file: string) => {
    const page = await readFile(`${builtScreens}${file}`, "utf8");
    return page.replace("</head>", () => `${facts}</head>`);
  };
  const pages = new Map([["otherwise", await read("app.html")]]);
  for (const path of screenPaths) {
    const file = path === "/" ? "index.html" : `pages${path}.html`;
    pages.set(path, await read(existsSync(`${builtScreens}${file}`) ? file : "app.html"));
  }
  return pages;
}

const inAttribute = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
