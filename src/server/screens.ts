import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import { Failure } from "#shared/errors.ts";
import type { App } from "./kit.ts";

const builtScreens = fileURLToPath(new URL("../../dist/", import.meta.url));

/** Pages that are drawn into their own HTML at build time; every other address is the application's. */
const drawnPages: Record<string, string> = { "/": "index.html", "/dashboard": "app.html" };

/** Serves the built screens. Hashed files may be kept for ever, pages are asked for each time. */
export async function screens(app: App): Promise<void> {
  const isBuilt = existsSync(builtScreens);
  if (isBuilt)
    await app.register(fastifyStatic, {
      root: builtScreens,
      index: false,
      wildcard: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.header(
          "cache-control",
          path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
        );
      },
    });
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split("?")[0] ?? "/";
    if (path.startsWith("/api/") || request.method !== "GET")
      throw new Failure("not_found", "This address does not exist.");
    if (!isBuilt)
      return reply.code(503).type("text/plain").send("The screens are not built yet: run npm run build.");
    const page = await readFile(`${builtScreens}${drawnPages[path] ?? "app.html"}`, "utf8");
    return reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(page);
  });
}
