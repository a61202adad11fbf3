import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Compiled modules are kept from start to start, which halves the time to load them.
enableCompileCache(fileURLToPath(new URL("../.cache/modules", import.meta.url)));

const { run } = await import("#server/run.ts");
const { backUpBeforeMigrating } = await import("#operations/backup/before-migrating.ts");
const { keepBackingUp } = await import("#operations/backup/scheduled-backups.ts");
const { keepTellingHead } = await import("#operations/tell-history-head.ts");
await run(process.env, {
  backups: { beforeMigrating: backUpBeforeMigrating, keep: keepBackingUp },
  tellHead: keepTellingHead,
});
