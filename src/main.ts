import { run } from "#server/run.ts";

// Loaded while the database starts.
await run(process.env, {
  backups: {
    async beforeMigrating(...what) {
      const { backUpBeforeMigrating } = await import("#operations/backup/before-migrating.ts");
      await backUpBeforeMigrating(...what);
    },
    async keep(...what) {
      const { keepBackingUp } = await import("#operations/backup/scheduled-backups.ts");
      return keepBackingUp(...what);
    },
  },
  async tellHead(...what) {
    const { keepTellingHead } = await import("#operations/tell-history-head.ts");
    return keepTellingHead(...what);
  },
});
