import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { Archive } from "#features/exports/server/archive/archive.ts";
import { writeArchive } from "#features/exports/server/write-archive.ts";
import { openDatabases } from "#server/database/db.ts";
import { Papers } from "#server/pdf/papers.ts";
import { openStorage } from "#server/storage/open-storage.ts";
import { findClinic, inTransaction, logOperation, type Operation, OperationError } from "./operation.ts";

export const exportClinic: Operation = {
  usage: "export-clinic SUBDOMAIN FILE",
  does: "writes the archive that a clinic's owner gets under Settings, Export, to a new file; works for suspended clinics too",
  async run(context, [subdomain = "", file], databaseUrl) {
    if (!file) throw new OperationError("Name the file to write, such as clinic.zip.");
    const { client, settings, now } = context;
    const { clinic, ownerId } = await inTransaction(client, "klinika_backup", async () => {
      const found = await findClinic(client, subdomain);
      const { rows } = await client.query<{ id: string }>(
        "select id from users where clinic_id = $1 and role = 'owner' order by is_active desc, id limit 1",
        [found.id],
      );
      return { clinic: found, ownerId: Number(rows[0]?.id ?? 0) };
    });
    if (ownerId === 0) throw new OperationError(`${clinic.name} has no owner's account.`);
    const databases = openDatabases(databaseUrl, 2, { appUrl: settings.databaseAppUrl });
    const papers = new Papers();
    const archive = await Archive.begin(settings.dataDir, now);
    try {
      const written = pipeline(archive.output, createWriteStream(file, { flags: "wx", mode: 0o600 }));
      const scope = { clinicId: clinic.id, userId: ownerId, ownerUserId: null, event: "clinic.export" };
      const [{ patients, files }] = await Promise.all([
        writeArchive(archive, {
          kit: { databases, storage: openStorage(settings), papers, settings },
          scope,
          now,
          hasPapers: true,
          signal: new AbortController().signal,
          progress: { total: () => undefined, part: () => undefined, done: () => undefined },
        }).catch((error: Error) => {
          archive.output.destroy(error);
          throw error;
        }),
        written,
      ]);
      await inTransaction(client, "klinika_owner", async () => {
        await client.query(
          "insert into record_history (clinic_id, event, changes, happened_at) values ($1, 'clinic.export', $2, $3)",
          [clinic.id, { patients }, now],
        );
        await logOperation(context, "export-clinic", { patients, files }, clinic.id);
      });
      return [`${clinic.name}: ${patients} patients and ${files} files in ${file}.`];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST")
        throw new OperationError(`${file} exists already. Name another file.`);
      await rm(file, { force: true });
      throw error;
    } finally {
      await archive.removeSpools();
      await papers.close();
      await databases.close();
    }
  },
};
