import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Story = { title: string; passed: boolean; notes: readonly { type: string; text: string }[] };

type Reported = {
  suites?: Reported[];
  specs?: {
    title: string;
    ok: boolean;
    tests: { annotations: { type: string; description?: string }[] }[];
  }[];
};

/** Tells browser stories of `npm test`, on a server of their own, and answers what they noted. */
export async function tell(chromiumPath: string, ...files: string[]): Promise<Story[]> {
  const folder = await mkdtemp(join(tmpdir(), "klinika-goals-"));
  const report = join(folder, "report.json");
  try {
    const cli = "node_modules/@playwright/test/cli.js";
    const running = spawn(
      process.execPath,
      [cli, "test", ...files, "--reporter=json", `--output=${folder}`],
      {
        stdio: ["ignore", "ignore", "inherit"],
        env: {
          ...process.env,
          CHROMIUM_PATH: chromiumPath,
          E2E_PORT: String(await freePort()),
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        },
      },
    );
    await once(running, "close");
    return storiesOf(JSON.parse(await readFile(report, "utf8")) as Reported);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const storiesOf = ({ suites = [], specs = [] }: Reported): Story[] => [
  ...suites.flatMap(storiesOf),
  ...specs.map(({ title, ok, tests }) => ({
    title,
    passed: ok,
    notes: tests.flatMap(({ annotations }) =>
      annotations.map(({ type, description = "" }) => ({ type, text: description })),
    ),
  })),
];

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port.");
  return address.port;
}
