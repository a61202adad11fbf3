import { fromCommandLine } from "#operations/command-line.ts";
import { runOperation } from "#operations/run-operation.ts";

await fromCommandLine(runOperation);
