import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));
const oxlint = join(root, "node_modules/.bin/oxlint");
let source: string;

beforeAll(async () => {
  source = await mkdtemp(join(tmpdir(), "klinika-lint-"));
  await cp(join(root, ".oxlintrc.json"), join(source, ".oxlintrc.json"));
});
afterAll(() => rm(source, { recursive: true, force: true }));

/** Lints one planted file at its place in the tree and returns the linter's output. */
async function lint(path: string, code: string): Promise<string> {
  const file = join(source, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, code);
  try {
    const { stdout } = await promisify(execFile)(oxlint, ["-c", ".oxlintrc.json", path], { cwd: source });
    return stdout;
  } catch (failure) {
    return (failure as { stdout: string }).stdout;
  } finally {
    await rm(file);
  }
}

const planted: [rule: string, path: string, code: string][] = [
  ["shared imports only zod/mini and #shared", "src/shared/x.ts", 'import pg from "pg";\npg.connect();'],
  ["shared imports only zod/mini and #shared", "src/shared/x.ts", 'import * as z from "zod";\nz.string();'],
  [
    "shared imports only zod/mini and #shared",
    "src/shared/x.ts",
    'import { a } from "#server/database/db.ts";\na();',
  ],
  [
    "A contract imports only",
    "src/features/tasks/contract.ts",
    'import { a } from "#features/patients/server/queries.ts";\na();',
  ],
  [
    "A contract imports only",
    "src/features/tasks/contract.ts",
    'import { a } from "./server/queries.ts";\na();',
  ],
  [
    "A contract imports only",
    "src/features/tasks/contract.ts",
    'import { a } from "#features/pregnancies/words.ts";\na();',
  ],
  [
    "A contract imports only",
    "src/features/tasks/reminders-contract.ts",
    'import { a } from "./server/queries.ts";\na();',
  ],
  [
    "Server code imports no screens",
    "src/features/tasks/server/x.ts",
    'import { a } from "#web/data/api.ts";\na();',
  ],
  [
    "Server code imports no screens",
    "src/features/tasks/server/x.ts",
    'import { a } from "../web/TaskList.tsx";\na();',
  ],
  [
    "never its routes",
    "src/features/tasks/server/x.ts",
    'import { a } from "#features/staff/server/routes.ts";\na();',
  ],
  [
    "The kit knows no feature",
    "src/server/x.ts",
    'import { a } from "#features/staff/server/queries.ts";\na();',
  ],
  [
    "Screens import no server code",
    "src/features/tasks/web/X.tsx",
    'import { a } from "#server/database/db.ts";\na();',
  ],
  [
    "Screens import no server code",
    "src/features/tasks/web/X.tsx",
    'import { a } from "../server/queries.ts";\na();',
  ],
  [
    "never import another feature's screens",
    "src/features/tasks/web/X.tsx",
    'import { a } from "#features/staff/web/StaffList.tsx";\na();',
  ],
  [
    "Pages compose features",
    "src/features/tasks/web/X.tsx",
    'import { a } from "#app/web/pages/day/DashboardPage.tsx";\na();',
  ],
  [
    "The browser loads zod/mini only",
    "src/features/tasks/web/X.tsx",
    'import * as z from "zod";\nz.string();',
  ],
  [
    "Screens import no server code",
    "src/app/web/pages/x.tsx",
    'import { a } from "#features/tasks/server/queries.ts";\na();',
  ],
  ["The browser loads zod/mini only", "src/web/x.ts", 'import * as z from "zod";\nz.string();'],
  [
    "declared in the contracts",
    "src/features/tasks/web/X.tsx",
    'import { a } from "#web/data/calls.ts";\na.invalidateQueries({ queryKey: ["tasks"] });',
  ],
  [
    "Import through",
    "src/features/tasks/server/x.ts",
    'import { a } from "../../../shared/formats/money.ts";\na();',
  ],
];

test.each(planted)("%s: a planted violation in %s fails the lint", async (rule, path, code) => {
  expect(await lint(path, code)).toContain(rule);
});

test("a cycle fails the lint", async () => {
  await mkdir(join(source, "src/server"), { recursive: true });
  await writeFile(
    join(source, "src/server/a.ts"),
    'import { b } from "./b.ts";\nexport const a = () => b();',
  );
  expect(await lint("src/server/b.ts", 'import { a } from "./a.ts";\nexport const b = () => a();')).toContain(
    "import(no-cycle)",
  );
});

test("the allowed directions pass", async () => {
  expect(
    await lint(
      "src/features/tasks/server/x.ts",
      'import { a } from "#features/staff/server/queries.ts";\na();',
    ),
  ).not.toContain("restricted");
  expect(
    await lint("src/features/tasks/contract.ts", 'import { a } from "#features/billing/contract.ts";\na();'),
  ).not.toContain("restricted");
  expect(
    await lint("src/features/tasks/web/X.tsx", 'import { a } from "#features/staff/contract.ts";\na();'),
  ).not.toContain("restricted");
  expect(
    await lint("src/app/web/pages/x.tsx", 'import { a } from "#features/tasks/web/TaskList.tsx";\na();'),
  ).not.toContain("restricted");
});
