import { afterAll, beforeAll, expect, it } from "vitest";
import { notifications } from "#features/notifications/contract.ts";
import {
  answeredReferrals,
  declineReferral,
  sendReferral,
  sharedWithMe,
} from "#features/referrals/contract.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let receiver: TestClinic;
beforeAll(async () => {
  test = await startOwnApp();
  receiver = await aClinic(test);
});
afterAll(() => test.close());

const refer = async (sender: TestClinic, columns: Record<string, string> = {}) =>
  test.call(sendReferral, sender.owner.token, {
    params: { id: await aPatient(test, sender, columns) },
    body: { toClinicId: receiver.id, referralReason: "Please see." },
  });

it("a clinic can send another one 30 referrals an hour, which do not push out the receiver's own notifications", async () => {
  await test.sql(
    `insert into notifications (clinic_id, user_id, type, title, message, created_at)
     values ($1, $2, 'info', 'Prescription awaiting release', 'Juan', now())`,
    [receiver.id, receiver.owner.id],
  );
  const senders = [await aClinic(test), await aClinic(test)];
  for (const sender of senders)
    for (let sent = 0; sent < 30; sent += 1) expect((await refer(sender)).statusCode).toBe(200);
  const refused = await refer(senders[0] as TestClinic);
  expect(refused.statusCode).toBe(429);
  expect(refused.headers["retry-after"]).toBe("3600");
  expect(refused.json().message).toBe(
    "Your clinic has sent many referrals to this clinic. Please try again in an hour.",
  );
  const titles: string[] = (await test.call(notifications, receiver.owner.token))
    .json()
    .map(({ title }: { title: string }) => title);
  expect(titles).toContain("Prescription awaiting release");
  expect(titles.filter((title) => title === "Referral received")).toHaveLength(20);
});

it("at most 100 referrals of a clinic wait for another one's response", async () => {
  const [sender, other] = [await aClinic(test), await aClinic(test)];
  const patients = await Promise.all(Array.from({ length: 100 }, () => aPatient(test, sender)));
  await test.sql(
    `insert into referrals (clinic_id, side, from_clinic_id, to_clinic_id, from_clinic_name, to_clinic_name,
       global_patient_id, original_patient_id, referring_first_name, referring_last_name, referral_reason, patient_name, sex,
       hospital, admission_no, admission_status, shared, date_referred, created_at, updated_at)
     select $1, 'sent', $1, $2, 'A', 'B', gen_random_uuid(), id, 'R', 'P', 'Echo', 'Reyes, Ana', 'F', 'H', 'N',
       'Outpatient', '{}', now(), now(), now()
     from unnest($3::bigint[]) id`,
    [sender.id, receiver.id, patients],
  );
  const refused = await refer(sender);
  expect(refused.statusCode).toBe(429);
  expect(refused.json().message).toBe(
    "100 of your referrals to this clinic are waiting for an answer. Please wait until it has answered some.",
  );
  const elsewhere = await test.call(sendReferral, sender.owner.token, {
    params: { id: await aPatient(test, sender) },
    body: { toClinicId: other.id, referralReason: "Please see." },
  });
  expect(elsewhere.statusCode).toBe(200);
});

it("long texts are shortened in the lists of referrals", async () => {
  const long = "x".repeat(199_000);
  const senders = [await aClinic(test), await aClinic(test)];
  for (let sent = 0; sent < 43; sent += 1)
    await refer(senders[sent % 2] as TestClinic, { preop_diagnosis: long, postop_diagnosis: long });
  for (const query of [{}, { limit: "100" }]) {
    const answer = await test.call(sharedWithMe, receiver.owner.token, { query });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().length).toBeGreaterThan(43);
    expect(answer.json()[0].patient.preopDiagnosis).toBe(`${"x".repeat(4000)} …`);
    await test.call(declineReferral, receiver.owner.token, { params: { id: answer.json()[0].id }, body: {} });
  }
  expect((await test.call(answeredReferrals, receiver.owner.token)).json()).toHaveLength(2);
});
