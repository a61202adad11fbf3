import { Client } from "pg";
import { migrate } from "#server/database/migrate.ts";
import { reachDatabase } from "#server/database/reach-database.ts";
import { readSettings } from "#server/settings.ts";
import { changeEmail, createAdmin, resetOwnerPassword, resetSecondFactor } from "./accounts.ts";
import { checkData } from "./check-data/check-data.ts";
import { checkHistory } from "./check-history.ts";
import { distribute } from "./distribute.ts";
import { encryptFiles, makeKey } from "./encryption.ts";
import { exportClinic } from "./export-clinic.ts";
import { importClinic } from "./import-clinic/import-clinic.ts";
import { loadIcd10 } from "./load-icd10.ts";
import { type Operation, OperationProblem } from "./operation.ts";
import { reachOwnDatabase } from "./reach-own-database.ts";
import { rebalance } from "./rebalance.ts";
import { listDestroyed, listSealed, restoreRecord } from "./sealed-records.ts";

const operations: readonly Operation[] = [
  createAdmin,
  resetOwnerPassword,
  resetSecondFactor,
  changeEmail,
  listSealed,
  listDestroyed,
  restoreRecord,
  exportClinic,
  importClinic,
  loadIcd10,
  checkHistory,
  checkData,
  encryptFiles,
  distribute,
  rebalance,
];
const nameOf = ({ usage }: Pick<Operation, "usage">) => usage.split(" ")[0];

const usage = () => [
  "npm run admin -- COMMAND",
  "",
  ...[...operations, makeKey].flatMap((operation) => [`  ${operation.usage}`, `      ${operation.does}`]),
  "",
  "Beside a running Klinika or without one, with its settings. Each command is logged in platform_operations.",
];

/**
 * Carries out one command of the platform's operator and answers what to print.
 * @throws OperationProblem for what the operator can put right
 */
export async function runOperation(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<string[]> {
  const [name, ...rest] = words;
  if (name === undefined || name === "help") return usage();
  // Without a database, so that it can be run on any computer.
  if (name === nameOf(makeKey)) return makeKey.run();
  const operation = operations.find((known) => nameOf(known) === name);
  if (!operation) throw new OperationProblem([`There is no command "${name}".`, "", ...usage()].join("\n"));
  const settings = readSettings(env);
  const own = settings.databaseUrl ? null : await reachOwnDatabase(settings.dataDir, log);
  try {
    const url = settings.databaseUrl ?? own?.url ?? "";
    if (settings.databaseUrl) await reachDatabase(url);
    await migrate(url);
    const client = new Client({ connectionString: url, application_name: "klinika-admin" });
    await client.connect();
    try {
      return await operation.run({ client, settings, now: new Date() }, rest, url);
    } finally {
      await client.end();
    }
  } finally {
    await own?.leave();
  }
}
