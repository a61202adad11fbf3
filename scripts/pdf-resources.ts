import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const folder = fileURLToPath(new URL("../node_modules/pdfjs-dist/", import.meta.url));
const { version } = JSON.parse(readFileSync(`${folder}package.json`, "utf8")) as { version: string };

/** Below the assets, so that browsers cache them; the version identifies the content. */
const at = `assets/pdfjs-${version}/`;

/**
 * Files that the PDF viewer loads at run time: fonts that a PDF does not embed, character maps of Asian scripts, and the
 * JPEG 2000 decoder for pages without WebAssembly.
 */
export function pdfResources(): Plugin {
  const files = [
    ...["cmaps", "standard_fonts"].flatMap((part) =>
      readdirSync(folder + part).map((name) => `${part}/${name}`),
    ),
    "wasm/openjpeg_nowasm_fallback.js",
    "wasm/LICENSE_OPENJPEG",
  ];
  return {
    name: "pdf-resources",
    generateBundle() {
      for (const name of files)
        this.emitFile({ type: "asset", fileName: at + name, source: readFileSync(folder + name) });
    },
    configureServer(server) {
      server.middlewares.use(`/${at}`, (request, response, next) => {
        const name = (request.url ?? "").slice(1);
        if (!files.includes(name)) return next();
        if (name.endsWith(".js")) response.setHeader("content-type", "text/javascript");
        response.end(readFileSync(folder + name));
      });
    },
  };
}
