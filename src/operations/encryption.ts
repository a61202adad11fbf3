import type { Client } from "pg";
import { newKeyPair } from "#server/storage/age-format.ts";
import { openStorage } from "#server/storage/open-storage.ts";
import { isNotThere } from "#server/storage/storage.ts";
import { inTransaction, logOperation, type Operation, OperationError } from "./operation.ts";
import { storedFiles } from "./stored-files.ts";

export const makeKey: Pick<Operation, "usage" | "does"> & { run(): Promise<string[]> } = {
  usage: "make-key",
  does: "makes a key pair for BACKUP_KEY or FILES_KEY and prints it; stores nothing",
  async run() {
    const { recipient, identity } = await newKeyPair();
    return [
      `public key: ${recipient}`,
      `secret key: ${identity}`,
      "",
      "For backups: set BACKUP_KEY to the public key. The secret key restores them. Keep it away from this computer,",
      "on paper and in a password manager: a thief of the computer must not get it, and without it every backup is lost.",
      "",
      "For stored files: set FILES_KEY to the secret key of another pair. The server needs it to open files.",
      "Keep a copy of it elsewhere, but not beside the files.",
    ];
  },
};

type StoredFile = { key: string; sha256: string };

export const encryptFiles: Operation = {
  usage: "encrypt-files",
  does: "encrypts the stored files that are not yet encrypted with the first key of FILES_KEY; can be interrupted and run again at any time",
  async run(context) {
    const { client, settings } = context;
    if (settings.filesKeys.length === 0)
      throw new OperationError(
        "FILES_KEY is not set. Set it here and for Klinika, and restart Klinika first.",
      );
    const storage = openStorage(settings);
    await storage.checkKeys();
    const files = await readStoredFiles(client);
    let encrypted = 0;
    const failed: string[] = [];
    for (const { key, sha256 } of files) {
      try {
        if (await storage.encryptStored(key, sha256)) encrypted += 1;
        // Deleted while it was being encrypted, so the new copy is removed.
        if (!(await isStillStored(client, key))) await storage.remove(key);
      } catch (error) {
        if (!(await isStillStored(client, key))) continue;
        failed.push(
          `  ${key}: ${isNotThere(error) ? "it is not in the file store" : (error as Error).message}`,
        );
      }
    }
    if (failed.length === 0) await storage.putProbe();
    await inTransaction(client, "klinika_owner", () =>
      logOperation(context, "encrypt-files", { files: files.length, encrypted, failed: failed.length }),
    );
    const summary = `${encrypted} of ${files.length} files were encrypted; the others already were, or could not be.`;
    if (failed.length > 0) throw new OperationError([summary, "Not encrypted:", ...failed].join("\n"));
    return [
      `${encrypted} files encrypted; all ${files.length} are encrypted with the first key of FILES_KEY.`,
    ];
  },
};

const readStoredFiles = (client: Client): Promise<StoredFile[]> =>
  inTransaction(
    client,
    "klinika_backup",
    async () => (await client.query<StoredFile>(storedFiles)).rows,
    "repeatable read, read only",
  );

const isStillStored = (client: Client, key: string): Promise<boolean> =>
  inTransaction(
    client,
    "klinika_backup",
    async () =>
      ((await client.query(`select from (${storedFiles}) stored where key = $1`, [key])).rowCount ?? 0) > 0,
    "repeatable read, read only",
  );
