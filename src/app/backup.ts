import { backupCommand } from "#operations/backup/backup-command.ts";
import { fromCommandLine } from "#operations/command-line.ts";

await fromCommandLine(backupCommand);
