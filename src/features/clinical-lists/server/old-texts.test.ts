import { readFileSync } from "node:fs";
import { Client } from "pg";
import { afterAll, beforeAll, expect } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";
import { skipOnCluster } from "#test/servers/skip-on-cluster.ts";

let app: TestApp;
let clinic: TestClinic;
let other: TestClinic;

beforeAll(async () => {
  app = await startTestApp();
  [clinic, other] = [await aClinic(app), await aClinic(app)];
});
afterAll(() => app.close());

/** As in the migration. */
const backfill = () => {
  const text = readFileSync("migrations/0100_allergies.sql", "utf8");
  const [statement] = /insert into allergies [^;]*from patients p[^;]*;/.exec(text) ?? [];
  if (!statement) throw new Error("The migration has no such statement.");
  return statement;
};

skipOnCluster("the migration runs before tables are distributed")(
  "old texts of every clinic become one row each, with who typed them where the record history says so",
  async () => {
    const texts = ["penicillin,\nshrimp", "NKDA", " ", null];
    const ids = [];
    for (const _ of texts) ids.push(await aPatient(app, clinic));
    ids.push(await aPatient(app, other));
    const client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    try {
      await client.query("begin");
      await client.query("set local role klinika_owner");
      await client.query("alter table patients disable trigger user");
      await client.query("alter table allergies disable trigger user");
      for (const [place, id] of ids.entries())
        await client.query("update patients set allergies = $2 where id = $1", [
          id,
          [...texts, "dust"][place],
        ]);
      await client.query(
        `insert into record_history (clinic_id, patient_id, user_id, event, entity, entity_id, changes, happened_at)
       values ($1, $2, $3, 'patient.update', 'patients', $2, '{"allergies": [null, "NKDA"]}', '2025-03-01T02:00:00Z')`,
        [clinic.id, ids[1], clinic.owner.id],
      );
      await client.query(backfill());
      const { rows } = await client.query(
        `select patient_id::integer, kind, substance, recorded_by_id::integer, recorded_at = '2025-03-01T02:00:00Z' as is_noted
       from allergies where patient_id = any($1) order by patient_id`,
        [ids],
      );
      expect(rows).toEqual([
        { patient_id: ids[0], kind: "text", substance: texts[0], recorded_by_id: null, is_noted: false },
        {
          patient_id: ids[1],
          kind: "none",
          substance: "NKDA",
          recorded_by_id: clinic.owner.id,
          is_noted: true,
        },
        { patient_id: ids[4], kind: "text", substance: "dust", recorded_by_id: null, is_noted: false },
      ]);
    } finally {
      await client.query("rollback");
      await client.end();
    }
  },
);
