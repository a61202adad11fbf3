import { createHash, randomBytes } from "node:crypto";
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Decrypter } from "age-encryption";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished } from "vitest";
import { buildApp } from "#app/server/app.ts";
import { currentUser, login } from "#features/accounts/contract.ts";
import { patientFiles, viewFile } from "#features/files/contract.ts";
import { addPatient, deletePatient } from "#features/patients/contract.ts";
import { runOperation } from "#operations/run-operation.ts";
import { earlier, lastOfSchema } from "#server/database/adopt.ts";
import { migrate, migrationsTable, runOnce } from "#server/database/migrate.ts";
import { migrationFiles } from "#server/database/migration-files.ts";
import { ensureRoles } from "#server/database/roles.ts";
import { withClient } from "#server/database/with-client.ts";
import { readSettings } from "#server/settings.ts";
import { newKeyPair } from "#server/storage/age-format.ts";
import { openStorage } from "#server/storage/open-storage.ts";
import { type Endpoint, pathOf } from "#shared/endpoint.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aPdf } from "#test/data/example-files.ts";
import { aPassword } from "#test/data/factories.ts";
import { fingerprints } from "#test/data/fingerprints.ts";
import { anActivePatient, fullClinic, refer } from "#test/data/full-clinic.ts";
import { databaseAt, onServer } from "#test/servers/postgres.ts";
import { startS3Store } from "#test/servers/s3-store.ts";
import { noBackups, skipOnCluster } from "#test/servers/skip-on-cluster.ts";
import { backupCommand } from "./backup-command.ts";
import { type Manifest, manifestName, readManifest, readSums, sumsName } from "./manifest.ts";
import { restoreCommand } from "./restore-command.ts";
import { copyRows, tablesToBackUp } from "./tables.ts";
import { takeBackup } from "./take-backup.ts";

const it = skipOnCluster(noBackups);

let test: TestApp;
let backups: string;
beforeAll(async () => {
  test = await startOwnApp();
  backups = await mkdtemp(join(tmpdir(), "klinika-backups-"));
});
afterAll(async () => {
  await test.close();
  await rm(backups, { recursive: true, force: true });
});

const quiet = () => undefined;
const settings = () => readSettings({ DATABASE_URL: test.databaseUrl, DATA_DIR: test.dataDir });
let minute = 0;
const aBackup = (onSnapshot?: (client: Client) => Promise<void>) =>
  takeBackup({
    databaseUrl: test.databaseUrl,
    settings: settings(),
    into: backups,
    now: new Date(Date.UTC(2026, 10, 20, 2, minute++)),
    why: "by hand",
    ...(onSnapshot && { onSnapshot }),
  });

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "klinika-backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Paths of all stored files. */
async function filesIn(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, "files"), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

type Target = { DATABASE_URL: string; DATA_DIR: string };

/** An empty database and an empty folder. */
async function anotherComputer(): Promise<Target> {
  const server = inject("postgresUrl");
  const name = `klinika_restored_${randomBytes(4).toString("hex")}`;
  await onServer(server, `create database ${name} encoding 'UTF8' template template0`);
  const dataDir = await mkdtemp(join(tmpdir(), "klinika-restored-"));
  onTestFinished(async () => {
    await onServer(server, `drop database if exists ${name} with (force)`);
    await rm(dataDir, { recursive: true, force: true });
  });
  return { DATABASE_URL: databaseAt(server, name), DATA_DIR: dataDir };
}

/** What a restore suspends while it loads rows. Without conditions of indexes, which PostgreSQL prints in two ways. */
async function constraintsOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ guard: string }>(
    `select regexp_replace(pg_get_indexdef(indexrelid), ' WHERE .*', ' WHERE …') || indisvalid as guard from pg_index x join pg_class c on c.oid = x.indrelid
     where relnamespace = 'public'::regnamespace
     union all
     select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated from pg_constraint
     where connamespace = 'public'::regnamespace and conrelid <> 0
     union all
     select tgrelid::regclass || ' ' || tgname || tgenabled::text from pg_trigger where not tgisinternal
     union all
     select relname || relforcerowsecurity from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     union all
     select c.relname || ' ' || conname || ' index ' || i.relname from pg_constraint k
     join pg_class c on c.oid = conrelid join pg_class i on i.oid = conindid where connamespace = 'public'::regnamespace
     order by 1`,
  );
  return rows.map(({ guard }) => guard);
}

it("restores everything as of one instant, also when patients were added during the backup", {
  timeout: 60_000,
}, async () => {
  const clinic = await fullClinic(test);
  const other = await fullClinic(test);
  await refer(test, clinic, other);
  await test.call(deletePatient, other.owner.token, { params: { id: await anActivePatient(test, other) } });
  const [withFiles] = await test.sql<{ id: string }>(
    "select id from sealed_records where jsonb_array_length(record -> 'files') > 0",
  );
  const sealed = withFiles?.id ?? "";
  const patient = await anActivePatient(test, clinic);

  let isOver = false;
  let number = 0;
  const visit = { hospital: "Makati Medical Center", admissionStatus: "Outpatient", amount: "0" };
  const added: number[] = [];
  const write = async () => {
    while (!isOver) {
      const answer = await test.call(addPatient, clinic.owner.token, {
        body: { admissionNo: `W-${++number}`, patientName: "Cruz, Ñiña", sex: "F", ...visit },
      });
      added.push(answer.statusCode);
    }
  };
  const writers = [write(), write(), write()];
  let there: Record<string, string> = {};
  let addedBefore = 0;
  const { folder, manifest } = await aBackup(async (client) => {
    addedBefore = added.length;
    there = await fingerprints(client);
  }).finally(() => {
    isOver = true;
  });
  await Promise.all(writers);
  expect(new Set(added)).toEqual(new Set([200]));
  expect(added.length).toBeGreaterThan(addedBefore);

  // Also from the disk to an S3 store.
  const store = await startS3Store();
  onTestFinished(() => store.stop());
  const target = { ...(await anotherComputer()), ...store.env };
  const output = await restoreCommand([folder], target, quiet);
  expect(output.join("\n")).toContain("0 differences");
  const back = await withClient(target.DATABASE_URL, fingerprints);
  expect(await withClient(target.DATABASE_URL, constraintsOf)).toEqual(
    await withClient(test.databaseUrl, constraintsOf),
  );
  // It contains the log row of the restore itself.
  expect({ ...back, platform_operations: "" }).toEqual({ ...there, platform_operations: "" });
  expect(Object.keys(back).length).toBe(manifest.tables.length);
  expect(Number(there.patients?.split(" ")[0])).toBe(manifest.patients);

  expect(manifest.files).toMatchObject({ count: 4, lost: [] });
  const [again = ""] = await backupCommand([await aFolder()], target, quiet);
  const filesOf = async (backup: string) =>
    [...(await readSums(backup))].filter(([path]) => path.startsWith("files/")).sort();
  expect(await filesOf(again)).toEqual(await filesOf(folder));

  // Sessions are gone, the old password works, and the deleted patient's file is there.
  const app = await buildApp({
    settings: readSettings(target),
    databaseUrl: target.DATABASE_URL,
    poolSize: 2,
    withoutBackgroundWork: true,
  });
  onTestFinished(() => app.close());
  const ask = (endpoint: Endpoint, token: string, id?: number) =>
    app.inject({
      method: endpoint.method as "GET",
      url: pathOf(endpoint, { id }),
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await ask(currentUser, clinic.owner.token)).statusCode).toBe(401);
  const signedIn = await app.inject({
    method: "POST",
    url: login.path,
    payload: { email: clinic.owner.email, password: aPassword },
  });
  const token = signedIn.json().token;
  const files: { path: string }[] = (await ask(patientFiles, token, patient)).json();
  const file = files.find(({ path }) => path.endsWith(".pdf"));
  const opened = await app.inject({
    url: pathOf(viewFile, { path: file?.path }),
    headers: { authorization: `Bearer ${token}` },
  });
  expect(opened.rawPayload.equals(aPdf())).toBe(true);
  expect((await runOperation(["restore-record", sealed], target, quiet)).join()).toContain("is restored");
});

it("is readable by its owner only, and a second one takes no space for the same files", async () => {
  const first = await aBackup();
  const second = await aBackup();
  const paths = await readdir(second.folder, { recursive: true, withFileTypes: true });
  for (const entry of paths) {
    const { mode } = await stat(join(entry.parentPath, entry.name));
    expect([entry.name, (mode & 0o777).toString(8)]).toEqual([
      entry.name,
      entry.isDirectory() ? "700" : "600",
    ]);
  }
  const stored = [...(await readSums(second.folder)).keys()].filter((path) => path.startsWith("files/"));
  expect(stored.length).toBe(second.manifest.files.count);
  for (const path of stored)
    expect((await stat(join(second.folder, path))).ino).toBe((await stat(join(first.folder, path))).ino);
  expect((await backupCommand(["--verify", second.folder], {}, quiet)).join()).toContain(
    "is complete and undamaged",
  );
});

it("lists the files that the file store has lost", async () => {
  const clinic = await fullClinic(test);
  const [lost] = await test.sql<{ stored_as: string }>("select stored_as from files where clinic_id = $1", [
    clinic.id,
  ]);
  await rm(join(test.dataDir, "files", lost?.stored_as ?? ""));
  const into = await aFolder();
  const lines = await backupCommand(
    [into],
    { DATABASE_URL: test.databaseUrl, DATA_DIR: test.dataDir },
    quiet,
  );
  expect(lines.join("\n")).toMatch(/WARNING: 1 file is lost/);
  expect((await readManifest(lines[0] ?? "")).files.lost).toEqual([lost?.stored_as]);
  expect((await test.sql("select * from platform_operations where command = 'backup'")).length).toBe(1);
});

/** The encrypted files of a backup. */
async function encryptedFilesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && ![manifestName, sumsName].includes(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

it("encrypts a backup to a public key, and restores it only with the secret key", {
  timeout: 60_000,
}, async () => {
  const clinic = await fullClinic(test);
  await anActivePatient(test, clinic);
  const [backupPair, filesPair] = [await newKeyPair(), await newKeyPair()];
  const source = { DATABASE_URL: test.databaseUrl, DATA_DIR: test.dataDir };
  const encrypted = { ...source, BACKUP_KEY: backupPair.recipient };
  const into = await aFolder();
  const there = await withClient(test.databaseUrl, fingerprints);
  const [plain = ""] = await backupCommand([await aFolder()], source, quiet);
  const [folder = "", ...lines] = await backupCommand([into], encrypted, quiet);
  expect(lines.join()).toContain(`only the secret key of ${backupPair.recipient} restores it`);

  // Each is a file of the age format, which the library decrypts on its own.
  const files = await encryptedFilesOf(folder);
  const decrypter = new Decrypter();
  decrypter.addIdentity(backupPair.identity);
  expect(files.length).toBe((await encryptedFilesOf(plain)).length);
  for (const file of files) {
    const bytes = await readFile(file);
    expect(bytes.toString("latin1", 0, 22)).toBe("age-encryption.org/v1\n");
    const inPlain = join(plain, file.slice(folder.length + 1).replace(/\.age$/, ""));
    // The second backup contains log rows of the first.
    if (file.includes("platform_operations")) continue;
    expect([file, Buffer.from(await decrypter.decrypt(bytes)).equals(await readFile(inPlain))]).toEqual([
      file,
      true,
    ]);
  }

  // A second backup links files as unencrypted ones do, but not to those of another key.
  const second = await takeBackup({
    databaseUrl: test.databaseUrl,
    settings: readSettings(encrypted),
    into,
    now: new Date("2030-01-01T00:00:00Z"),
    why: "by hand",
  });
  const stored = [...(await readSums(folder)).keys()].filter((path) => path.startsWith("files/"));
  expect(stored.length).toBeGreaterThan(0);
  const inode = async (backup: string, path: string) => (await stat(join(backup, path))).ino;
  for (const path of stored) expect(await inode(second.folder, path)).toBe(await inode(folder, path));
  const other = await newKeyPair();
  const third = await takeBackup({
    databaseUrl: test.databaseUrl,
    settings: readSettings({ ...source, BACKUP_KEY: other.recipient }),
    into,
    now: new Date("2030-01-02T00:00:00Z"),
    why: "by hand",
  });
  for (const path of stored) expect(await inode(third.folder, path)).not.toBe(await inode(folder, path));

  const target = await anotherComputer();
  const untouched = async () => [
    await withClient(target.DATABASE_URL, fingerprints),
    await filesIn(target.DATA_DIR).catch(() => []),
  ];
  await expect(restoreCommand([folder], target, quiet)).rejects.toThrow(
    `is encrypted. Set BACKUP_IDENTITY to the secret key of ${backupPair.recipient}, or add --identity FILE. Nothing was changed.`,
  );
  await expect(
    restoreCommand([folder], { ...target, BACKUP_IDENTITY: other.identity }, quiet),
  ).rejects.toThrow(/is encrypted to another key: it needs .* that of age1.* Nothing was changed/);
  await expect(
    restoreCommand([folder], { ...target, BACKUP_IDENTITY: backupPair.recipient }, quiet),
  ).rejects.toThrow(/BACKUP_IDENTITY is no secret key/);
  expect(await untouched()).toEqual([{}, []]);

  const keyFile = join(await aFolder(), "key.txt");
  await writeFile(keyFile, `# public key: ${backupPair.recipient}\n${backupPair.identity}\n`);
  const restored = { ...target, FILES_KEY: filesPair.identity };
  const output = await restoreCommand(["--identity", keyFile, folder], restored, quiet);
  expect(output.join("\n")).toContain("0 differences");
  const back = await withClient(target.DATABASE_URL, fingerprints);
  // It contains log rows of each backup and of the restore.
  expect({ ...back, platform_operations: "" }).toEqual({ ...there, platform_operations: "" });
  const storage = openStorage(readSettings(restored));
  for (const path of stored) {
    const key = path.slice("files/".length, -".age".length);
    const original = await readFile(join(plain, "files", key));
    expect((await buffer(await storage.get(key))).equals(original)).toBe(true);
    expect((await readFile(join(target.DATA_DIR, "files", key))).includes(original)).toBe(false);
  }
});

it("makes no backup with a mistyped key", async () => {
  const { recipient } = await newKeyPair();
  const mistyped = recipient.replace(/.$/, (last) => (last === "q" ? "p" : "q"));
  const into = await aFolder();
  await expect(
    backupCommand(
      [into],
      { DATABASE_URL: test.databaseUrl, DATA_DIR: test.dataDir, BACKUP_KEY: mistyped },
      quiet,
    ),
  ).rejects.toThrow(/BACKUP_KEY was mistyped: no backup was made/);
  expect(await readdir(into)).toEqual([]);
});

describe("refuses", () => {
  it("a database without a patient, or without Klinika", async () => {
    const empty = await anotherComputer();
    const into = await aFolder();
    await expect(backupCommand([into], empty, quiet)).rejects.toThrow(/contains no Klinika/);
    await migrate(empty.DATABASE_URL);
    await expect(backupCommand([into], empty, quiet)).rejects.toThrow(/contains no patient/);
    expect(await readdir(into)).toEqual([]);
    await backupCommand([into, "--even-empty"], empty, quiet);
    expect(await readdir(into)).toHaveLength(1);
  });

  it("a table that row security would filter", async () => {
    await test.sql("create policy evening on patients as restrictive to klinika_backup using (id > 5000)");
    onTestFinished(() => test.sql("drop policy evening on patients").then());
    await expect(aBackup()).rejects.toThrow(/may not read all rows of patients/);
  });

  it("to continue on a full disk, and the connection stays usable", async () => {
    const full = () => new Writable({ write: (_chunk, _encoding, done) => done(new Error("ENOSPC")) });
    await withClient(test.databaseUrl, async (client) => {
      for (const table of (await tablesToBackUp(client)).slice(0, 3))
        await copyRows(client, table, [], full()).catch((error: Error) =>
          expect(error.message).toBe("ENOSPC"),
        );
      expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    });
  });

  it("a backup with a changed byte, a missing file or an extra file", async () => {
    const { folder } = await aBackup();
    const patients = join(folder, "tables/patients.copy.gz");
    const whole = await readFile(patients);
    const target = await anotherComputer();
    const refusal = () => expect(restoreCommand([folder], target, quiet)).rejects;
    await appendFile(patients, "x");
    await refusal().toThrow(/tables\/patients.copy.gz is damaged/);
    await rm(patients);
    await refusal().toThrow(/tables\/patients.copy.gz is missing/);
    await writeFile(patients, whole);
    await writeFile(join(folder, "tables/spies.copy.gz"), whole);
    await refusal().toThrow(/spies.copy.gz does not belong to this backup/);
    await rm(join(folder, "tables/spies.copy.gz"));
    await writeFile(join(folder, manifestName), "{");
    await refusal().toThrow(/manifest.json is damaged/);
    expect(await withClient(target.DATABASE_URL, fingerprints)).toEqual({});
  });
});

/** Changes the manifest and its checksum. */
async function forge(folder: string, change: (manifest: Manifest) => void): Promise<void> {
  const manifest = await readManifest(folder);
  const file = join(folder, manifestName);
  const before = createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
  change(manifest);
  const text = JSON.stringify(manifest);
  await writeFile(file, text);
  const sums = await readFile(join(folder, sumsName), "utf8");
  await writeFile(
    join(folder, sumsName),
    sums.replace(before, createHash("sha256").update(text).digest("hex")),
  );
}

describe("a restore", () => {
  it("refuses a backup of a newer Klinika", async () => {
    const { folder } = await aBackup();
    await forge(folder, ({ migrations }) => migrations.push({ name: "9999_later.sql", hash: "0" }));
    await expect(restoreCommand([folder], await anotherComputer(), quiet)).rejects.toThrow(
      /made by a newer Klinika \(it has 9999_later.sql\)/,
    );
  });

  it("is complete or changes nothing, and overwrites data only with --replace", {
    timeout: 60_000,
  }, async () => {
    const target = await anotherComputer();
    const { folder: older } = await aBackup();
    const clinic = await fullClinic(test);
    const { folder: newer } = await aBackup();
    const has = () =>
      withClient(target.DATABASE_URL, async (client) => {
        const { rows } = await client.query("select to_regclass('clinics') as clinics");
        if (!rows[0]?.clinics) return null;
        return (await client.query("select from clinics where id = $1", [clinic.id])).rowCount;
      });
    const patients = (manifest: Manifest) => manifest.tables.find(({ name }) => name === "patients");
    const { sha256 = "" } = patients(await readManifest(newer)) ?? {};

    await forge(newer, (manifest) => Object.assign(patients(manifest) ?? {}, { sha256: "0".repeat(64) }));
    await expect(restoreCommand([newer], target, quiet)).rejects.toThrow(
      /patients has different rows than the backup. Nothing was changed/,
    );
    expect([await has(), await filesIn(target.DATA_DIR)]).toEqual([null, []]);

    // The right rows with a wrong count, as in some older backups.
    await forge(newer, (manifest) => Object.assign(patients(manifest) ?? {}, { sha256, rows: 0 }));
    await restoreCommand([newer], target, quiet);
    const files = await filesIn(target.DATA_DIR);
    await expect(restoreCommand([older], target, quiet)).rejects.toThrow(/is not empty. Add --replace/);
    expect([await has(), await filesIn(target.DATA_DIR)]).toEqual([1, files]);

    await restoreCommand([older, "--replace"], target, quiet);
    expect([await has(), (await filesIn(target.DATA_DIR)).length]).toEqual([0, files.length - 2]);
  });

  it("is refused while Klinika runs on that database", async () => {
    const { folder } = await aBackup();
    await expect(
      restoreCommand(
        [folder, "--replace"],
        { DATABASE_URL: test.databaseUrl, DATA_DIR: test.dataDir },
        quiet,
      ),
    ).rejects.toThrow(/Klinika is running on this database/);
  });

  it("takes a backup of the last version before 0.1.0, and refuses one of an earlier version", async () => {
    const before = await anotherComputer();
    await withClient(before.DATABASE_URL, async (client) => {
      await ensureRoles(client);
      await client.query("set role klinika_owner");
      await client.query(migrationsTable);
      for (const file of await migrationFiles())
        if (file.name <= lastOfSchema) await runOnce(client, file, undefined);
    });
    const { folder } = await takeBackup({
      databaseUrl: before.DATABASE_URL,
      settings: settings(),
      into: backups,
      now: new Date(Date.UTC(2026, 10, 20, 2, minute++)),
      why: "by hand",
      evenEmpty: true,
    });
    const madeBy = (...names: string[]) =>
      forge(folder, (manifest) => {
        manifest.migrations = names.map((name) => ({ name, hash: "0" }));
      });
    const target = await anotherComputer();
    await madeBy(earlier.first);
    await expect(restoreCommand([folder], target, quiet)).rejects.toThrow(/long before 0\.1\.0/);
    await madeBy(earlier.first, earlier.last);
    await restoreCommand([folder], target, quiet);
    const { rows } = await withClient(target.DATABASE_URL, (client) =>
      client.query("select name from migrations order by name"),
    );
    expect(rows).toEqual((await migrationFiles()).map(({ name }) => ({ name })));
  });
});
