import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// The kit page by itself: `vite --config vite.kit.config.ts` to look, `vite build --config …` to measure.
export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: "dist-kit",
    target: "es2022",
    rolldownOptions: { input: fileURLToPath(new URL("./kit.html", import.meta.url)) },
  },
});
