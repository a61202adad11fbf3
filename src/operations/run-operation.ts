import { migrate } from "#server/database/migrate.ts";
import { withClient } from "#server/database/with-client.ts";
import { readSettings } from "#server/settings.ts";
import { changeEmail, createAdmin, resetOwnerPassword, resetSecondFactor } from "./accounts.ts";
import { checkData } from "./check-data/check-data.ts";
import { checkHistory } from "./check-history.ts";
import { distribute } from "./distribute.ts";
import { encryptFiles, makeKey } from "./encryption.ts";
import { exportClinic } from "./export-clinic.ts";
import { importClinic } from "./import-clinic/import-clinic.ts";
import { loadIcd10 } from "./load-icd10.ts";
import { type Operation, OperationError } from "./operation.ts";
import { rebalance } from "./rebalance.ts";
import { listDestroyed, listSealed, restoreRecord } from "./sealed-records.ts";
import { openOwnDatabase, withDatabase } from "./with-database.ts";

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
  "Works with Klinika's settings, whether Klinika runs or not. Each command is logged in platform_operations.",
];

/**
 * Runs one command of the platform's operator and returns the lines to print.
 * @throws OperationError for what the operator can fix
 */
export async function runOperation(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<string[]> {
  const [name, ...rest] = words;
  if (name === undefined || name === "help") return usage();
  // Needs no database, so that it runs on any computer.
  if (name === nameOf(makeKey)) return makeKey.run();
  const operation = operations.find((known) => nameOf(known) === name);
  if (!operation) throw new OperationError([`There is no command "${name}".`, "", ...usage()].join("\n"));
  const settings = readSettings(env);
  return withDatabase(
    settings,
    () => openOwnDatabase(settings.dataDir, log),
    async (databaseUrl) => {
      await migrate(databaseUrl);
      return withClient({ connectionString: databaseUrl, application_name: "klinika-admin" }, (client) =>
        operation.run({ client, settings, now: new Date(), log }, rest, databaseUrl),
      );
    },
  );
}
