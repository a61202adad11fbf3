import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { contractParts } from "./scripts/contract-parts.ts";
import { firstScreens } from "./scripts/first-screens.ts";
import { pdfResources } from "./scripts/pdf-resources.ts";
import { appAddresses, prerenderPages } from "./scripts/prerender-pages.ts";
import { screenChunks } from "./scripts/screen-chunks.ts";
import { installable } from "./scripts/service-worker.ts";
import { styleSheets } from "./scripts/style-sheets.ts";

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The gallery shows every component in every state, to developers: at /gallery.html of the development server, and in
// a build with GALLERY=1 npm run build.
const hasGallery = process.env.GALLERY === "1";

export default defineConfig({
  plugins: [
    react(),
    contractParts(),
    screenChunks(),
    tailwindcss(),
    prerenderPages(),
    appAddresses(),
    pdfResources(),
    firstScreens(),
    styleSheets(),
    installable(),
  ],
  resolve: {
    // React has it since version 18; the substitute for older ones would be in every page.
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: "react" },
      {
        find: /^use-sync-external-store\/shim\/with-selector$/,
        replacement: "use-sync-external-store/with-selector",
      },
    ],
  },
  build: {
    target: "es2022",
    // Fonts and pictures stay files: the page's security policy allows no data: sources for them.
    assetsInlineLimit: 0,
    // A browser that does not know the hint fetches the same files a moment later; its help would be one file more.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: file("./index.html"),
        app: file("./app.html"),
        ...(hasGallery ? { gallery: file("./gallery.html") } : {}),
      },
    },
  },
});
