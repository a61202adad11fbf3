import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { ClearableDatabase } from "./clearable-database.ts";

/**
 * Returns what opens a database, once for all callers. When another tab clears it, this connection is closed, and
 * `onClearedElsewhere` is called.
 */
export function databaseOpener<Schema extends DBSchema>(
  { name, generation, whenCleared }: ClearableDatabase,
  upgrade: (database: IDBPDatabase<Schema>) => void,
  onClearedElsewhere: () => void,
): () => Promise<IDBPDatabase<Schema>> {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  const forget = () => {
    opened = null;
  };
  whenCleared(() => {
    void opened?.then((database) => database.close()).catch(() => undefined);
    forget();
  });
  const open = () => {
    const before = generation();
    return openDB<Schema>(name, 1, {
      upgrade,
      blocking: (_was, _will, event) => {
        (event.target as IDBDatabase).close();
        if (before !== generation()) return;
        forget();
        onClearedElsewhere();
      },
      terminated: forget,
    }).catch((error: unknown) => {
      forget();
      throw error;
    });
  };
  return () => (opened ??= open());
}
