import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { runOperation } from "#operations/run-operation.ts";
import { clusterSettings } from "#server/database/cluster/distribute-tables.ts";
import { migrate } from "#server/database/migrate.ts";
import { withClient } from "#server/database/with-client.ts";
import { readSettings } from "#server/settings.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";
import { databaseAt, dropOnEach, joinMachines, onEach } from "#test/servers/postgres.ts";
import { backupCommand } from "./backup-command.ts";
import { backUpBeforeMigrating } from "./before-migrating.ts";
import { restoreCommand } from "./restore-command.ts";
import { scheduleBackups } from "./scheduled-backups.ts";

const machines = inject("machines");
const quiet = () => undefined;

describe.skipIf(machines.length === 1)("on a cluster", () => {
  let app: TestApp;
  let folder: string;
  const databases: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "klinika-of-cluster-"));
    app = await startOwnApp({ BACKUP_FOLDER: folder });
    await aPatient(app, await aClinic(app));
  });
  afterAll(async () => {
    await app.close();
    for (const name of databases) await dropOnEach(machines, name);
    await rm(folder, { recursive: true, force: true });
  });

  const env = (url = app.databaseUrl) => ({
    DATABASE_URL: url,
    DATA_DIR: app.dataDir,
    BACKUP_FOLDER: folder,
  });

  /** Only on the coordinator, as before `distribute`. */
  async function aDatabase(): Promise<string> {
    const name = `klinika_one_${randomBytes(4).toString("hex")}`;
    databases.push(name);
    await onEach(machines, `create database ${name} encoding 'UTF8' template template0`);
    await joinMachines(machines, name);
    return databaseAt(machines[0] ?? "", name);
  }

  test("no backup is made, by hand, on schedule or before a migration, and each says why", async () => {
    await expect(backupCommand([], env(), quiet)).rejects.toThrow(
      /^The database is distributed over the nodes of a cluster.*docs\/backup\.md/,
    );
    const lines: string[] = [];
    await backUpBeforeMigrating("0999_next.sql", app.databaseUrl, readSettings(env()), (line) =>
      lines.push(line),
    );
    expect(lines).toEqual([
      "The database is being migrated without a backup: it is on a cluster, see docs/backup.md.",
    ]);
    const schedule = await scheduleBackups(app.app, app.databaseUrl);
    await schedule.runIfDue(new Date());
    await schedule.stop();
    expect(app.app.kit.warnings.list()).toContainEqual(expect.objectContaining({ code: "backup_failed" }));
    expect(await readdir(folder)).toEqual([]);
  });

  test("a backup of one PostgreSQL moves to a cluster: restored on its coordinator, then distributed", async () => {
    const [from, to] = [await aDatabase(), await aDatabase()];
    await migrate(from);
    await withClient(from, (client) =>
      client.query(
        `begin; set local app.event = 'patient.create';
         insert into clinics (name, subdomain) values ('Clinic', 'clinic');
         insert into patients (clinic_id, admission_no, hospital, patient_name, sex)
         select c.id, 'A-' || n, 'H', 'Cruz, Ana ' || n, 'F' from clinics c, generate_series(1, 10) n;
         commit`,
      ),
    );
    const [made = ""] = await backupCommand([], env(from), quiet);
    await expect(restoreCommand([made, "--replace"], env(), quiet)).rejects.toThrow(
      /^The database is distributed over the nodes of a cluster.*npm run admin -- distribute\. Nothing was changed\./,
    );
    await restoreCommand([made], env(to), quiet);
    await runOperation(["distribute", "2"], env(to), quiet);
    const name = new URL(to).pathname.slice(1);
    for (const setting of clusterSettings(name)) await onEach(machines, setting);
    await expect(runOperation(["check-history"], env(to), quiet)).rejects.toThrow(/are unchanged/);
    const { rows } = await withClient(to, (client) =>
      client.query(
        "select (select count(*)::integer from patients) as patients, pg_relation_size('patients')::integer as bytes",
      ),
    );
    expect(rows).toEqual([{ patients: 10, bytes: 0 }]);
  }, 120_000);
});
