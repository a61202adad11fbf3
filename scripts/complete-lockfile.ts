import { readFile, writeFile } from "node:fs/promises";

/**
 * Adds the builds for other platforms to package-lock.json that npm left out. npm does so if it did not resolve them
 * while writing the file; `npm ci` on another computer then refuses the whole lockfile.
 *
 * npm never adds a checksum to an existing entry. With --forget, entries without one are removed first, so that npm
 * resolves them again.
 */

type Package = {
  version?: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dev?: boolean;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
};

type Lockfile = { packages: Record<string, Package> };

const systems = ["aix", "android", "darwin", "freebsd", "linux", "openharmony", "sunos", "win32"];
const processors = [
  "arm",
  "arm64",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "wasm32",
  "x64",
];
const libraries: Record<string, string> = { musl: "musl", gnu: "glibc" };

/** Packages that an entry requires by an exact version and that have no entry. */
export function missingBuilds(lockfile: Lockfile): Record<string, Package> {
  const missing: Record<string, Package> = {};
  for (const owner of Object.values(lockfile.packages)) {
    for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
      const path = `node_modules/${name}`;
      if (lockfile.packages[path] || !/^\d+\.\d+\.\d+[\w.-]*$/.test(version)) continue;
      missing[path] = { version, ...platformIn(name), ...(owner.dev ? { dev: true } : {}), optional: true };
    }
  }
  return missing;
}

/** Paths of the packages that npm would install without a checksum. */
export function unchecked(lockfile: Lockfile): string[] {
  return Object.entries(lockfile.packages)
    .filter(([path, { integrity, link, inBundle }]) => path && !integrity && !link && !inBundle)
    .map(([path]) => path);
}

function platformIn(name: string): Package {
  const words = name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const libc = words.flatMap((word) => libraries[word] ?? []);
  if (os.length + cpu.length === 0)
    throw new Error(`No platform in the name ${name}: run npm install again.`);
  return { cpu, ...(libc.length ? { libc } : {}), ...(os.length ? { os } : {}) };
}

if (import.meta.main) {
  const file = new URL("../package-lock.json", import.meta.url);
  const lockfile = JSON.parse(await readFile(file, "utf8")) as Lockfile;
  const isForgetting = process.argv.includes("--forget");
  if (isForgetting) for (const path of unchecked(lockfile)) delete lockfile.packages[path];
  const missing = isForgetting ? {} : missingBuilds(lockfile);
  const [root, ...others] = Object.entries({ ...lockfile.packages, ...missing });
  others.sort(([a], [b]) => a.localeCompare(b, "en"));
  lockfile.packages = Object.fromEntries([root as [string, Package], ...others]);
  await writeFile(file, `${JSON.stringify(lockfile, null, 2)}\n`);
  if (!isForgetting)
    console.log(
      `${Object.keys(missing).length} builds for other platforms added. ${unchecked(lockfile).length} packages have no checksum: the registry does not have them.`,
    );
}
