import { run } from "#server/run.ts";

await run(process.env);
