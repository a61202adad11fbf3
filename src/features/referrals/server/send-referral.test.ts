import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { editPatient, onePatient } from "#features/patients/contract.ts";
import {
  availableClinics,
  patientReferrals,
  sharedWithMe,
  waitingReferralCount,
} from "#features/referrals/contract.ts";
import { atInstant, startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { callsOn, openStage } from "./testing-referrals.ts";

let test: TestApp;
let sender: TestClinic;
let receiver: TestClinic;
let third: TestClinic;
let patientId: number;

const { draft, send, sent, waiting, outcomes, noted } = callsOn(() => ({
  test,
  sender,
  receiver,
  third,
  patientId,
}));

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  ({ sender, receiver, third, patientId } = await openStage(test));
});

const everyRow = () => test.sql("select to_jsonb(r) as row from referrals r order by id, side");

describe("the clinics to choose from", () => {
  const list = async (as: string | null) => test.call(availableClinics, as);

  it("are every other clinic whose members can sign in, with the doctor's name and verification", async () => {
    await test.sql("update clinics set address = 'Lapu-Lapu City' where id = $1", [receiver.id]);
    await test.sql("update clinics set address = '' where id = $1", [third.id]);
    const inactive = await aClinic(test);
    await test.sql("update clinics set is_active = false where id = $1", [inactive.id]);
    const suspended = await aClinic(test);
    await test.sql("update clinics set subscription_status = 'suspended' where id = $1", [suspended.id]);
    const clinics: { id: number }[] = (await list(sender.owner.token)).json();
    const unverified = { isVerified: false, doctorName: expect.any(String), licenseNumber: "0098412" };
    const known = (id: number) => clinics.filter((clinic) => clinic.id === id);
    expect(known(receiver.id)).toEqual([
      { ...unverified, id: receiver.id, name: "Mactan Women's Clinic", address: "Lapu-Lapu City" },
    ]);
    expect(known(third.id)).toEqual([{ ...unverified, id: third.id, name: third.name, address: null }]);
    for (const { id } of [sender, inactive, suspended]) expect(known(id)).toEqual([]);
  });
});

describe("sending", () => {
  it("of another clinic's patient is 404 and stores nothing", async () => {
    const before = await everyRow();
    expect((await send(third.owner.token)).statusCode).toBe(404);
    expect(await everyRow()).toEqual(before);
  });

  it.each([
    ["referralReason", { referralReason: "  " }, "Referral reason is required"],
    ["pregnancy", { pregnancy: "x".repeat(1001) }, "Use at most 1,000 characters"],
    ["currentMedicines", { currentMedicines: "x".repeat(5001) }, "Use at most 5,000 characters"],
    ["toClinicId", { toClinicId: 0 }, "Please select a clinic"],
    ["toClinicId", { toClinicId: 1 }, "This clinic cannot receive referrals. Please choose another one."],
    ["consent.agreedBy", { consent: { agreedBy: "", at: "2026-11-20" } }, "Say who agreed"],
    [
      "consent.at",
      { consent: { agreedBy: "Patient", at: "2026-11-21" } },
      "The day of the consent cannot be in the future",
    ],
  ])("names %s when it is wrong", async (field, change, message) => {
    const answer = await send(sender.owner.token, draft(change));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields[field]).toBe(message);
  });

  it("to the own clinic, or to one that is suspended, is refused", async () => {
    expect((await send(sender.owner.token, draft({ toClinicId: sender.id }))).statusCode).toBe(400);
    await test.sql("update clinics set subscription_status = 'suspended' where id = $1", [receiver.id]);
    expect((await send()).statusCode).toBe(400);
  });

  it("shows the receiver exactly the listed fields, as of the referral, and a third clinic nothing", async () => {
    const answer = await send();
    expect(answer.statusCode).toBe(200);
    await test.call(editPatient, sender.owner.token, {
      params: { id: patientId },
      body: { preopDiagnosis: "Written the day after", admissionStatus: "Admitted" },
    });
    expect(await waiting(receiver)).toEqual([
      {
        id: answer.json().id,
        patient: {
          patientName: "Dela Peña, Consuelo Rivera",
          age: 67,
          sex: "F",
          hospital: "Chong Hua Hospital - Fuente",
          admissionNo: "20261120-007",
          admissionStatus: "Outpatient",
          preopDiagnosis: "Atrial fibrillation",
          postopDiagnosis: null,
        },
        referringDoctor: { firstName: "Rafael", lastName: "Peñaflor" },
        fromClinic: { name: "Peñaflor Heart Clinic" },
        dateReferred: "2026-11-20T02:42:00Z",
        referralReason: "Echocardiography and co-management",
        referralNotes: "Holter attached",
      },
    ]);
    expect(await waiting(third)).toEqual([]);
    expect(await waiting(sender)).toEqual([]);
    expect(
      (await test.call(onePatient, receiver.owner.token, { params: { id: patientId } })).statusCode,
    ).toBe(404);
  });

  it("is in the sender's record as pending, with or without the consent", async () => {
    await sent();
    await sent(draft({ toClinicId: third.id, consent: undefined, referralNotes: "" }));
    expect(await outcomes()).toMatchObject([
      { status: "pending", consent: null, referralNotes: null, side: "sent" },
      {
        status: "pending",
        side: "sent",
        patientId,
        toClinicName: "Mactan Women's Clinic",
        consent: { agreedBy: "Patient", at: "2026-11-19T16:00:00Z" },
        answeredAt: null,
      },
    ]);
  });

  it("twice to the same clinic is 409 while the first is open, also when sent concurrently", async () => {
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect((await send()).json()).toMatchObject({
      code: "taken",
      message: "This patient already has an open referral to this clinic. Cancel that one first.",
    });
    expect((await send(sender.owner.token, draft({ toClinicId: third.id }))).statusCode).toBe(200);
    expect(await waiting(receiver)).toHaveLength(1);
  });

  it("with the same key is one referral", async () => {
    const headers = { "idempotency-key": "refer-once" };
    const first = await send(sender.owner.token, draft(), headers);
    const again = await send(sender.owner.token, draft(), headers);
    expect(again.json()).toEqual(first.json());
    expect(await outcomes()).toHaveLength(1);
  });

  it("by staff names the clinic's doctor, and the history the sender and what is shared", async () => {
    const clerk = await aStaffMember(test, sender, ["view_patients"]);
    expect((await send(clerk.token)).json().referringDoctor).toEqual({
      firstName: "Rafael",
      lastName: "Peñaflor",
    });
    expect(await noted("referral.send")).toMatchObject({
      userName: "Marites Bañez",
      changes: {
        toClinic: "Mactan Women's Clinic",
        consent: "Patient, November 20, 2026",
        sharedWhenAccepted:
          "Demographics, contact details, allergies, chief complaint, diagnoses and surgical procedure",
      },
    });
    expect(
      await test.sql("select event, user_id, patient_id, changes from record_history where clinic_id = $1", [
        receiver.id,
      ]),
    ).toEqual([
      {
        event: "referral.receive",
        user_id: null,
        patient_id: null,
        changes: { from_clinic: "Peñaflor Heart Clinic" },
      },
    ]);
  });
});

describe("lists", () => {
  it("page by key, newest first", async () => {
    const ids: number[] = [];
    for (const day of ["18", "19", "20"]) {
      atInstant(test, new Date(`2026-11-${day}T02:00:00Z`));
      const token = await aSession(test, sender.owner.id);
      patientId = await aPatient(test, sender);
      ids.unshift((await send(token, draft({ consent: undefined }))).json().id);
    }
    const token = await aSession(test, receiver.owner.id);
    const page = (query: Record<string, string>) => test.call(sharedWithMe, token, { query });
    const first = await page({ limit: "2" });
    const second = await page({ limit: "2", cursor: String(first.headers["x-next-cursor"]) });
    const idsOf = (answer: { json(): { id: number }[] }) => answer.json().map(({ id }) => id);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
    expect((await test.call(waitingReferralCount, token)).json()).toEqual({ count: ids.length });
    expect(second.headers["x-next-cursor"]).toBeUndefined();
    expect((await page({ limit: "2", cursor: "nonsense" })).statusCode).toBe(400);
  });

  it("of a patient need the right to view patients, in the own clinic", async () => {
    const clerk = await aStaffMember(test, sender, ["view_patients"]);
    const list = (as: string | null) => test.call(patientReferrals, as, { params: { id: patientId } });
    expect((await list(third.owner.token)).statusCode).toBe(404);
    expect((await list(clerk.token)).json()).toEqual([]);
  });
});
