import { MigrationError } from "#server/database/migrate.ts";
import { StartProblem } from "#server/start-problem.ts";
import { OperationProblem } from "./operation.ts";

/** Prints one line for the operator. */
export type Log = (line: string) => void;

/**
 * Carries out a command with the words behind its name and prints its answer: what the operator can put right in
 * one line, with exit code 1; a defect whole.
 */
export async function fromCommandLine(
  command: (words: readonly string[], env: NodeJS.ProcessEnv, log: Log) => Promise<string[]>,
): Promise<void> {
  try {
    const lines = await command(process.argv.slice(2), process.env, (line) => console.error(line));
    console.log(lines.join("\n"));
  } catch (error) {
    const isExpected = [OperationProblem, StartProblem, MigrationError].some((kind) => error instanceof kind);
    console.error(isExpected ? (error as Error).message : error);
    process.exitCode = 1;
  }
}
