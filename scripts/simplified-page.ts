import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Builds /simplified separately from the other screens: one script with only what this page needs, for slow
 * connections.
 */
export async function buildSimplifiedPage(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    plugins: [react()],
    publicDir: false,
    build: {
      target: "es2022",
      outDir,
      emptyOutDir: false,
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input: `${root}simplified.html` },
    },
  });
}
