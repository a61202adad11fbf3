import { expect, it } from "vitest";
import { deletePatient } from "#features/patients/contract.ts";
import { startTestApp } from "#test/app.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";

const test = await startTestApp();

// It writes a row of 256 MB.
it("reports a record that is too large to be sealed, and deletes nothing", {
  timeout: 60_000,
}, async () => {
  const clinic = await aClinic(test);
  const id = await aPatient(test, clinic);
  // Without triggers: how the rows were written does not matter here.
  await test.sql("set session_replication_role = replica");
  await test.sql(
    "insert into consultations (clinic_id, patient_id, notes) values ($1, $2, repeat('x', 256 * 1024 * 1024))",
    [clinic.id, id],
  );
  await test.sql("set session_replication_role = origin");
  const refused = await test.call(deletePatient, clinic.owner.token, { params: { id } });
  expect([refused.statusCode, refused.json().message]).toEqual([
    422,
    expect.stringContaining("archive the patient instead"),
  ]);
  expect(await test.sql("select 1 from patients where id = $1", [id])).toHaveLength(1);
});
