import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";
import { cameraFlags } from "./e2e/support/fake-camera.ts";
import { chromiumFlags } from "./scripts/find-chromium.ts";

/**
 * What Playwright turns off, for the last such flag counts; the drop-down of the address bar: it is two pages beside the
 * page of each story, and loading them took half of the time to open a window; and the spare process that Chromium keeps
 * ready beside each page, which no story uses.
 */
const disabledFeatures = [
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "SpareRendererForSitePerProcess",
  "TcpPortRandomizationWin",
  "ThirdPartyStoragePartitioning",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxPopup",
];

const desk = { viewport: { width: 1366, height: 768 } };
const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };

const port = Number(process.env.E2E_PORT ?? 4317);

/** Browser stories, on the built screens and a server of their own, at a desk's and a phone's width. */
export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  // Each story opens a clinic of its own. As many workers as cores leave a fifth of them idle.
  workers: Math.min(Math.ceil(availableParallelism() * 1.5), 8),
  fullyParallel: true,
  // The longest story takes nearly a minute on two busy cores.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [["line"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    reducedMotion: "reduce",
    // page.route sees no request that a worker answers. The stories of reading offline allow it.
    serviceWorkers: "block",
    // TRACE=1 keeps a trace of what fails; it costs a tenth of the time.
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      // The same for every story: one with flags of its own would need a worker and a browser of its own.
      args: [
        ...chromiumFlags,
        // A page lives for seconds: what V8's optimizing compilers cost, it does not gain.
        "--js-flags=--no-opt,--no-maglev",
        ...cameraFlags,
        "--host-resolver-rules=MAP clinic.lan 127.0.0.1",
        `--disable-features=${disabledFeatures.join(",")}`,
      ],
      // In the C locale Chromium calls a download "download" when its name has an ñ.
      env: { ...process.env, LC_ALL: "C.UTF-8" } as Record<string, string>,
    },
  },
  projects: [
    { name: "desk", grepInvert: /@phone|@release/, use: desk },
    { name: "phone", grep: /@phone/, grepInvert: /@release/, use: phone },
    { name: "desk, before a release", grep: /@release/, grepInvert: /@phone/, use: desk },
    // Both widths run the same code: a phone repeats the stories whose screens are laid out otherwise there.
    { name: "phone, before a release", grep: /@both|(?=.*@phone)(?=.*@release)/, use: phone },
  ],
  webServer: {
    command: "node e2e/support/server.ts",
    url: `http://127.0.0.1:${port}/api/health`,
    env: { E2E_PORT: String(port) },
    reuseExistingServer: false,
    timeout: 60_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  },
});
