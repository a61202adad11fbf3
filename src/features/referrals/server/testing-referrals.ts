import { patientHistory } from "#features/patients/contract.ts";
import {
  type cancelReferral,
  claimReferral,
  type declineReferral,
  patientReferrals,
  sendReferral,
  sharedWithMe,
} from "#features/referrals/contract.ts";
import type { TestApp } from "#test/app.ts";
import { aClinicApart } from "#test/data/clinics-apart.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";

/** For tests: a sending clinic, a receiving one, an uninvolved one, and the sender's patient. */
type Stage = {
  test: TestApp;
  sender: TestClinic;
  receiver: TestClinic;
  third: TestClinic;
  patientId: number;
};

export async function openStage(test: TestApp): Promise<Stage> {
  const sender = await aClinic(test, { name: "Peñaflor Heart Clinic" });
  const receiver = await aClinicApart(test, sender, { name: "Mactan Women's Clinic" });
  const third = await aClinic(test);
  const patientId = await aPatient(test, sender, {
    patient_name: "Dela Peña, Consuelo Rivera",
    birthday: "1959-03-08",
    age: null,
    admission_no: "20261120-007",
    hospital: "Chong Hua Hospital - Fuente",
    preop_diagnosis: "Atrial fibrillation",
    postop_diagnosis: null,
    allergies: "penicillin",
    contact_number: "+639175550148",
    address: "14 Sikatuna St., Cebu City",
    chief_complaint: "Palpitations",
    internal_notes: "Owes two visits",
    remarks: "Prefers mornings",
    amount: "1200",
    payment_status: "Overdue",
  });
  return { test, sender, receiver, third, patientId };
}

type Answer = typeof claimReferral | typeof declineReferral | typeof cancelReferral;
type Entry = { event: string };

/** Calls for this setup; the sender's owner sends to the receiver by default. */
export function callsOn(stage: () => Stage) {
  const draft = (changes: object = {}) => ({
    toClinicId: stage().receiver.id,
    referralReason: "Echocardiography and co-management",
    referralNotes: "Holter attached",
    consent: { agreedBy: "Patient", at: "2026-11-20" },
    ...changes,
  });
  const send = (as: string | null = stage().sender.owner.token, body: object = draft(), headers = {}) =>
    stage().test.call(sendReferral, as, { params: { id: stage().patientId }, body, headers });
  const act = (endpoint: Answer, as: string | null, id: number, body?: object) =>
    stage().test.call(endpoint, as, { params: { id }, ...(body && { body }) });
  return {
    draft,
    send,
    act,
    sent: async (body: object = draft()): Promise<number> =>
      (await send(stage().sender.owner.token, body)).json().id,
    claim: (id: number, as: string | null = stage().receiver.owner.token) => act(claimReferral, as, id),
    waiting: async (clinic: TestClinic) => (await stage().test.call(sharedWithMe, clinic.owner.token)).json(),
    outcomes: async (clinic = stage().sender, id = stage().patientId) =>
      (await stage().test.call(patientReferrals, clinic.owner.token, { params: { id } })).json(),
    /** The newest line of that event; views are written in between. */
    noted: async (event: string, clinic = stage().sender, id = stage().patientId) =>
      (await stage().test.call(patientHistory, clinic.owner.token, { params: { id } }))
        .json()
        .find((entry: Entry) => entry.event === event),
  };
}
