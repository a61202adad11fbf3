import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const screens = [
  "src/app/web/**/*.test.{ts,tsx}",
  "src/web/**/*.test.{ts,tsx}",
  "src/features/*/web/**/*.test.{ts,tsx}",
];
/** Tests that start, kill or flood servers, or fill a database: `npm run test:release`. */
const release = ["{src,test,scripts,measure}/**/*.release.test.ts"];
// For a busy machine: what is waited for is there long before on an idle one.
const timeouts = { testTimeout: 60_000, hookTimeout: 180_000, expect: { poll: { timeout: 20_000 } } };
const onServer = { ...timeouts, globalSetup: ["test/servers/postgres.ts"] };

export default defineConfig({
  test: {
    // One for each core; more share the one PostgreSQL, whose connections are limited.
    maxWorkers: Math.min(availableParallelism(), 8),
    projects: [
      {
        test: {
          ...onServer,
          name: "server",
          include: ["{src,test,scripts,measure}/**/*.test.{ts,tsx}"],
          exclude: [...screens, ...release],
          // Files share what they load, and most of them the app and its database (test/app.ts).
          isolate: false,
        },
      },
      { test: { ...onServer, name: "release", include: release, isolate: false } },
      {
        plugins: [react()],
        // Modules that are compiled once, and a fresh window for each file.
        test: {
          ...timeouts,
          name: "screens",
          include: screens,
          environment: "jsdom",
          pool: "vmThreads",
          setupFiles: ["test/window.ts"],
        },
      },
    ],
  },
});
