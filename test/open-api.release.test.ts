import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { registerHooks } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic, aPassword, aPatient } from "#test/data/factories.ts";

let app: TestApp;
let source: string;
beforeAll(async () => {
  app = await startOwnApp();
  source = (await app.app.inject("/api/docs/openapi.json")).body;
});
afterAll(() => app.close());

/** As its author would write it: every path, field and answer is checked against the generated types. */
const client = `
import createClient from "openapi-fetch";
import type { paths } from "./klinika.d.ts";

export async function signInAndList(baseUrl: string, email: string, password: string) {
  const klinika = createClient<paths>({ baseUrl });
  const { data, error } = await klinika.POST("/api/auth/login", { body: { email, password } });
  if (error) throw new Error(error.message);
  if (!("token" in data)) throw new Error("A second step is asked.");
  const headers = { authorization: \`Bearer \${data.token}\` };
  const patients = await klinika.GET("/api/patients", { params: { query: { limit: "10" } }, headers });
  if (patients.error) throw new Error(patients.error.message);
  const names: string[] = patients.data.map(({ patientName }) => patientName);
  const one = await klinika.GET("/api/patients/{id}", {
    params: { path: { id: String(patients.data[0]?.id) } },
    headers,
  });
  const refused = await klinika.GET("/api/patients", {});
  return { names, one: one.data?.patientName, refused: refused.error?.code, status: refused.response.status };
}
`;

const root = fileURLToPath(new URL("..", import.meta.url));

/** The generator calls the compiler's API, which TypeScript 7 no longer has. */
async function generateTypes(description: string): Promise<string> {
  const compiler = new URL("./typescript-api.mjs", import.meta.url).href;
  const hooks = registerHooks({
    resolve: (specifier, context, next) => next(specifier === "typescript" ? compiler : specifier, context),
  });
  try {
    const { default: generate, astToString } = await import("openapi-typescript");
    return astToString(await generate(description));
  } finally {
    hooks.deregister();
  }
}

test("a client with generated types compiles, signs in and lists", { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "klinika-client-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "klinika.d.ts"), await generateTypes(source));
  await writeFile(join(folder, "client.ts"), client);
  const options =
    "--strict --noEmit --module nodenext --target es2024 --allowImportingTsExtensions --types node";
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const compiled = await promisify(execFile)(process.execPath, [tsc, ...options.split(" "), "client.ts"], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  expect(compiled.stdout).toBe("");

  const clinic = await aClinic(app);
  await aPatient(app, clinic, { patient_name: "Peña, Althea" });
  const origin = await app.app.listen({ port: 0, host: "127.0.0.1" });
  const { signInAndList } = await import(pathToFileURL(join(folder, "client.ts")).href);
  expect(await signInAndList(origin, clinic.owner.email, aPassword)).toEqual({
    names: ["Peña, Althea"],
    one: "Peña, Althea",
    refused: "not_signed_in",
    status: 401,
  });
});
