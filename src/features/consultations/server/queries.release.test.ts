import { expect, it } from "vitest";
import { patientConsultations } from "#features/consultations/contract.ts";
import { startTestApp } from "#test/app.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";

const test = await startTestApp();

it("consultations of more than 16 MB come in shorter pages, without loss", async () => {
  const clinic = await aClinic(test);
  const patientId = await aPatient(test, clinic);
  await test.sql(
    `insert into consultations (clinic_id, patient_id, diagnosis, created_at)
     select $1, $2, repeat('a', 1000000), now() - make_interval(mins => n)
     from generate_series(1, 20) n, set_config('app.event', 'consultation.create', true)`,
    [clinic.id, patientId],
  );
  const read = (query?: Record<string, string>) =>
    test.call(patientConsultations, clinic.owner.token, {
      params: { id: patientId },
      ...(query && { query }),
    });
  const whole = await read();
  expect([whole.statusCode, whole.json().message]).toEqual([
    413,
    "This is too much for one response. Request it in pages, with a smaller limit.",
  ]);
  const ids = new Set<number>();
  let cursor: string | undefined;
  do {
    const page = await read({ limit: "25", ...(cursor && { cursor }) });
    expect(page.statusCode).toBe(200);
    for (const { id } of page.json()) ids.add(id);
    cursor = page.headers["x-next-cursor"] as string | undefined;
  } while (cursor);
  expect(ids.size).toBe(20);
});
