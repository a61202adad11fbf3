import { MigrationError } from "#server/database/migration-files.ts";
import { StartProblem } from "#server/start-problem.ts";
import { OperationError } from "./operation.ts";

/** Prints one line for the operator. */
export type Log = (line: string) => void;

/**
 * Runs a command with its arguments and prints the result. An error that the operator can fix prints one line, a
 * defect its stack trace; both exit with code 1. A check that is inconclusive exits with 2.
 */
export async function fromCommandLine(
  command: (words: readonly string[], env: NodeJS.ProcessEnv, log: Log) => Promise<string[]>,
): Promise<void> {
  try {
    const lines = await command(process.argv.slice(2), process.env, (line) => console.error(line));
    console.log(lines.join("\n"));
  } catch (error) {
    const isExpected = [OperationError, StartProblem, MigrationError].some((kind) => error instanceof kind);
    console.error(isExpected ? (error as Error).message : error);
    process.exitCode = error instanceof OperationError ? error.exitCode : 1;
  }
}
