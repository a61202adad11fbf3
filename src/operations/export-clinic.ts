import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { openStorage } from "#server/storage/open-storage.ts";
import { findClinic, inTransaction, logOperation, type Operation, OperationProblem } from "./operation.ts";

/**
 * The server's own bookkeeping, which contains nothing about the clinic; and deleted records, which stay sealed.
 */
const leftOut = ["idempotency_keys", "sealed_records", "files_to_remove"];
const rowsAtOnce = 500;

type Written = { file: string; rows?: number; bytes: number; sha256: string };

export const exportClinic: Operation = {
  usage: "export-clinic SUBDOMAIN FOLDER",
  does: "writes all that a clinic has, its rows as JSON lines and its files, into a new folder with counts and checksums",
  async run(surroundings, [subdomain = "", folder]) {
    if (!folder) throw new OperationProblem("Name a folder that is empty or not there yet.");
    const { client, settings, now } = surroundings;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length > 0)
      throw new OperationProblem(`${folder} is not empty. Name a folder that is empty or not there yet.`);
    const { clinic, written } = await inTransaction(
      client,
      "klinika_backup",
      async () => {
        const found = await findClinic(client, subdomain);
        const files: Written[] = [];
        for (const table of await tablesOfClinics(client))
          files.push(await writeTable(client, table, found.id, folder));
        const storage = openStorage(settings);
        await mkdir(join(folder, "files"), { mode: 0o700 });
        const { rows } = await client.query<{ path: string; stored_as: string }>(
          "select path, stored_as from files where clinic_id = $1 and given_up_at is null order by id",
          [found.id],
        );
        for (const { path, stored_as } of rows)
          files.push(await writeFileOf(join("files", path), await storage.get(stored_as), folder));
        return { clinic: found, written: files };
      },
      "repeatable read, read only",
    );
    await writeFile(
      join(folder, "manifest.json"),
      `${JSON.stringify({ clinic: { ...clinic, subdomain }, exportedAt: now.toISOString(), files: written }, null, 2)}\n`,
      { mode: 0o600 },
    );
    const patients = written.find(({ file }) => file === "patients.jsonl")?.rows ?? 0;
    await inTransaction(client, "klinika_owner", async () => {
      await client.query(
        "insert into record_history (clinic_id, event, changes, happened_at) values ($1, 'clinic.export', $2, $3)",
        [clinic.id, { patients }, now],
      );
      await logOperation(surroundings, "export-clinic", { patients, files: written.length }, clinic.id);
    });
    return [`${clinic.name}: ${patients} patients, ${written.length} files in ${folder}.`];
  },
};

/** `clinics` and every table whose rows belong to one. */
async function tablesOfClinics(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table_name: string }>(
    `select c.relname::text as table_name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1)
       and a.attname = 'clinic_id' and not a.attisdropped and has_table_privilege('klinika_backup', c.oid, 'select')
     order by c.relname`,
    [leftOut],
  );
  return ["clinics", ...rows.map(({ table_name }) => table_name)];
}

async function writeTable(client: Client, table: string, clinicId: number, folder: string): Promise<Written> {
  const name = client.escapeIdentifier(table);
  const key = table === "clinics" ? "id" : "clinic_id";
  let rows = 0;
  async function* lines() {
    await client.query(
      `declare exported no scroll cursor for select to_jsonb(t)::text as line from ${name} t where t.${key} = ${clinicId}`,
    );
    for (;;) {
      const fetched = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from exported`);
      if (fetched.rows.length === 0) break;
      rows += fetched.rows.length;
      yield `${fetched.rows.map(({ line }) => line).join("\n")}\n`;
    }
    await client.query("close exported");
  }
  const written = await writeFileOf(`${table}.jsonl`, Readable.from(lines()), folder);
  return { ...written, rows };
}

async function writeFileOf(file: string, content: Readable, folder: string): Promise<Written> {
  const hash = createHash("sha256");
  let bytes = 0;
  await pipeline(
    content,
    async function* (chunks: AsyncIterable<Buffer | string>) {
      for await (const chunk of chunks) {
        const part = Buffer.from(chunk as Buffer);
        hash.update(part);
        bytes += part.length;
        yield part;
      }
    },
    createWriteStream(join(folder, file), { mode: 0o600, flags: "wx" }),
  );
  return { file, bytes, sha256: hash.digest("hex") };
}
