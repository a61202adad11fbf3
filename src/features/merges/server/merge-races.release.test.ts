import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addConsultation } from "#features/consultations/contract.ts";
import { mergePatients, undoMerge } from "#features/merges/contract.ts";
import { deletePatient, editPatient, onePatient } from "#features/patients/contract.ts";
import {
  cancelReferral,
  claimReferral,
  declineReferral,
  sendReferral,
} from "#features/referrals/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { aClinicApart } from "#test/data/clinics-apart.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let colleague: TestClinic;
let stays: number;
let goes: number;

beforeAll(async () => {
  test = await startOwnApp();
  clinic = await aClinic(test);
  colleague = await aClinicApart(test, clinic);
});
afterAll(() => test.close());
beforeEach(async () => {
  stays = await aPatient(test, clinic);
  goes = await aPatient(test, clinic);
});

const owner = () => clinic.owner.token;
const merge = (id = stays, otherId = goes, as = owner()) =>
  test.call(mergePatients, as, { params: { id }, body: { otherId } });
const refer = async (id: number, from = clinic, to = colleague): Promise<number> =>
  (
    await test.call(sendReferral, from.owner.token, {
      params: { id },
      body: { toClinicId: to.id, referralReason: "Echocardiography" },
    })
  ).json().id;
const answer = (endpoint: Endpoint, as: TestClinic, id: number, body?: object) =>
  test.call(endpoint, as.owner.token, { params: { id }, ...(body && { body }) });
const times = 12;

it("of two merges of one pair, in both directions, one wins and the other is refused", async () => {
  for (let time = 0; time < times; time += 1) {
    const [one, other] = [await aPatient(test, clinic), await aPatient(test, clinic)];
    const answers = await Promise.all([merge(one, other), merge(other, one), merge(one, other)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404, 404]);
    const left = await test.sql("select id from patients where id in ($1, $2)", [one, other]);
    expect(left).toHaveLength(1);
  }
});

it("a concurrent edit of the other is merged, or refused because the record was merged", async () => {
  for (let time = 0; time < times; time += 1) {
    const [one, other] = [await aPatient(test, clinic), await aPatient(test, clinic)];
    const [merged, edited] = await Promise.all([
      merge(one, other),
      test.call(editPatient, owner(), { params: { id: other }, body: { remarks: `Edit ${time}` } }),
    ]);
    expect(merged.statusCode).toBe(200);
    const { remarks } = (await test.call(onePatient, owner(), { params: { id: one } })).json();
    if (edited.statusCode === 200) expect(remarks).toBe(`Edit ${time}`);
    else {
      expect(edited.json().message).toMatch(/merged into another/);
      expect(remarks).toBeNull();
    }
  }
});

it("an edit of the survivor is never lost", async () => {
  for (let time = 0; time < times; time += 1) {
    const [one, other] = [await aPatient(test, clinic), await aPatient(test, clinic)];
    const [merged, edited] = await Promise.all([
      merge(one, other),
      test.call(editPatient, owner(), { params: { id: one }, body: { remarks: `Edit ${time}` } }),
    ]);
    expect([merged.statusCode, edited.statusCode]).toEqual([200, 200]);
    const { remarks } = (await test.call(onePatient, owner(), { params: { id: one } })).json();
    expect(remarks).toBe(`Edit ${time}`);
  }
});

it("what is added to the other concurrently is merged, or refused because the record was merged", async () => {
  for (let time = 0; time < times; time += 1) {
    const [one, other] = [await aPatient(test, clinic), await aPatient(test, clinic)];
    const [merged, added] = await Promise.all([
      merge(one, other),
      test.call(addConsultation, owner(), {
        body: { ...(acceptedBodies["POST /api/consultations"] as object), patientId: other },
      }),
    ]);
    expect(merged.statusCode).toBe(200);
    const rows = await test.sql("select patient_id from consultations where patient_id = any($1)", [
      [one, other],
    ]);
    if (added.statusCode === 200) expect(rows).toEqual([{ patient_id: String(one) }]);
    else {
      expect(added.json().message).toMatch(/merged into another/);
      expect(rows).toEqual([]);
    }
  }
});

it("a claim of the other's referral succeeds in either order, and the files move", async () => {
  for (let time = 0; time < times; time += 1) {
    const [one, other] = [await aPatient(test, clinic), await aPatient(test, clinic)];
    const referral = await refer(other);
    const [merged, claimed] = await Promise.all([
      merge(one, other),
      answer(claimReferral, colleague, referral),
    ]);
    expect([merged.statusCode, claimed.statusCode]).toEqual([200, 200]);
    const sides = await test.sql(
      "select side, status, original_patient_id, claimed_patient_id from referrals where id = $1 order by side desc",
      [referral],
    );
    const both = {
      status: "claimed",
      original_patient_id: String(one),
      claimed_patient_id: String(claimed.json().patientId),
    };
    expect(sides).toEqual([
      { side: "sent", ...both },
      { side: "received", ...both },
    ]);
  }
});

it("a deletion of either wins or loses as a whole", async () => {
  for (let time = 0; time < times; time += 1) {
    const [one, other] = [await aPatient(test, clinic), await aPatient(test, clinic)];
    await refer(other);
    const [merged, deleted] = await Promise.all([
      merge(one, other),
      test.call(deletePatient, owner(), { params: { id: other } }),
    ]);
    // 503: a deadlock, of which this one may be retried.
    expect([merged.statusCode, deleted.statusCode]).toSatisfy(
      ([a, b]: number[]) =>
        (a === 200 && [404, 503].includes(b ?? 0)) || (b === 200 && [404, 503].includes(a ?? 0)),
    );
  }
  // PostgreSQL checks for a deadlock after a second.
}, 60_000);

it("a referral that was sent for the other is declined and cancelled as before", async () => {
  const declined = await refer(goes);
  await merge();
  expect((await answer(declineReferral, colleague, declined, { reason: "On leave" })).statusCode).toBe(200);
  const again = await aPatient(test, clinic);
  const sent = await refer(again);
  await merge(stays, again);
  expect((await answer(cancelReferral, clinic, sent)).statusCode).toBe(200);
});

it("a referral is not open twice to one clinic", async () => {
  await refer(stays);
  await refer(goes);
  const refused = await merge();
  expect(refused.statusCode).toBe(409);
  expect(refused.json().message).toMatch(/open referral to Clinic/);
});

it("a patient who was claimed from another clinic and merged is recognized by the next referral", async () => {
  const theirs = await aPatient(test, colleague);
  const first = await answer(claimReferral, clinic, await refer(theirs, colleague, clinic));
  await merge(stays, first.json().patientId);
  const second = await answer(claimReferral, clinic, await refer(theirs, colleague, clinic));
  expect(second.json()).toMatchObject({ patientId: stays, isNew: false });
});

it("an undo restores a referral on both sides", async () => {
  const referral = await refer(goes);
  const { id } = (await merge()).json();
  await test.call(undoMerge, owner(), { params: { id } });
  const named = await test.sql("select distinct original_patient_id from referrals where id = $1", [
    referral,
  ]);
  expect(named).toEqual([{ original_patient_id: String(goes) }]);
  expect((await answer(claimReferral, colleague, referral)).statusCode).toBe(200);
});
