import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const sheet = fileURLToPath(new URL("../src/web/styles/public.css", import.meta.url));

/** Entry modules of the pages that use the public style sheet. */
const entries = ["/web/prerender/landing.tsx", "/web/start-sign-in.tsx"];
/** What they load for signed-in users has its own style sheet. */
const application = "/web/start-app.tsx";

/** Fails the build if the landing page or a sign-in page uses a module that the public style sheet does not scan. */
export function publicStyles(): Plugin {
  return {
    name: "klinika-public-styles",
    apply: "build",
    generateBundle() {
      const scanned = [...readFileSync(sheet, "utf8").matchAll(/^@source "([^"]+)";$/gm)].map(
        ([, path = ""]) => resolve(dirname(sheet), path),
      );
      const all = [...this.getModuleIds()];
      const found = new Set<string>();
      const add = (id: string): void => {
        if (found.has(id) || id.includes("/node_modules/") || id.endsWith(application)) return;
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
      const missed = [...found].filter(
        (id) => id.endsWith(".tsx") && !scanned.some((path) => id === path || id.startsWith(`${path}/`)),
      );
      if (missed.length > 0)
        throw new Error(`Not scanned by ${sheet}, but used with it:\n${missed.sort().join("\n")}`);
    },
  };
}
