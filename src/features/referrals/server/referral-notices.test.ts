import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deletePatient } from "#features/patients/contract.ts";
import {
  cancelReferral,
  declineReferral,
  sendReferral,
  writeReferralLetter,
} from "#features/referrals/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { callsOn, openStage } from "./testing-referrals.ts";

let test: TestApp;
let sender: TestClinic;
let receiver: TestClinic;
let third: TestClinic;
let patientId: number;

const { draft, send, sent, act, claim } = callsOn(() => ({ test, sender, receiver, third, patientId }));

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  ({ sender, receiver, third, patientId } = await openStage(test));
  for (const clinic of [sender, receiver]) await aStaffMember(test, clinic, ["view_patients"]);
});

const notices = (...clinics: TestClinic[]) =>
  test.sql(
    `select user_id::integer, type, title, message, action_type, action_data from notifications
     where clinic_id = any($1) order by id`,
    [clinics.map(({ id }) => id)],
  );
const everyone = () => notices(sender, receiver, third);

describe("a referral", () => {
  it("notifies the receiving owner, when the owner sends it", async () => {
    const id = await sent();
    expect(await everyone()).toEqual([
      {
        user_id: receiver.owner.id,
        type: "info",
        title: "Referral received",
        message: "Dela Peña, Consuelo Rivera, referred by Peñaflor Heart Clinic",
        action_type: "referral",
        action_data: { referralId: id },
      },
    ]);
  });

  it("notifies once for a repeated key, and not when it was refused", async () => {
    const once = { "idempotency-key": "refer-once" };
    await send(sender.owner.token, draft(), once);
    await send(sender.owner.token, draft(), once);
    expect((await send()).statusCode).toBe(409);
    expect(await everyone()).toHaveLength(1);
  });

  it("that staff sends notifies the own owner too", async () => {
    const clerk = await aStaffMember(test, sender, ["view_patients"]);
    const { id } = (await send(clerk.token)).json();
    expect(await notices(receiver)).toHaveLength(1);
    expect(await notices(sender)).toEqual([
      {
        user_id: sender.owner.id,
        type: "info",
        title: "Patient referred",
        message: "Marites Bañez referred Dela Peña, Consuelo Rivera to Mactan Women's Clinic",
        action_type: "patient",
        action_data: { patientId, referralId: id },
      },
    ]);
  });

  it("to a clinic outside Klinika notifies the own owner when staff writes the letter", async () => {
    const clerk = await aStaffMember(test, sender, ["view_patients"]);
    const write = (as: string) =>
      test.call(writeReferralLetter, as, {
        params: { id: patientId },
        body: { toClinicName: "Dr. Santos", referralReason: "Echocardiography" },
      });
    await write(sender.owner.token);
    expect(await everyone()).toEqual([]);
    await write(clerk.token);
    expect(await everyone()).toMatchObject([
      {
        user_id: sender.owner.id,
        type: "warning",
        title: "Referral letter awaiting release",
        message: "Marites Bañez referred Dela Peña, Consuelo Rivera to Dr. Santos",
      },
    ]);
  });
});

describe("the answer", () => {
  it("notifies the sending owner: claimed", async () => {
    const id = await sent();
    await claim(id);
    await claim(id);
    expect(await notices(sender)).toEqual([
      {
        user_id: sender.owner.id,
        type: "success",
        title: "Referral claimed",
        message: "Mactan Women's Clinic accepted Dela Peña, Consuelo Rivera",
        action_type: "patient",
        action_data: { patientId, referralId: id },
      },
    ]);
    expect(await notices(receiver)).toHaveLength(1);
  });

  it("notifies the sending owner: declined, with the reason if there is one", async () => {
    await act(declineReferral, receiver.owner.token, await sent(), { reason: "No echo until December" });
    await act(declineReferral, receiver.owner.token, await sent());
    expect(await notices(sender)).toMatchObject([
      {
        user_id: sender.owner.id,
        type: "warning",
        title: "Referral declined",
        message: "Mactan Women's Clinic declined Dela Peña, Consuelo Rivera: No echo until December",
      },
      { message: "Mactan Women's Clinic declined Dela Peña, Consuelo Rivera" },
    ]);
  });

  it("cancelling by the sender notifies nobody", async () => {
    await act(cancelReferral, sender.owner.token, await sent());
    expect(await notices(sender)).toEqual([]);
  });
});

it("notifications about a patient are deleted in both clinics when the sender deletes the patient", async () => {
  await act(declineReferral, receiver.owner.token, await sent());
  await sent();
  expect(await everyone()).toHaveLength(3);
  await test.call(deletePatient, sender.owner.token, { params: { id: patientId } });
  expect(await everyone()).toEqual([]);
});

it("two clinics whose staff refer to each other concurrently do not deadlock", async () => {
  const clerks = await Promise.all(
    [sender, receiver].map((clinic) => aStaffMember(test, clinic, ["view_patients", "add_patients"])),
  );
  const rounds = Array.from({ length: 6 }, async (_, n) => {
    const [from, to] = n % 2 ? [sender, receiver] : [receiver, sender];
    const params = { id: await aPatient(test, from) };
    return test.call(sendReferral, clerks[n % 2 ? 0 : 1]?.token ?? "", {
      params,
      body: draft({ toClinicId: to.id }),
    });
  });
  const answers = await Promise.all(rounds);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
});
