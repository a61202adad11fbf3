import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addAllergy, changeAllergy, medicines, stopPrescribed } from "#features/clinical-lists/contract.ts";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { markConfidential } from "#features/confidential/contract.ts";
import { mergePatients, undoMerge } from "#features/merges/contract.ts";
import { patientHistory } from "#features/patients/contract.ts";
import {
  medicinesInUse,
  type Prescription,
  patientPrescriptions,
  prescriptionPdf,
  releasePrescription,
  savePrescription,
  withdrawPrescription,
} from "#features/prescriptions/contract.ts";
import { copyRecord } from "#features/record-copy/contract.ts";
import { startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic, type TestUser } from "#test/data/factories.ts";
import { wordsOf } from "#test/pdf-text.ts";

let test: TestApp;
let clinic: TestClinic;
let token: string;
let secretary: TestUser;
let id: number;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(testNow);
  clinic = await aClinic(test);
  token = clinic.owner.token;
  secretary = await aStaffMember(test, clinic, ["view_patients"]);
  id = await aPatient(test, clinic, { patient_name: "Dela Peña, Consuelo" });
});

const reason = "Wrong medicine";
const draft = (name = "amlodipine", duration = "30 days") => ({
  physicianName: "Rafael Peñaflor",
  physicianLicense: "0098412",
  medications: [{ name, dosage: "1 tab", frequency: "OD", duration }],
});
const save = async (body: object = draft(), as = token, headers = {}): Promise<Prescription> =>
  (await test.call(savePrescription, as, { params: { id }, body, headers })).json();
const withdraw = (rxId: number, as: string | null = token, body: object = { reason }, patient = id) =>
  test.call(withdrawPrescription, as, { params: { id: patient, rxId }, body });
const release = (rxId: number) => test.call(releasePrescription, token, { params: { id, rxId } });
const list = async (query: Record<string, string> = {}, patient = id): Promise<Prescription[]> =>
  (await test.call(patientPrescriptions, token, { params: { id: patient }, query })).json();

describe("POST /api/patients/:id/prescriptions/:rxId/withdraw", () => {
  it("refuses another clinic or patient, and a missing reason", async () => {
    const saved = await save();
    const other = await aClinic(test);
    expect((await withdraw(saved.id, other.owner.token)).statusCode).toBe(404);
    expect((await withdraw(saved.id, token, { reason }, await aPatient(test, clinic))).statusCode).toBe(404);
    for (const body of [{}, { reason: "  " }])
      expect((await withdraw(saved.id, token, body)).json().fields).toEqual({
        reason: "Say why it is withdrawn",
      });
    expect(await list()).toEqual([saved]);
  });

  it("keeps what was written, beside who withdrew it, when and why", async () => {
    const saved = await save();
    test.setNow(new Date("2026-11-20T02:50:00Z"));
    const withdrawn = {
      ...saved,
      status: "withdrawn",
      withdrawnByName: "Rafael Peñaflor",
      withdrawnAt: "2026-11-20T02:50:00Z",
      withdrawReason: reason,
    };
    expect((await withdraw(saved.id)).json()).toEqual(withdrawn);
    expect(await list()).toEqual([withdrawn]);
    const [entry] = (await test.call(patientHistory, token, { params: { id } })).json();
    expect(entry).toMatchObject({
      label: "Prescription withdrawn",
      changes: { status: ["final", "withdrawn"], withdrawReason: [null, reason] },
    });
  });

  it("is for the doctor, and before its release also for who prepared it", async () => {
    const prepared = await save(draft(), secretary.token);
    const colleague = await aStaffMember(test, clinic, ["view_patients"]);
    expect((await withdraw(prepared.id, colleague.token)).json()).toMatchObject({ code: "forbidden" });
    await release(prepared.id);
    expect((await withdraw(prepared.id, secretary.token)).json()).toMatchObject({
      code: "forbidden",
      message: "This prescription was released. Only the doctor can withdraw it.",
    });
    expect((await withdraw(prepared.id)).json()).toMatchObject({ status: "withdrawn" });
    const another = await save(draft(), secretary.token);
    expect((await withdraw(another.id, secretary.token)).json()).toMatchObject({
      status: "withdrawn",
      releasedAt: null,
      withdrawnByName: "Marites Bañez",
    });
  });

  it("is final: it is not withdrawn again, released or printed, also by the repeated key of its save", async () => {
    const headers = { "idempotency-key": "one-save" };
    const { id: rxId } = await save(draft(), token, headers);
    await withdraw(rxId);
    const answers = [
      await withdraw(rxId, token, { reason: "Wrong patient" }),
      await release(rxId),
      await test.call(prescriptionPdf, token, { params: { id, rxId } }),
      await test.call(savePrescription, token, {
        params: { id },
        body: draft(),
        headers,
        query: { format: "pdf" },
      }),
    ];
    expect(answers.map(({ statusCode, json }) => [statusCode, json().code])).toEqual(
      answers.map(() => [409, "withdrawn"]),
    );
    expect(answers[2]?.json().message).toBe("This prescription was withdrawn and can't be printed any more.");
    expect(await save(draft(), token, headers)).toMatchObject({ id: rxId, status: "withdrawn" });
    expect(await list()).toMatchObject([{ withdrawReason: reason }]);
    const prints = "select 1 from record_history where clinic_id = $1 and event = 'prescription.print'";
    expect(await test.sql(prints, [clinic.id])).toEqual([]);
  });

  it("happens once when two press at once, whoever releases it meanwhile", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id: rxId } = await save(draft(), secretary.token);
      const [one, other, released] = await Promise.all([
        withdraw(rxId, token, { reason: "One" }),
        withdraw(rxId, secretary.token, { reason: "Other" }),
        release(rxId),
      ]);
      const statuses = [one.statusCode, other.statusCode];
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect([200, 409]).toContain(released.statusCode);
      expect((await list())[0]).toMatchObject({
        id: rxId,
        status: "withdrawn",
        withdrawReason: one.statusCode === 200 ? "One" : "Other",
      });
    }
  });

  it("finds no confidential one of another user", async () => {
    const { id: rxId } = await save(draft(), secretary.token);
    const entries = [{ entry: "prescription", entryId: rxId }];
    await test.call(markConfidential, token, { params: { id }, body: { entries, isConfidential: true } });
    const colleague = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
    expect((await withdraw(rxId, colleague.token)).statusCode).toBe(404);
    expect((await withdraw(rxId, secretary.token)).json()).toMatchObject({
      status: "withdrawn",
      isConfidential: true,
    });
  });
});

it("the database stores no withdrawal without who, when and why", async () => {
  const { id: rxId } = await save();
  for (const columns of [
    "status = 'withdrawn'",
    "status = 'withdrawn', withdrawn_at = now(), withdrawn_by_id = prepared_by_id",
    "withdrawn_at = now(), withdrawn_by_id = prepared_by_id, withdraw_reason = 'x'",
  ])
    await expect(
      test.sql(
        `with event as materialized (select set_config('app.event', 'prescription.withdraw', true))
         update prescriptions set ${columns} from event where id = $1`,
        [rxId],
      ),
    ).rejects.toThrow("prescriptions_withdrawn_check");
});

describe("a withdrawn prescription", () => {
  it("is not the last to repeat", async () => {
    const earlier = await save(draft("losartan"));
    const wrong = await save();
    await withdraw(wrong.id);
    const idsOf = (rows: Prescription[]) => rows.map((row) => row.id);
    expect(idsOf(await list({ limit: "1" }))).toEqual([wrong.id]);
    expect(idsOf(await list({ limit: "1", withdrawn: "without" }))).toEqual([earlier.id]);
    const mistaken = await test.call(patientPrescriptions, token, {
      params: { id },
      query: { withdrawn: "no" },
    });
    expect(mistaken.json().fields).toEqual({ withdrawn: "Use without" });
  });

  it("is none of the medicines now, where the one before it counts again", async () => {
    const rows = async () =>
      (await test.call(medicines, token, { params: { id } }))
        .json()
        .map(({ generic, until }: { generic: string; until: string }) => [generic, until]);
    await save(draft("amlodipine", "10 days"));
    const wrong = await save(draft("Amlodipine", "30 days"));
    expect(await rows()).toEqual([["Amlodipine", "2026-12-19"]]);
    await withdraw(wrong.id);
    expect(await rows()).toEqual([["amlodipine", "2026-11-29"]]);
    const head = (await test.call(summary, token, { params: { id } })).json();
    expect(head.medicines).toMatchObject([{ generic: "amlodipine" }]);
    const stop = await test.call(stopPrescribed, token, {
      params: { id },
      body: { prescriptionId: wrong.id, item: 0, stopReason: "Rash" },
    });
    expect([stop.statusCode, stop.json().code]).toEqual([409, "withdrawn"]);
  });

  it("does not wait to be released", async () => {
    const prepared = await save(draft(), secretary.token);
    await withdraw(prepared.id, secretary.token);
    expect((await test.call(summary, token, { params: { id } })).json().pending).toEqual([]);
  });

  it("suggests no medicine", async () => {
    const offered = async () => (await test.call(medicinesInUse, token)).json();
    await save();
    const wrong = await save();
    expect(await offered()).toHaveLength(1);
    await withdraw(wrong.id);
    expect(await offered()).toEqual([]);
  });

  it("is marked in the patient's copy", async () => {
    const wrong = await save();
    await withdraw(wrong.id);
    const copy = (format: string) =>
      test.call(copyRecord, token, { params: { id }, body: { reason: "RA 10173", format } });
    expect((await copy("json")).json().prescriptions).toMatchObject([
      { status: "withdrawn", withdrawReason: reason },
    ]);
    expect(await wordsOf((await copy("pdf")).rawPayload)).toContain(
      "Prescription, November 20, 2026 (withdrawn on November 20, 2026)",
    );
  });

  it("stays withdrawn through a merge and its undo", async () => {
    const wrong = await save();
    const stays = await aPatient(test, clinic, { patient_name: "Dela Peña, Consuelo R." });
    const merge = await test.call(mergePatients, token, { params: { id: stays }, body: { otherId: id } });
    expect((await withdraw(wrong.id, token, { reason }, stays)).statusCode).toBe(200);
    await test.call(undoMerge, token, { params: { id: merge.json().id } });
    expect(await list({}, stays)).toEqual([]);
    expect(await list()).toMatchObject([{ id: wrong.id, status: "withdrawn", withdrawReason: reason }]);
  });
});

describe("POST /api/patients/:id/prescriptions/:rxId/release", () => {
  const allergic = async (substance: string): Promise<number> =>
    (await test.call(addAllergy, token, { params: { id }, body: { substance } })).json().id;
  const later = () => test.setNow(new Date("2026-11-20T03:10:00Z"));

  it("refuses what an allergy recorded since concerns, until that was recorded in error", async () => {
    const prepared = await save(draft("amoxicillin"), secretary.token);
    later();
    const rowId = await allergic("Penicillin");
    const refused = await release(prepared.id);
    expect([refused.statusCode, refused.json().message]).toEqual([
      422,
      "Allergy on record: Penicillin. Amoxicillin is a penicillin. Withdraw it, and write it anew with the reason if it is to be given.",
    ]);
    expect((await list())[0]?.status).toBe("prepared");
    await test.call(changeAllergy, token, { params: { id, rowId }, body: { state: "entered_in_error" } });
    expect((await release(prepared.id)).json().status).toBe("final");
  });

  it("releases what has a reason for the allergies recorded by then, and nothing that has none", async () => {
    await allergic("Penicillin");
    const body = { ...draft("amoxicillin"), allergyReason: "Tolerated in 2025" };
    const [answered, meanwhile] = [await save(body, secretary.token), await save(body, secretary.token)];
    const without = await save(draft("amoxicillin"), secretary.token);
    expect((await release(answered.id)).json().status).toBe("final");
    expect((await release(without.id)).statusCode).toBe(422);
    expect((await release((await save(draft(), secretary.token)).id)).statusCode).toBe(200);
    later();
    await allergic("Amoxicillin");
    expect((await release(meanwhile.id)).json().message).toContain("Amoxicillin is recorded as an allergy.");
    // The doctor's own decision, released before, stays.
    expect((await release(answered.id)).json().status).toBe("final");
  });
});
