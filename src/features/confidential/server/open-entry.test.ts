import { afterAll, beforeAll, expect, it } from "vitest";
import { problems } from "#features/clinical-lists/contract.ts";
import {
  entriesOfOtherDoctors,
  markConfidential,
  openConfidentialEntry,
} from "#features/confidential/contract.ts";
import { patientConsultations } from "#features/consultations/contract.ts";
import { notifications } from "#features/notifications/contract.ts";
import { patientHistory } from "#features/patients/contract.ts";
import { permissions } from "#shared/permissions.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { marker, sender, writeConfidential } from "#test/data/confidential-entries.ts";
import { aClinic, aDoctor, aPatient, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";

let app: TestApp;
let send: ReturnType<typeof sender>;
let clinic: TestClinic;
let doctor: Awaited<ReturnType<typeof aDoctor>>;
let patient: number;
const about = (id: number) => ({ params: { id } });

beforeAll(async () => {
  app = await startTestApp();
  send = sender(app);
  clinic = await aClinic(app);
  doctor = await aDoctor(app, clinic);
  patient = await aPatient(app, clinic);
  await writeConfidential(app, clinic, patient, doctor.token);
});
afterAll(() => app.close());

const open = (id: number, token = clinic.owner.token, reason = "Emergency, the doctor is abroad") =>
  app.call(openConfidentialEntry, token, { params: { id }, body: { reason } });
const listed = () => send(entriesOfOtherDoctors, clinic.owner.token, about(patient));

it("shows a doctor's entries to the doctor alone, also in the history", async () => {
  const another = await aDoctor(app, clinic, { firstName: "Jun", lastName: "Ang" });
  for (const token of [clinic.owner.token, another.token]) {
    const seen = [
      await send(patientConsultations, token, about(patient)),
      await send(problems, token, about(patient)),
    ];
    expect(JSON.stringify(seen)).not.toContain(marker);
  }
  expect(JSON.stringify(await send(patientConsultations, doctor.token, about(patient)))).toContain(marker);
  const history = JSON.stringify(await send(patientHistory, clinic.owner.token, about(patient)));
  expect(history).toContain("consultation.create");
  expect(history).not.toContain(marker);
});

it("lists for the owner what each is, by whom and of when, and nothing of what it says", async () => {
  const entries = await listed();
  expect(new Set(entries.map(({ entry }: { entry: string }) => entry))).toEqual(
    new Set(["consultation", "fullHistory", "prescription", "problem", "medicine", "result", "paper"]),
  );
  expect(entries.map(({ doctorName }: { doctorName: string }) => doctorName)).toContain(
    "Ma. Corazon dela Peña",
  );
  expect(JSON.stringify(entries)).not.toContain(marker);
  for (const token of [doctor.token, (await aStaffMember(app, clinic, permissions)).token])
    expect((await app.call(entriesOfOtherDoctors, token, about(patient))).statusCode).toBe(403);
});

it("opens each of them with a reason, of which the author and the history are told", async () => {
  for (const { id, entry } of await listed()) {
    const answer = await open(id);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json(), entry).toMatchObject({ id, entry, patientId: patient });
    expect(answer.body, entry).toContain(marker);
  }
  const [notice] = await send(notifications, doctor.token);
  expect(notice).toMatchObject({
    title: "Your confidential entry was opened",
    message: expect.stringMatching(
      /^Rafael Peñaflor opened your .* Reason: Emergency, the doctor is abroad$/,
    ),
  });
  const lines = (await send(patientHistory, clinic.owner.token, about(patient))).filter(
    ({ event }: { event: string }) => event === "record.open",
  );
  expect(lines.length).toBe((await listed()).length);
  expect(lines[0].changes).toMatchObject({
    reason: "Emergency, the doctor is abroad",
    doctor: "Ma. Corazon dela Peña",
  });
  // Nothing stays open.
  expect(JSON.stringify(await send(patientConsultations, clinic.owner.token, about(patient)))).not.toContain(
    marker,
  );
});

it("opens nothing without a reason, for another, or of what is not another doctor's", async () => {
  const [{ id }] = await listed();
  expect((await open(id, clinic.owner.token, " ")).statusCode).toBe(400);
  expect((await open(id, doctor.token)).statusCode).toBe(403);
  expect((await open(id, (await aClinic(app)).owner.token)).statusCode).toBe(404);
  const helper = await aStaffMember(app, clinic, permissions);
  const staffMode = await aSession(app, helper.id, { ownerToken: await aSession(app, clinic.owner.id) });
  expect((await open(id, staffMode)).statusCode).toBe(403);
  const own = await aPatient(app, clinic);
  const written = await writeConfidential(app, clinic, own, clinic.owner.token);
  expect(await send(entriesOfOtherDoctors, clinic.owner.token, about(own))).toEqual([]);
  expect((await open(written.consultationId)).statusCode).toBe(404);
  expect(
    (
      await app.call(markConfidential, clinic.owner.token, {
        ...about(patient),
        body: { entries: [{ entry: "consultation", entryId: id }], isConfidential: false },
      })
    ).statusCode,
  ).toBe(404);
});

it("shows what the staff wrote to its author and to every doctor, to release it", async () => {
  const helper = await aStaffMember(app, clinic, permissions);
  const id = await aPatient(app, clinic);
  const [own] = await app.sql<{ id: string }>("select id from practitioners where user_id = $1", [
    clinic.owner.id,
  ]);
  await writeConfidential(app, clinic, id, helper.token, { practitionerId: Number(own?.id) });
  for (const token of [helper.token, doctor.token, clinic.owner.token])
    expect(JSON.stringify(await send(patientConsultations, token, about(id)))).toContain(marker);
  const other = await aStaffMember(app, clinic, permissions);
  expect(JSON.stringify(await send(patientConsultations, other.token, about(id)))).not.toContain(marker);
});
