import { existsSync, globSync, readFileSync } from "node:fs";
import { licensesInFiles } from "./licenses.ts";

/** An entry of package-lock.json. */
type Locked = {
  version?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  /** Of the screens' build, which are the peerDependencies of package.json. */
  peer?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
};

export type Platform = { os: string; cpu: string; libc: string };

export type ShippedPackage = {
  name: string;
  version: string;
  license: string;
  /** As in package-lock.json; absent if the registry has none. */
  integrity: string | null;
  /** Its dependencies, by name and version. */
  needs: string[];
};

const lock = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8")) as {
  packages: Record<string, Locked>;
};

const fits = (wanted: string | string[] | undefined, is: string) =>
  wanted === undefined || [wanted].flat().includes(is);
/** For that platform, and installed: not every dependency says so itself. */
const isHere = (path: string, platform: Platform) => {
  const { os, cpu, libc } = lock.packages[path] ?? {};
  return fits(os, platform.os) && fits(cpu, platform.cpu) && fits(libc, platform.libc) && existsSync(path);
};

const nameAt = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** Where Node resolves it from there. */
function pathOf(name: string, from: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const path = `${folder}${folder ? "/" : ""}node_modules/${name}`;
    if (lock.packages[path]) return path;
    if (folder === "") return null;
  }
}

function shippedAt(path: string, isWithOptional: boolean, platform: Platform): ShippedPackage {
  const locked = lock.packages[path] as Locked;
  const name = nameAt(path);
  return {
    name,
    version: locked.version ?? "",
    license: locked.license ?? licensesInFiles[name] ?? "",
    integrity: locked.integrity ?? null,
    needs: needsOf(path, isWithOptional, platform).map(
      (needed) => `${nameAt(needed)}@${lock.packages[needed]?.version}`,
    ),
  };
}

function needsOf(path: string, isWithOptional: boolean, platform: Platform): string[] {
  const { dependencies = {}, optionalDependencies = {} } = lock.packages[path] as Locked;
  return Object.keys({ ...dependencies, ...(isWithOptional && optionalDependencies) }).flatMap((name) => {
    const found = pathOf(name, path);
    return found && isHere(found, platform) ? [found] : [];
  });
}

/** What `npm ci --omit=dev --omit=peer` installs on that platform; the image removes Node and PostgreSQL from it. */
export function serverPackages(platform: Platform): ShippedPackage[] {
  return Object.entries(lock.packages)
    .filter(([path, { dev, peer }]) => path !== "" && !dev && !peer && isHere(path, platform))
    .map(([path]) => shippedAt(path, true, platform));
}

/** A few lines of the bundler are in each build. */
const bundler = ["rolldown", "vite"];

/** What the sources of the screens import, with dependencies: the build leaves out what is not called. */
export function screenPackages(platform: Platform): ShippedPackage[] {
  const found = new Set<string>();
  const add = (path: string | null) => {
    if (path === null || found.has(path)) return;
    found.add(path);
    for (const needed of needsOf(path, false, platform)) add(needed);
  };
  for (const name of importedByScreens()) add(pathOf(name, ""));
  for (const name of bundler) {
    const path = pathOf(name, "");
    if (path) found.add(path);
  }
  return [...found].map((path) => shippedAt(path, false, platform));
}

/** Packages by the names in the import statements. */
function importedByScreens(): Set<string> {
  const files = globSync([
    "src/app/web/**/*",
    "src/web/**/*",
    "src/features/*/web/**/*",
    "src/features/*/*contract.ts",
    "src/shared/**/*",
  ]);
  const names = new Set<string>();
  for (const file of files) {
    if (!/\.(ts|tsx|css)$/.test(file) || /\.test\.|\/testing[-.]/.test(file)) continue;
    const text = readFileSync(file, "utf8").replace(/^import type .*$/gm, "");
    for (const [, name] of text.matchAll(/(?:from|import|@import)\s*\(?\s*"((?:@[^/"#]+\/)?[^/"#.@]+)/g))
      names.add(name as string);
  }
  return names;
}
