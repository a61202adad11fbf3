import { expect, it } from "vitest";
import { patientHistory } from "#features/patients/contract.ts";
import { startTestApp } from "#test/app.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";

const test = await startTestApp();

it("shows a page of long changes in shortened form, without reading them whole", async () => {
  const clinic = await aClinic(test);
  const patient = await aPatient(test, clinic);
  await test.sql(
    `insert into record_history (clinic_id, patient_id, user_id, event, entity, changes)
     select $1, $2, $3, 'patient.update', 'patients', jsonb_build_object(
       'remarks', jsonb_build_array(texts.long, 'short'), 'custom_fields', jsonb_build_array(null, jsonb_build_object('note', texts.long)))
     from generate_series(1, 50),
       (select string_agg(md5(m::text), '') as long from generate_series(1, 16000) m) texts`,
    [clinic.id, patient, clinic.owner.id],
  );
  const began = performance.now();
  const answer = await test.call(patientHistory, clinic.owner.token, {
    params: { id: patient },
    query: { limit: "50" },
  });
  // Reading it whole takes more than a second.
  expect(performance.now() - began).toBeLessThan(500);
  const [{ changes }] = answer.json();
  expect(changes.remarks).toEqual([expect.stringMatching(/^.{2000}…$/), "short"]);
  expect(changes.customFields).toEqual([null, { note: expect.stringMatching(/^.{2000}…$/) }]);
});
