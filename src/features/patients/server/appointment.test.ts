import { afterAll, beforeAll, expect, test } from "vitest";
import { completeConsultation, todaysConsultations } from "#features/consultations/contract.ts";
import { editPatient } from "#features/patients/contract.ts";
import { atInstant, startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aSession, type TestClinic } from "#test/data/factories.ts";

let app: TestApp;
let clinic: TestClinic;
let token: string;
beforeAll(async () => {
  app = await startTestApp();
  clinic = await aClinic(app);
  token = clinic.owner.token;
});
afterAll(() => app.close());

const todaysIds = async () =>
  (await app.call(todaysConsultations, token)).json().map((item: { id: number }) => item.id);

test("an appointment puts a patient whose visit was done back on the list, on its day", async () => {
  const id = await aPatient(app, clinic, { created_at: "2026-10-01T02:00:00Z" });
  await app.call(completeConsultation, token, { params: { id } });
  const appointmentTime = "2026-11-21T01:30:00.000Z";
  await app.call(editPatient, token, { params: { id }, body: { appointmentTime } });
  expect(await todaysIds()).not.toContain(id);

  atInstant(app, new Date("2026-11-21T00:10:00Z"));
  token = await aSession(app, clinic.owner.id);
  expect(await todaysIds()).toContain(id);
  await app.call(completeConsultation, token, { params: { id } });
  // Saving the form again with the same appointment opens no second visit.
  await app.call(editPatient, token, {
    params: { id },
    body: { appointmentTime, remarks: "seen" },
  });
  expect(await todaysIds()).not.toContain(id);
});
