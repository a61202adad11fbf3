import { OperationProblem } from "#operations/operation.ts";
import { runOperation } from "#operations/run-operation.ts";
import { MigrationError } from "#server/migrate.ts";
import { StartProblem } from "#server/start-problem.ts";

try {
  const lines = await runOperation(process.argv.slice(2), process.env, (line) => console.error(line));
  console.log(lines.join("\n"));
} catch (error) {
  const isTold =
    error instanceof OperationProblem || error instanceof StartProblem || error instanceof MigrationError;
  console.error(isTold ? error.message : error);
  process.exitCode = 1;
}
