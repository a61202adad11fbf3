import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";

/** An ordinary browser first, as users have it; the headless shell is faster, but shows no PDF files. */
const programNames = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "msedge",
  "chromium-headless-shell",
];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** Flags against background requests of Chromium. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Finds a working Chromium, or installs one. Returns its path and where it is from. */
export function findChromium(env: NodeJS.ProcessEnv): { path: string; origin: string } {
  const given = env.CHROMIUM_PATH;
  if (given) {
    if (works(given)) return { path: given, origin: "CHROMIUM_PATH" };
    throw new Error(
      `CHROMIUM_PATH is "${given}", which does not start as a Chromium. Correct it, or leave it out.`,
    );
  }
  const found = presentChromium(env);
  if (found) return found;
  for (const [origin, commands] of waysToInstall()) {
    console.log(`No Chromium found: installing ${origin} …`);
    const isDone = commands.every(
      ([command, ...args]) => spawnSync(command, args, { stdio: "inherit" }).status === 0,
    );
    const installed = isDone && presentChromium(env);
    if (installed) return installed;
  }
  throw new Error(
    "No Chromium found, and none could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH to one.",
  );
}

function presentChromium(env: NodeJS.ProcessEnv): { path: string; origin: string } | null {
  const folders = (env.PATH ?? "").split(delimiter);
  const systems = programNames
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .concat(applications);
  const system = systems.find((path) => existsSync(path) && works(path));
  if (system) return { path: system, origin: "of the system" };
  const own = chromium.executablePath();
  return existsSync(own) && works(own) ? { path: own, origin: "of Playwright" } : null;
}

function works(path: string): boolean {
  if (!existsSync(path)) return false;
  // On Windows --version would open a window.
  return (
    process.platform === "win32" ||
    spawnSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0
  );
}

type Command = [string, ...string[]];

function waysToInstall(): [string, Command[]][] {
  const isRoot = process.getuid?.() === 0;
  const playwright: Command = [process.execPath, "node_modules/playwright/cli.js", "install", "chromium"];
  if (isRoot && process.platform === "linux") playwright.push("--with-deps");
  const ways: [string, Command[]][] = [["Playwright's", [playwright]]];
  if (isRoot && existsSync("/usr/bin/apt-get")) {
    for (const name of ["chromium", "chromium-headless-shell"]) {
      const install: Command = ["apt-get", "install", "-y", "--no-install-recommends", name];
      ways.push([`the system's package ${name}`, [["apt-get", "update"], install]]);
    }
  }
  return ways;
}
