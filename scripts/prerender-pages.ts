import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build, type Plugin } from "vite";
import { buildSmallPages } from "./small-pages.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Prerenders the public pages into their HTML at build time, and adds a compressed copy of every file. `/` is index.html,
 * another page `pages/<its address>.html`; app.html stays empty for all other addresses. The server inserts
 * pages/loading.html for signed-in users until the code has loaded.
 */
export function prerenderPages(): Plugin {
  let outDir = "dist";
  return {
    name: "klinika-prerender-pages",
    apply: "build",
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      await buildSmallPages(outDir);
      const [landing, app] = await Promise.all([readPage("index.html"), readPage("app.html")]);
      await mkdir(join(outDir, "pages"), { recursive: true });
      const { pages, loading } = await draw();
      await writeFile(join(outDir, "pages/loading.html"), loading);
      for (const { path, title, html } of pages) {
        const page = path === "/" ? fill(landing, title, `<div id="root">${html}</div>`) : null;
        const file = path === "/" ? "index.html" : `pages${path}.html`;
        const drawn = page ?? fill(app, title, `<div id="drawn">${html}</div><div id="root" hidden></div>`);
        await writeFile(join(outDir, file), drawn);
      }
      await compressAll(join(outDir, "assets"), /\.(m?js|css|svg)$/);
      await compressAll(outDir, /^first-paint\.js$/);
    },
  };

  function readPage(name: string): Promise<string> {
    return readFile(join(outDir, name), "utf8");
  }
}

function fill(page: string, title: string, body: string): string {
  const filled = page
    .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
    .replace('<div id="root"></div>', () => body);
  if (!filled.includes(body)) throw new Error("The page has no placeholder for the prerendered content.");
  return filled;
}

type Drawn = { path: string; title: string; html: string };

/** Builds the pages again for Node, and runs them. */
async function draw(): Promise<{ pages: Drawn[]; loading: string }> {
  const outDir = join(root, ".cache", `prerendered-${process.pid}`);
  try {
    await build({
      configFile: false,
      root,
      logLevel: "warn",
      plugins: [react()],
      publicDir: false,
      define: { "process.env.NODE_ENV": JSON.stringify("production") },
      build: {
        ssr: join(root, "src/app/web/prerender/prerendered-pages.tsx"),
        outDir,
        emptyOutDir: true,
        rolldownOptions: { output: { entryFileNames: "prerendered-pages.mjs" } },
      },
      ssr: { noExternal: true },
    });
    const module = (await import(pathToFileURL(join(outDir, "prerendered-pages.mjs")).href)) as {
      renderPages: () => Drawn[];
      renderLoading: () => string;
    };
    return { pages: module.renderPages(), loading: module.renderLoading() };
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

async function compressAll(folder: string, which: RegExp): Promise<void> {
  const names = (await readdir(folder)).filter((name) => which.test(name));
  await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      if (bytes.length < 1024) return;
      await writeFile(
        join(folder, `${name}.br`),
        await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      );
      await writeFile(join(folder, `${name}.gz`), await zip(bytes, { level: 9 }));
    }),
  );
}

/** In the development server, addresses without a file serve the application. */
export function appAddresses(): Plugin {
  return {
    name: "klinika-app-addresses",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const path = (request.url ?? "/").split("?")[0] ?? "/";
        const isPage = request.headers.accept?.includes("text/html") && !path.includes(".");
        if (isPage && path !== "/" && !path.startsWith("/api/") && !path.startsWith("/@"))
          request.url = path === "/simplified" || path === "/display" ? `${path}.html` : "/app.html";
        next();
      });
    },
  };
}
