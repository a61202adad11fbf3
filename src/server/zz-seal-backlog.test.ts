import { afterAll, beforeAll, expect, test as it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient } from "#test/factories.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it("a clinic's long rows do not keep the record history of every clinic from being sealed", async () => {
  const clinic = await aClinic(test);
  const neighbour = await aClinic(test);
  await aPatient(test, neighbour);
  // What two minutes of PATCH /api/patients/:id with 990 kB of \u0001 in a body leave: old and new value in each row.
  await test.sql(
    `insert into record_history (clinic_id, user_id, event, entity, changes, happened_at)
     select $1, $2, 'patient.update', 'patients', jsonb_build_object('remarks', jsonb_build_array(repeat(chr(1), 170000), repeat(chr(1), 170000))),
            now() - interval '10 minutes' from generate_series(1, 1200)`,
    [clinic.id, clinic.owner.id],
  );
  const later = new Date(Date.now() + 60_000);
  // Several runs, as a minute's job does: each should seal at least a part.
  for (let run = 0; run < 3; run += 1)
    await test.app.kit.databases.narrow.rows("seal_record_history", [later]).catch(() => undefined);
  const sealed = await test.sql("select 1 from record_history_seals where clinic_id = $1", [neighbour.id]);
  expect(sealed).not.toEqual([]);
}, 180_000);
