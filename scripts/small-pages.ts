import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Pages with one script of their own: /simplified for slow connections, /display for the browsers of televisions. */
const pages = [
  { name: "simplified", target: "es2022" },
  // Televisions are sold with the browser of years before, and get no other.
  { name: "display", target: ["chrome70", "firefox65", "safari12.1"] },
];

/** Builds them separately from the other screens, each with only what it needs. */
export async function buildSmallPages(outDir: string): Promise<void> {
  for (const { name, target } of pages)
    await build({
      configFile: false,
      root,
      logLevel: "warn",
      plugins: [react()],
      publicDir: false,
      build: {
        target,
        outDir,
        emptyOutDir: false,
        modulePreload: false,
        assetsInlineLimit: 0,
        rolldownOptions: { input: `${root}${name}.html` },
      },
    });
}
