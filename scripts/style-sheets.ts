import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const styles = fileURLToPath(new URL("../src/app/web/styles/", import.meta.url));

/** Signed-in users get it, with a style sheet of its own. */
const application = "/app/web/application.ts";

/** Each style sheet and the entry modules of the pages that use it. */
const sheets = [
  { sheet: `${styles}public.css`, entries: ["/app/web/prerender/landing.tsx", "/app/web/start-sign-in.tsx"] },
  { sheet: `${styles}main.css`, entries: [application] },
];

/** Whether a sheet is generated from what a module renders, by its `source(…)`, `@source` and `@source not`. */
function scannedBy(sheet: string): (id: string) => boolean {
  const text = readFileSync(sheet, "utf8");
  const paths = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, path = ""]) => resolve(dirname(sheet), path));
  const scanned = [...paths(/source\("([^"]+)"\)/g), ...paths(/^@source "([^"]+)";$/gm)];
  const left = paths(/^@source not "([^"*]+)";$/gm);
  const isIn = (folders: readonly string[], id: string) =>
    folders.some((path) => id === path || id.startsWith(`${path}/`));
  return (id) => isIn(scanned, id) && !isIn(left, id);
}

/**
 * Fails the build if a page uses a module that its style sheet does not scan, or if a public page would load the style
 * sheet of the application, which changes what it already shows.
 */
export function styleSheets(): Plugin {
  return {
    name: "klinika-style-sheets",
    apply: "build",
    generateBundle(_, bundle) {
      const all = [...this.getModuleIds()];
      for (const { sheet, entries } of sheets) {
        const found = new Set<string>();
        const add = (id: string): void => {
          const isOther = id.endsWith(application) && !entries.includes(application);
          if (found.has(id) || id.includes("/node_modules/") || isOther) return;
          found.add(id);
          const module = this.getModuleInfo(id);
          for (const next of [...(module?.importedIds ?? []), ...(module?.dynamicallyImportedIds ?? [])])
            add(next);
        };
        for (const entry of entries) {
          const id = all.find((name) => name.endsWith(entry));
          if (!id) throw new Error(`The build has no ${entry}.`);
          add(id);
        }
        const isScanned = scannedBy(sheet);
        const missed = [...found].filter((id) => id.endsWith(".tsx") && !isScanned(id));
        if (missed.length > 0)
          throw new Error(`Not scanned by ${sheet}, but used with it:\n${missed.sort().join("\n")}`);
      }
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const own = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(application));
      if (!own?.viteMetadata?.importedCss.size)
        throw new Error(`${application} has no style sheet of its own.`);
      for (const { fileName, viteMetadata } of chunks)
        for (const sheet of viteMetadata?.importedCss ?? [])
          if (fileName !== own.fileName && own.viteMetadata.importedCss.has(sheet))
            throw new Error(`${fileName} brings ${sheet}, which only ${application} may.`);
    },
  };
}
