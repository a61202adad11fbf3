import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const screens = [
  "src/app/web/**/*.test.{ts,tsx}",
  "src/web/**/*.test.{ts,tsx}",
  "src/features/*/web/**/*.test.{ts,tsx}",
];
// For a busy machine: what is waited for is there long before on an idle one.
const timeouts = { testTimeout: 60_000, hookTimeout: 180_000, expect: { poll: { timeout: 20_000 } } };

export default defineConfig({
  test: {
    // Two cores: more workers only make each other slow.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...timeouts,
          name: "server",
          include: ["{src,test,scripts,measure}/**/*.test.{ts,tsx}"],
          exclude: screens,
          globalSetup: ["test/servers/postgres.ts"],
          // Each file has a database of its own; what they load they may share.
          isolate: false,
        },
      },
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
