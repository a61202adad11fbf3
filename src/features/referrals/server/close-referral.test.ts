import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deletePatient, onePatient } from "#features/patients/contract.ts";
import { answeredReferrals, cancelReferral, declineReferral } from "#features/referrals/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { callsOn, openStage } from "./testing-referrals.ts";

let test: TestApp;
let sender: TestClinic;
let receiver: TestClinic;
let third: TestClinic;
let patientId: number;

const { send, sent, act, claim, waiting, outcomes, noted } = callsOn(() => ({
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

describe("declining and cancelling", () => {
  it("are for owners: declining for the receiver's, cancelling for the sender's", async () => {
    const id = await sent();
    const clerk = await aStaffMember(test, sender, ["view_patients", "edit_patients"]);
    for (const endpoint of [declineReferral, cancelReferral]) {
      expect((await act(endpoint, clerk.token, id)).statusCode).toBe(403);
      expect((await act(endpoint, third.owner.token, id)).statusCode).toBe(404);
    }
    expect((await act(declineReferral, sender.owner.token, id)).statusCode).toBe(404);
    expect((await act(cancelReferral, receiver.owner.token, id)).statusCode).toBe(404);
    expect(
      (await act(declineReferral, receiver.owner.token, id, { reason: "x".repeat(1001) })).statusCode,
    ).toBe(400);
    expect(await outcomes()).toMatchObject([{ status: "pending" }]);
  });

  it("the sender sees a decline with its reason; then it can be sent again", async () => {
    const id = await sent();
    const answer = await act(declineReferral, receiver.owner.token, id, { reason: "No echo until December" });
    expect(answer.json()).toMatchObject({
      id,
      status: "declined",
      declineReason: "No echo until December",
      claimedPatientId: null,
    });
    expect(await outcomes()).toMatchObject([{ status: "declined", declineReason: "No echo until December" }]);
    expect(await waiting(receiver)).toEqual([]);
    expect((await claim(id)).json()).toMatchObject({
      code: "already_done",
      message: "This referral was already declined.",
    });
    expect(await noted("referral.decline")).toMatchObject({
      changes: { byClinic: "Mactan Women's Clinic", reason: "No echo until December" },
    });
    expect((await send()).statusCode).toBe(200);
  });

  it("without a body also declines", async () => {
    expect((await act(declineReferral, receiver.owner.token, await sent())).statusCode).toBe(200);
  });

  it("a cancelled one cannot be claimed, and a claimed one not cancelled", async () => {
    const cancelled = await sent();
    expect((await act(cancelReferral, sender.owner.token, cancelled)).json()).toMatchObject({
      status: "cancelled",
      patientId,
    });
    expect(await waiting(receiver)).toEqual([]);
    expect((await claim(cancelled)).json()).toMatchObject({
      code: "already_done",
      message: "This referral was cancelled by the clinic that sent it.",
    });
    const claimed = await sent();
    await claim(claimed);
    expect((await act(cancelReferral, sender.owner.token, claimed)).statusCode).toBe(409);
    expect((await act(declineReferral, receiver.owner.token, claimed)).statusCode).toBe(409);
    expect(
      await test.sql(
        "select user_id::int, changes from record_history where clinic_id = $1 and event = 'referral.cancel'",
        [sender.id],
      ),
    ).toEqual([
      {
        user_id: sender.owner.id,
        changes: { status: ["pending", "cancelled"], to_clinic: "Mactan Women's Clinic" },
      },
    ]);
  });

  it("of a concurrent cancel and claim one wins, and both rows agree", async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await sent();
      const answers = await Promise.all([
        claim(id),
        act(cancelReferral, sender.owner.token, id),
        act(declineReferral, receiver.owner.token, id),
      ]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
      const statuses = await test.sql<{ status: string }>("select status from referrals where id = $1", [id]);
      expect(new Set(statuses.map(({ status }) => status)).size).toBe(1);
      expect(statuses).toHaveLength(2);
    }
  });
});

describe("deleting the patient", () => {
  it("of the sender withdraws open referrals, and seals what was sent", async () => {
    const id = await sent();
    await test.call(deletePatient, sender.owner.token, { params: { id: patientId } });
    expect(await waiting(receiver)).toEqual([]);
    expect((await claim(id)).statusCode).toBe(404);
    expect(await test.sql("select * from referrals where id = $1", [id])).toEqual([]);
    const [sealed] = await test.sql<{ record: { referrals: { id: number }[] } }>(
      "select record from sealed_records where patient_id = $1",
      [patientId],
    );
    expect(sealed?.record.referrals).toMatchObject([
      { id, referral_reason: "Echocardiography and co-management" },
    ]);
    expect(
      await test.sql(
        "select changes from record_history where clinic_id = $1 and event = 'referral.cancel'",
        [receiver.id],
      ),
    ).toHaveLength(1);
  });

  it("of the sender removes a declined referral's content, also from a repeated key", async () => {
    const id = await sent();
    const decline = () =>
      test.call(declineReferral, receiver.owner.token, {
        params: { id },
        body: { reason: "Full" },
        headers: { "idempotency-key": "decline-once" },
      });
    expect((await decline()).statusCode).toBe(200);
    await test.call(deletePatient, sender.owner.token, { params: { id: patientId } });
    expect((await decline()).statusCode).toBe(404);
  });

  it("of the sender leaves the receiver its own patient", async () => {
    const { patientId: made } = (await claim(await sent())).json();
    await test.call(deletePatient, sender.owner.token, { params: { id: patientId } });
    expect((await test.call(onePatient, receiver.owner.token, { params: { id: made } })).statusCode).toBe(
      200,
    );
    expect(await outcomes(receiver, made)).toMatchObject([{ side: "received", status: "claimed" }]);
  });

  it("of the receiver leaves the sender the outcome", async () => {
    const { patientId: made } = (await claim(await sent())).json();
    await test.call(deletePatient, receiver.owner.token, { params: { id: made } });
    expect(await outcomes()).toMatchObject([{ status: "claimed" }]);
    expect((await test.call(answeredReferrals, receiver.owner.token)).json()).toEqual([]);
  });
});
