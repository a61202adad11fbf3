import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { HistoryHeads } from "#server/audit/history-heads.ts";
import { sealHistory } from "#server/audit/seal-history.ts";
import { sealLogs } from "#server/audit/seal-logs.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";
import { noBackups, skipOnCluster } from "#test/servers/skip-on-cluster.ts";
import { backupCommand } from "./backup/backup-command.ts";
import { logHistoryHead } from "./log-history-head.ts";
import type { OperationError } from "./operation.ts";
import { runOperation } from "./run-operation.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startOwnApp();
});
afterAll(() => test.close());

const run = (...words: string[]) =>
  runOperation(words, { DATABASE_URL: test.databaseUrl, DATA_DIR: test.dataDir }, () => undefined);
const logged = () =>
  test.sql<{ details: Record<string, unknown> }>(
    "select details from platform_operations where command = 'check-history' order by id desc",
  );

/** Five rows of a clinic without others, a minute apart, sealed in order. */
async function sealedRows(): Promise<{ clinicId: number; ids: number[] }> {
  const clinic = await aClinic(test, { name: "Clinic of the Chain" });
  await test.sql("delete from record_history_seals");
  for (let minute = 1; minute <= 5; minute += 1) {
    await test.sql(
      `insert into record_history (clinic_id, id, event, happened_at)
       select $1, nextval('klinika_id') + 0 * nextval('klinika_id'), 'patient.view', $2`,
      [clinic.id, `2026-11-20T00:0${minute}:00Z`],
    );
    await sealHistory(test.app.kit.databases.functions, new Date("2026-11-20T01:00:00Z"));
  }
  const rows = await test.sql<{ id: string }>(
    "select id from record_history where clinic_id = $1 and event = 'patient.view' order by id",
    [clinic.id],
  );
  return { clinicId: clinic.id, ids: rows.map(({ id }) => Number(id)) };
}
/** On a worker of a cluster the row has the type of its shard and must be cast to that of the table. */
const ofRow = async (name: string, clinicId: number, id: number | undefined) =>
  (
    await test.sql(
      `select ${name}(row(h.*)::record_history) as found from record_history h where h.clinic_id = $1 and h.id = $2`,
      [clinicId, id],
    )
  )[0]?.found;
const nothingElse =
  "Nothing outside the database to compare with: name a head from the log, set BACKUP_FOLDER, or run this where Klinika's data folder is.";
async function loggedHead(): Promise<string> {
  const lines: { historyHead: string }[] = [];
  const log = { info: (line: { historyHead: string }) => lines.push(line) };
  await logHistoryHead({ log } as unknown as Parameters<typeof logHistoryHead>[0], test.databaseUrl);
  return lines[0]?.historyHead ?? "";
}
const checkDatabase = () =>
  run("check-history").catch((problem: OperationError) => problem.message.split("\n"));

it("lists rows that were changed, deleted, reordered, inserted or cut off", async () => {
  const { clinicId, ids } = await sealedRows();
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = ids;
  expect((await checkDatabase())[0]).toMatch(/^All \d+ sealed rows of the record history are unchanged\.$/);
  await test.sql("update record_history set event = 'patient.list' where id = $1", [one]);
  await test.sql("update record_history set id = -1 where id = $1", [two]);
  await test.sql("update record_history set id = $1 where id = $2", [two, three]);
  await test.sql("update record_history set id = $1 where id = -1", [three]);
  // Its id cannot be set on insert on a cluster.
  const [late] = await test.sql(
    "insert into record_history (clinic_id, event, happened_at) values ($1, 'patient.view', now()) returning id",
    [clinicId],
  );
  await test.sql("update record_history set id = $1 where id = $2", [three + 1, late?.id]);
  await test.sql("delete from record_history where id = any($1)", [[four, five]]);
  const row = (id: number, what: string) => `Clinic of the Chain, record history, row ${id}: ${what}.`;
  expect(await checkDatabase()).toEqual([
    row(one, "changed after it was sealed"),
    row(two, `reordered: it has what was sealed as row ${three}`),
    row(three, `reordered: it has what was sealed as row ${two}`),
    row(three + 1, "inserted among sealed rows"),
    row(four, "deleted after it was sealed"),
    row(five, "deleted after it was sealed"),
    nothingElse,
  ]);
  expect((await logged())[0]?.details).toMatchObject({ broken: 6 });
  await test.sql("delete from record_history where clinic_id = $1", [clinicId]);
});

it("lists a row whose short form was changed", async () => {
  const { clinicId, ids } = await sealedRows();
  await test.sql('update record_history set short_changes = \'{"remarks": [null, "other"]}\' where id = $1', [
    ids[1],
  ]);
  expect(await checkDatabase()).toEqual([
    `Clinic of the Chain, record history, row ${ids[1]}: changed after it was sealed.`,
    nothingElse,
  ]);
  await test.sql("delete from record_history where clinic_id = $1", [clinicId]);
});

it("lists a seal that was forged to fit a changed row", async () => {
  const { clinicId, ids } = await sealedRows();
  await test.sql("update record_history set event = 'patient.list' where id = $1", [ids[2]]);
  await test.sql("update record_history_seals set row_hashes = array[$2::bytea] where last_history_id = $1", [
    ids[2],
    await ofRow("history_row_hash", clinicId, ids[2]),
  ]);
  expect(await checkDatabase()).toEqual([
    `Clinic of the Chain, record history, rows ${(ids[1] ?? 0) + 1} to ${ids[2]}: changed or reordered after it was sealed.`,
    nothingElse,
  ]);
  await test.sql("delete from record_history where clinic_id = $1", [clinicId]);
});

it("lists rows from before each had its own hash by their common seal", async () => {
  const { clinicId, ids } = await sealedRows();
  const [before] = await test.sql<{ hash: Buffer }>(
    "select hash from record_history_seals where last_history_id = $1",
    [ids[3]],
  );
  const body = Buffer.from(String(await ofRow("history_row_text", clinicId, ids[4])));
  await test.sql(
    "update record_history_seals set row_ids = null, row_hashes = null, hash = sha256($2) where last_history_id = $1",
    [ids[4], Buffer.concat([before?.hash ?? Buffer.alloc(0), body])],
  );
  expect((await checkDatabase()).at(-1)).toMatch(
    /^1 of them were sealed together by the minute, and are reported together\. Rows are checked one by one since \d{4}-/,
  );
  await test.sql("delete from record_history where id = $1", [ids[4]]);
  expect(await checkDatabase()).toEqual([
    `Clinic of the Chain, record history, rows ${(ids[3] ?? 0) + 1} to ${ids[4]}: 0 where 1 were sealed.`,
    nothingElse,
  ]);
  await test.sql("delete from record_history where clinic_id = $1", [clinicId]);
});

it("detects by a head from the log that the end was cut off with its seals", async () => {
  const { clinicId, ids } = await sealedRows();
  const head = await loggedHead();
  expect((await run("check-history", head))[1]).toEqual(
    expect.stringMatching(/^Compared with 0 backups, 1 heads from the log and 0 in /),
  );
  await test.sql("delete from record_history where id = $1", [ids[4]]);
  await test.sql("delete from record_history_seals where last_history_id = $1", [ids[4]]);
  await expect(run("check-history", head)).rejects.toThrow(/The record history is not what it was at seal/);
  await test.sql("delete from record_history where clinic_id = $1", [clinicId]);
});

it("finds, by what the data folder holds, that all of a clinic's history was deleted with its seals", async () => {
  const clinic = await aClinic(test, { name: "Clinic of the Chain" });
  await test.sql("delete from record_history_seals");
  const { functions } = test.app.kit.databases;
  const heads = new HistoryHeads(test.dataDir);
  onTestFinished(() => rm(join(test.dataDir, "history-heads"), { recursive: true, force: true }));
  const note = (minute: number) =>
    test.sql("insert into record_history (clinic_id, event, happened_at) values ($1, 'patient.view', $2)", [
      clinic.id,
      `2026-11-20T00:0${minute}:00Z`,
    ]);
  const seal = () => sealHistory(functions, new Date("2026-11-20T01:00:00Z"), undefined, heads);
  await note(1);
  await seal();
  await note(2);
  await seal();
  // The newest alone: the chain's end fixes all that is before it.
  expect(await heads.of(clinic.id)).toHaveLength(1);
  expect((await run("check-history"))[1]).toMatch(
    /^Compared with 0 backups, 0 heads from the log and \d+ in /,
  );

  for (const table of ["record_history", "record_history_seals"])
    await test.sql(`delete from ${table} where clinic_id = $1`, [clinic.id]);
  const missing =
    /^Clinic of the Chain, record history, up to row \d+: sealed by .*, and missing or changed since\.$/;
  expect((await checkDatabase())[0]).toMatch(missing);
  // Still after the server has sealed what came then, which it reports.
  await note(3);
  await expect(seal()).rejects.toThrow(/could not be sealed/);
  await note(4);
  await seal();
  expect((await checkDatabase())[0]).toMatch(missing);
  expect(await heads.of(clinic.id)).toHaveLength(2);
  await test.sql("delete from record_history where clinic_id = $1", [clinic.id]);
});

it("finds a patient whose registration the history does not have", async () => {
  const clinic = await aClinic(test, { name: "Clinic of the Chain" });
  const id = await aPatient(test, clinic);
  const without = async () => (await checkDatabase()).filter((line) => line.includes("registration"));
  expect(await without()).toEqual([]);
  await test.sql("delete from record_history where clinic_id = $1", [clinic.id]);
  expect(await without()).toEqual([
    `Clinic of the Chain, record history: no line of the registration of patients ${id}.`,
  ]);
  await test.sql("delete from patients where id = $1", [id]);
});

it("is inconclusive, with an exit code of its own, where there is nothing to compare with", async () => {
  await test.sql("delete from record_history_seals");
  await expect(run("check-history")).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(
      /^All \d+ sealed rows .* unchanged\.\n[\s\S]*Nothing outside the database/,
    ),
  });
});

skipOnCluster(noBackups)(
  "detects by a backup in which clinic the end was cut off with its seals",
  async () => {
    const { clinicId, ids } = await sealedRows();
    const folder = await mkdtemp(join(tmpdir(), "klinika-heads-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const env = { DATABASE_URL: test.databaseUrl, DATA_DIR: test.dataDir, BACKUP_FOLDER: folder };
    // A database without patients is not backed up.
    await aPatient(test, await aClinic(test));
    await backupCommand([], env, () => undefined);
    const head = await loggedHead();
    const check = (...heads: string[]) =>
      runOperation(["check-history", ...heads], env, () => undefined).catch((problem: OperationError) =>
        problem.message.split("\n"),
      );
    expect((await check(head))[1]).toEqual(
      expect.stringMatching(/^Compared with 1 backups, 1 heads from the log and 0 in /),
    );

    await test.sql("delete from record_history where id = any($1)", [ids.slice(3)]);
    await test.sql("delete from record_history_seals where last_history_id = any($1)", [ids.slice(3)]);
    // The database alone does not show it.
    expect((await checkDatabase())[0]).toMatch(/are unchanged/);
    await aPatient(test, { id: clinicId });
    await sealHistory(test.app.kit.databases.functions, new Date("2100-01-01"));
    const found = await check(head);
    expect(found[0]).toMatch(
      new RegExp(`^Clinic of the Chain, record history, up to row ${ids[4]}: sealed when the backup of `),
    );
    expect(found[1]).toMatch(/^The record history is not what it was at seal \d+/);
    expect((await logged())[0]?.details).toMatchObject({ broken: 2 });

    // A restored older backup is no violation.
    await test.sql(
      `insert into platform_operations (happened_at, operator, command, details)
     values (now(), 'x', 'restore', '{"takenAt": "2026-01-01T00:00:00Z"}')`,
    );
    expect((await check()).join()).toMatch(/1 backups were skipped: an older one was restored after them/);
    await expect(run("check-history", "yesterday")).rejects.toThrow(/historyHead of a line in the log/);
    await test.sql("delete from record_history where clinic_id = $1", [clinicId]);
  },
);

it("lists what was changed in the sealed sign-ins and the console log, and not what was swept after a year", async () => {
  const { functions } = test.app.kit.databases;
  const heads = new HistoryHeads(test.dataDir);
  onTestFinished(() => rm(join(test.dataDir, "history-heads"), { recursive: true, force: true }));
  await test.sql("delete from sign_ins");
  const note = async (at: string) => {
    const [row] = await test.sql(
      `insert into sign_ins (at, email_hash, address, way, is_right) values ($1, 'a', '203.0.113.7', 'password', false) returning id`,
      [at],
    );
    return Number(row?.id);
  };
  const seal = (before = new Date()) => sealLogs(functions, before, heads);
  const said = async () => (await checkDatabase()).filter((line) => /^(Sign-ins|Console log)/.test(line));
  const swept = await note("2024-01-01T00:00:00Z");
  const [one, two, three] = [
    await note("2026-11-20T00:01:00Z"),
    await note("2026-11-20T00:02:00Z"),
    // The caller's clock is wrong.
    await note("2999-01-01T00:00:00Z"),
  ];
  await seal();
  const young = await note(new Date().toISOString());
  await seal(new Date(Date.now() - 60_000));
  const count = await test.sql("select sum(cardinality(row_ids))::integer as rows from log_seals");
  await functions.value("sweepSignIns", { at: new Date("2999-01-01T00:00:00Z") });
  expect(await test.sql("select id::integer from sign_ins order by id")).toEqual(
    [one, two, three, young].map((id) => ({ id })),
  );
  expect(count).toEqual([{ rows: 4 }]);
  expect(await said()).toEqual([]);
  await test.sql("update sign_ins set is_right = true where id = $1", [one]);
  await test.sql("delete from sign_ins where id = $1", [two]);
  await test.sql("update sign_ins set id = $1 where id = $2", [swept, young]);
  expect(await said()).toEqual([
    `Sign-ins, row ${swept}: changed after it was sealed.`,
    `Sign-ins, row ${one}: changed after it was sealed.`,
    `Sign-ins, row ${two}: deleted after it was sealed.`,
  ]);
  // With times that would excuse it.
  await test.sql(
    "update log_seals set row_times = array_fill(0::bigint, array[cardinality(row_times)]) where log = 'sign_ins'",
  );
  expect((await said()).at(-1)).toMatch(
    /^Sign-ins, rows \d+ to \d+: changed or reordered after they were sealed\.$/,
  );
  for (const table of ["sign_ins", "log_seals"]) await test.sql(`delete from ${table}`);
  expect(await said()).toEqual([
    expect.stringMatching(/^Sign-ins, up to row \d+: sealed by .*, and missing or changed since\.$/),
  ]);
  await note("2026-11-20T00:03:00Z");
  await expect(seal()).rejects.toThrow(/What was sealed of sign_ins is no longer all there/);
  await seal();
});
