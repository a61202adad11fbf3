// Brings a clone to where it can run: packages installed, Node of the right version there, screens built.
// Plain JavaScript on nothing but Node 18: it runs before anything is installed, on whatever the machine has.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isWindows = process.platform === "win32";
const modules = join(root, "node_modules");
const pinnedNode = join(modules, "node", "bin", isWindows ? "node.exe" : "node");
const stampFile = join(root, ".cache", "screens");

/** What the built screens are made of. */
const screenSources = [
  "index.html",
  "app.html",
  "kit.html",
  "public",
  "src/web",
  "src/shared",
  "src/features",
  "vite.config.ts",
  "scripts/drawn-pages.ts",
  "scripts/screen-chunks.ts",
  "tsconfig.base.json",
  "tsconfig.web.json",
  "package-lock.json",
];

process.chdir(root);
installPackages();
ensurePinnedNode();
if (isWindows) provideExec();
if (!process.argv.includes("--no-screens")) buildScreens();

function installPackages() {
  if (isInstalled()) return;
  say(existsSync(modules) ? "Installing what has changed" : "Installing (about a minute)");
  // npm ci empties node_modules first, which Windows refuses while a program in it runs.
  const replaces = isWindows && existsSync(pinnedNode);
  const flags = ["--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  const result = npm(replaces ? "install" : "ci", flags);
  if (result.error || result.status !== 0) {
    stop("The packages could not be installed. Check the network, then run the same command again.");
  }
  // On an older Node npm leaves out builds that ask for a newer one, though Klinika runs on the pinned Node.
  ensurePinnedNode();
  if (leftOutBuilds().length === 0) return;
  const lockfile = readFileSync("package-lock.json");
  npm("install", flags, pinnedNode);
  writeFileSync("package-lock.json", lockfile);
}

function leftOutBuilds() {
  const installed = packagesIn(join(modules, ".package-lock.json")) ?? {};
  const libc = process.report?.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
  return Object.entries(packagesIn(join(root, "package-lock.json"))).filter(
    ([path, { optional, os, cpu, libc: libraries }]) =>
      optional &&
      !installed[path] &&
      os?.includes(process.platform) &&
      cpu?.includes(process.arch) &&
      (libraries === undefined || libraries.includes(libc)),
  );
}

/** npm's own note of what stands in node_modules, against the lockfile. */
function isInstalled() {
  const installed = packagesIn(join(modules, ".package-lock.json"));
  if (!installed) return false;
  const wanted = packagesIn(join(root, "package-lock.json"));
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    if (path === "") return true;
    const found = installed[path];
    if (!found) return optional === true;
    return found.version === version && (!integrity || found.integrity === integrity);
  });
}

function packagesIn(lockfile) {
  return existsSync(lockfile) ? JSON.parse(readFileSync(lockfile, "utf8")).packages : null;
}

/** The npm that runs this, by the Node it runs on: not by the one in node_modules, which it may replace. */
function npm(command, flags, node = machineNode()) {
  const script = process.env.npm_execpath;
  const options = { stdio: ["ignore", "inherit", "inherit"], env: outsideEnv() };
  if (script && /npm-cli\.[cm]?js$/.test(script))
    return spawnSync(node, [script, command, ...flags], options);
  return spawnSync("npm", [command, ...flags], { ...options, shell: isWindows });
}

function machineNode() {
  const node = process.env.npm_node_execpath;
  if (node && existsSync(node) && !node.startsWith(modules)) return node;
  return isWindows ? process.execPath : "node";
}

/** The environment without node_modules/.bin among the folders of programs. */
function outsideEnv() {
  const { PATH, Path, ...env } = process.env;
  const folders = (PATH ?? Path ?? "").split(delimiter).filter((folder) => !folder.startsWith(modules));
  return { ...env, PATH: folders.join(delimiter) };
}

/** The package `node` fetches its program in an install script, which npm may have held back. */
function ensurePinnedNode() {
  const { version } = JSON.parse(readFileSync(join(modules, "node", "package.json"), "utf8"));
  if (pinnedVersion() !== version) {
    say(`Fetching Node ${version}`);
    spawnSync(process.execPath, ["installArchSpecificPackage.js"], {
      cwd: join(modules, "node"),
      stdio: ["ignore", "ignore", "inherit"],
      env: outsideEnv(),
    });
    if (pinnedVersion() !== version) {
      stop(
        `Node ${version} could not be fetched, in which Klinika runs. Check the network, run npm rebuild node --foreground-scripts, then the same command again.`,
      );
    }
  }
  const link = join(modules, ".bin", isWindows ? "node.cmd" : "node");
  if (existsSync(link)) return;
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  if (isWindows) writeFileSync(link, '@"%~dp0\\..\\node\\bin\\node.exe" %*\r\n');
  else symlinkSync("../node/bin/node", link);
}

/**
 * npm passes a request to stop on to the shell alone, which would leave the server behind: the scripts let the
 * shell become the server by `exec`. The shell of Windows lacks that word and does not pass requests on anyway.
 */
function provideExec() {
  const file = join(modules, ".bin", "exec.cmd");
  if (!existsSync(file)) writeFileSync(file, "@%*\r\n");
}

function pinnedVersion() {
  if (!existsSync(pinnedNode)) return null;
  const result = spawnSync(pinnedNode, ["-v"], { encoding: "utf8" });
  return result.status === 0 ? result.stdout.trim().slice(1) : null;
}

function buildScreens() {
  const stamp = digestOfSources();
  const isBuilt = existsSync(join(root, "dist", "index.html")) && existsSync(stampFile);
  if (isBuilt && readFileSync(stampFile, "utf8") === stamp) return;
  say("Building the screens");
  const result = spawnSync(
    pinnedNode,
    [join(modules, "vite", "bin", "vite.js"), "build", "--logLevel", "warn"],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  if (result.status !== 0) stop("The screens could not be built; what is wrong stands above.");
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

function digestOfSources() {
  // KIT=1 builds the page of all parts as well.
  const hash = createHash("sha256").update(process.env.KIT ?? "");
  for (const path of screenSources) addToDigest(hash, path);
  return hash.digest("hex");
}

function addToDigest(hash, path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stats) return;
  if (!stats.isDirectory()) {
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
    return;
  }
  // The server's half of a feature is no part of its screens.
  if (/^src\/features\/[^/]+\/server$/.test(path)) return;
  for (const name of readdirSync(join(root, path)).sort()) addToDigest(hash, `${path}/${name}`);
}

function say(line) {
  console.log(`${line} …`);
}

function stop(line) {
  console.error(`\n${line}`);
  process.exit(1);
}
