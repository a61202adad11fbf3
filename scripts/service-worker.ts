import { createHash } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { build, type Plugin, type Rolldown } from "vite";
import { screenPaths } from "#shared/screen-paths.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Only used online, or too large to precache, together with what only they import. */
const notAhead = /\/(AdminPage|PdfView|DicomView)\.tsx$/;

/** Pages with an entry of their own are not part of the application's cache. */
const notShell: readonly string[] = ["/display"];

/**
 * Makes the application installable and lets it start offline: the worker with the list of the application's files, and
 * the icons, drawn from the logo.
 */
export function installable(): Plugin {
  let outDir = "dist";
  let assets: string[] = [];
  return {
    name: "klinika-installable",
    apply: "build",
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    // The written files: before that the bundle contains files of style-only sources, which are dropped.
    writeBundle(_, bundle) {
      assets = filesOf(bundle);
    },
    async closeBundle() {
      await Promise.all([drawIcons(outDir), buildWorker(outDir, assets)]);
    },
  };
}

/** Every file that the application's entry imports, statically or dynamically. */
function filesOf(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const entry = chunks.find(({ isEntry, name }) => isEntry && name === "app");
  if (!entry) throw new Error("The build has no entry of the application.");
  const found = new Set<string>();
  const add = (name: string): void => {
    const file = bundle[name];
    if (found.has(name) || file?.type !== "chunk") return;
    if (file.facadeModuleId && notAhead.test(file.facadeModuleId)) return;
    found.add(name);
    for (const css of file.viteMetadata?.importedCss ?? []) found.add(css);
    for (const asset of file.viteMetadata?.importedAssets ?? []) found.add(asset);
    for (const next of [...file.imports, ...file.dynamicImports]) add(next);
  };
  add(entry.fileName);
  // Fonts are referenced by style sheets and are in no list of imports.
  for (const file of Object.values(bundle)) if (file.fileName.endsWith(".woff2")) found.add(file.fileName);
  return [...found].sort();
}

async function buildWorker(outDir: string, assets: readonly string[]): Promise<void> {
  const named = assets.map((name) => ({ url: `/${name}`, revision: null }));
  const others = await Promise.all(
    ["app.html", "first-paint.js", "mark.svg"].map(async (name) => ({
      url: `/${name}`,
      revision: createHash("sha256")
        .update(await readFile(join(outDir, name)))
        .digest("base64url")
        .slice(0, 16),
    })),
  );
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    define: {
      "process.env.NODE_ENV": JSON.stringify("production"),
      SHELL_FILES: JSON.stringify([...others, ...named]),
      SHELL_PAGES: JSON.stringify(screenPaths.filter((path) => !notShell.includes(path))),
    },
    build: {
      target: "es2022",
      outDir,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(root, "src/web/offline/service-worker.ts"),
        output: { format: "iife", entryFileNames: "service-worker.js" },
      },
    },
  });
}

/** Sizes in pixels. The maskable icon has a full background and keeps the letter inside the safe zone. */
const icons = [
  { name: "icon-192.png", side: 192, isMaskable: false },
  { name: "icon-512.png", side: 512, isMaskable: false },
  { name: "icon-maskable-512.png", side: 512, isMaskable: true },
  { name: "apple-touch-icon.png", side: 180, isMaskable: true },
];
const markBlue = "#2b4d8c";
const safePart = 0.75;

async function drawIcons(outDir: string): Promise<void> {
  const folder = join(outDir, "icons");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const mark = await readFile(join(root, "public/mark.svg"));
  for (const { name, side, isMaskable } of icons) {
    const drawn = isMaskable ? Math.round(side * safePart) : side;
    const border = Math.floor((side - drawn) / 2);
    const picture = sharp(mark, { density: (72 * drawn) / 32 }).resize(drawn, drawn);
    const extended = isMaskable
      ? picture.flatten({ background: markBlue }).extend({
          top: border,
          left: border,
          right: side - drawn - border,
          bottom: side - drawn - border,
          background: markBlue,
        })
      : picture;
    await extended.png({ compressionLevel: 9, palette: true }).toFile(join(folder, name));
  }
}
