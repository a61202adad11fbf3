import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer as createNetServer } from "node:net";
import { createServer } from "vite";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { readSettings } from "#server/settings.ts";
import { StartProblem } from "#server/start-problem.ts";

/**
 * The server restarts when its files change, and the screens update in the open page. Data is in ./data-dev; the database
 * keeps running when the server restarts.
 */
async function develop(): Promise<void> {
  const settings = readSettings({ DATA_DIR: "./data-dev", ...process.env });
  await using toClose = new AsyncDisposableStack();
  const databaseUrl = settings.databaseUrl ?? (await ownDatabase(settings.dataDir, toClose));

  const apiPort = await freePort();
  const server = spawn(process.execPath, ["--watch", "--watch-preserve-output", "src/app/serve.mjs"], {
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      HOST: "127.0.0.1",
      PORT: String(apiPort),
      DATA_DIR: settings.dataDir,
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: settings.publicUrl ?? `http://localhost:${settings.port}`,
    },
  });
  const ended = once(server, "exit");
  toClose.defer(async () => {
    server.kill("SIGTERM");
    await ended;
  });

  const screens = await createServer({
    server: {
      host: settings.host,
      port: settings.port,
      strictPort: true,
      proxy: Object.fromEntries(
        ["/api", "^/verify(/|$|\\?)"].map((path) => [
          path,
          { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false },
        ]),
      ),
    },
  });
  toClose.defer(() => screens.close());
  await screens.listen();
  screens.printUrls();
  await Promise.race([...["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)), ended]);
}

async function ownDatabase(dataDir: string, toClose: AsyncDisposableStack): Promise<string> {
  const database = await startEmbeddedPostgres({ dataDir, log: (line) => console.log(line) });
  toClose.defer(() => database.stop());
  return database.url;
}

async function freePort(): Promise<number> {
  const server = createNetServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

try {
  await develop();
  process.exit(0);
} catch (error) {
  console.error(error instanceof StartProblem ? error.message : error);
  process.exit(1);
}
