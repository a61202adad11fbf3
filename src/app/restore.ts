import { restoreCommand } from "#operations/backup/restore-command.ts";
import { fromCommandLine } from "#operations/command-line.ts";

await fromCommandLine(restoreCommand);
