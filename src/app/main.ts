import { run } from "#app/server/run.ts";

// Loaded while the database starts.
await run(process.env, {
  backups: {
    async beforeMigrating(...what) {
      const { backUpBeforeMigrating } = await import("#operations/backup/before-migrating.ts");
      await backUpBeforeMigrating(...what);
    },
    async keep(...what) {
      const { startBackups } = await import("#operations/backup/scheduled-backups.ts");
      return startBackups(...what);
    },
  },
  async logHistoryHead(...what) {
    const { startLoggingHead } = await import("#operations/log-history-head.ts");
    return startLoggingHead(...what);
  },
});
