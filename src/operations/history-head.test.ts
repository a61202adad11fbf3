import { afterAll, beforeAll, expect, it } from "vitest";
import { sealHistory } from "#server/audit/seal-history.ts";
import { withClient } from "#server/database/with-client.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinicApart } from "#test/data/clinics-apart.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";
import { compareWithHead, historyHead } from "./history-head.ts";
import { inTransaction } from "./operation.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startOwnApp();
});
afterAll(() => test.close());

it("covers the newest seal of every clinic, up to a given one", async () => {
  const own = await aClinic(test);
  const other = await aClinicApart(test, own);
  const head = () =>
    withClient(test.databaseUrl, (client) =>
      inTransaction(client, "klinika_backup", () => historyHead(client), "repeatable read, read only"),
    );
  const contradicted = (recorded: string) =>
    withClient(test.databaseUrl, (client) =>
      inTransaction(
        client,
        "klinika_backup",
        () => compareWithHead(client, recorded),
        "repeatable read, read only",
      ),
    );
  const seal = async () => {
    for (const clinic of [own, other]) await aPatient(test, clinic);
    await sealHistory(test.app.kit.databases.functions, new Date("2100-01-01"));
  };
  await seal();
  const recorded = await head();
  const [newest] = await test.sql<{ id: string }>("select max(id) as id from record_history_seals");
  expect(recorded).toMatch(new RegExp(`^${newest?.id}:[0-9a-f]{64}$`));
  await seal();
  expect(await head()).not.toBe(recorded);
  expect(await contradicted(recorded)).toBeNull();
  await test.sql("delete from record_history_seals where clinic_id = $1 and id <= $2", [
    other.id,
    newest?.id,
  ]);
  expect(await contradicted(recorded)).toMatch(/^The record history is not what it was at seal \d+/);
});
