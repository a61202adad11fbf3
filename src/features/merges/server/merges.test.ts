import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  addAllergy,
  addMedicine,
  addProblem,
  allergies,
  medicines,
  problems,
} from "#features/clinical-lists/contract.ts";
import { addConsultation, patientConsultations } from "#features/consultations/contract.ts";
import { changeContacts, household } from "#features/households/contract.ts";
import { addImmunization, immunizations } from "#features/immunizations/contract.ts";
import {
  dismissDuplicate,
  duplicatePairs,
  listMerges,
  mergePatients,
  proposeMerge,
  undoMerge,
} from "#features/merges/contract.ts";
import { notifications } from "#features/notifications/contract.ts";
import {
  addPatient,
  deletePatient,
  editPatient,
  listPatients,
  onePatient,
  patientHistory,
} from "#features/patients/contract.ts";
import { addVisit } from "#features/visits/contract.ts";
import { functionsInScope } from "#server/database/functions-in-scope.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { startTestApp, type TestApp, testNow } from "#test/app.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let stranger: TestClinic;
let token: string;
let stays: number;
let goes: number;
let made = 0;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  stranger = await aClinic(test);
  token = clinic.owner.token;
});
afterAll(() => test.close());
beforeEach(async () => {
  made += 1;
  stays = await aPatient(test, clinic, {
    patient_name: `Dela Peña, Consuelo ${made}`,
    admission_no: `20240112-${made}`,
    birthday: `1961-03-${String(1 + (made % 28)).padStart(2, "0")}`,
    address: "Mandaue City",
    allergies: "Sulfa",
  });
  goes = await aPatient(test, clinic, {
    patient_name: `De la Pena, Ma. Consuelo ${made}`,
    admission_no: `20261118-${made}`,
    birthday: `1961-03-${String(1 + (made % 28)).padStart(2, "0")}`,
    address: "Blk 4 Lot 9, Brgy. Banilad",
    email: "consuelo@patient.test",
    allergies: "No known allergies",
  });
});

const merge = (id = stays, otherId = goes, choices: object = {}, as: string | null = token) =>
  test.call(mergePatients, as, { params: { id }, body: { otherId, choices } });
const undo = (id: number, as: string | null = token) => test.call(undoMerge, as, { params: { id } });
const patient = async (id: number) => (await test.call(onePatient, token, { params: { id } })).json();
const rows = <R extends object>(text: string, ...values: unknown[]) => test.sql<R>(text, values);

describe("a merge", () => {
  it("is of two records of the clinic", async () => {
    expect((await merge(stays, goes, {}, stranger.owner.token)).statusCode).toBe(404);
    expect((await merge(stays, await aPatient(test, stranger))).statusCode).toBe(404);
    expect((await merge(stays, stays)).json()).toMatchObject({ fields: { otherId: expect.any(String) } });
    expect((await merge(stays, goes, { admissionNo: "other" })).statusCode).toBe(400);
    expect((await merge(stays, goes, { sex: "both" })).statusCode).toBe(400);
  });

  it("applies the choices, and takes the other's value where the survivor's is empty", async () => {
    const answer = await merge(stays, goes, { address: "other", patientName: "survivor" });
    expect(answer.json()).toMatchObject({ patientId: stays, undoUntil: "2026-12-20T02:42:00.000Z" });
    expect(await patient(stays)).toMatchObject({
      patientName: `Dela Peña, Consuelo ${made}`,
      admissionNo: `20240112-${made}`,
      address: "Blk 4 Lot 9, Brgy. Banilad",
      email: "consuelo@patient.test",
    });
  });

  it("keeps an empty field when that was chosen", async () => {
    await merge(stays, goes, { email: "survivor" });
    expect(await patient(stays)).toMatchObject({ email: null });
  });

  it("joins the allergies of both, and that none were known", async () => {
    await merge();
    expect(await patient(stays)).toMatchObject({ allergies: "Sulfa" });
    const kept = await rows(
      "select substance, state from allergies where patient_id = $1 and kind = 'none'",
      stays,
    );
    expect(kept).toEqual([{ substance: "No known allergies", state: "replaced" }]);
    const entries = (await test.call(patientHistory, token, { params: { id: stays } })).json();
    expect(entries).toContainEqual(
      expect.objectContaining({
        event: "patient.merge",
        entity: "allergies",
        changes: { state: ["active", "replaced"] },
      }),
    );
  });

  it("keeps what is taken now beside a course of the same medicine that has ended", async () => {
    const add = (id: number, body: object) =>
      test.call(addMedicine, token, { params: { id }, body: { generic: "Amoxicillin", ...body } });
    await add(stays, { until: "2026-10-01" });
    expect((await add(goes, { dose: "500 mg" })).statusCode).toBe(200);
    await merge();
    expect((await test.call(medicines, token, { params: { id: stays } })).json()).toMatchObject([
      { dose: "500 mg", state: "active", until: null },
      { dose: null, state: "ended", until: "2026-10-01" },
    ]);
  });

  it("joins what both say of one allergy, problem, medicine and dose", async () => {
    const add = async (endpoint: Endpoint, first: object, second: object) => {
      for (const [id, body] of [
        [stays, first],
        [goes, second],
      ] as const)
        expect((await test.call(endpoint, token, { params: { id }, body })).statusCode).toBe(200);
    };
    const both = async (endpoint: Endpoint, same: object, first: object, second: object) =>
      add(endpoint, { ...same, ...first }, { ...same, ...second });
    await both(
      addAllergy,
      { substance: "Penicillin" },
      { reaction: "Rash; hives", severity: "mild", howKnown: "told_by_patient" },
      { reaction: "Anaphylaxis; HIVES", severity: "severe", howKnown: "tested" },
    );
    await both(addProblem, { words: "Hypertension" }, { since: "2018" }, { since: "2015-03", code: "I10" });
    await both(addMedicine, { generic: "Amlodipine" }, { since: "2019" }, { since: "2019-05", dose: "5 mg" });
    const dose = { vaccine: "BCG", dose: 1, date: "2026-01-05" };
    await both(addImmunization, dose, { isElsewhere: true, lot: "L1" }, { brand: "X", lot: "l1" });
    expect((await merge()).statusCode).toBe(200);
    const list = async (endpoint: Endpoint) =>
      (await test.call(endpoint, token, { params: { id: stays } })).json();
    expect(await list(allergies)).toContainEqual(
      expect.objectContaining({
        substance: "Penicillin",
        reaction: "Rash; hives; Anaphylaxis",
        severity: "severe",
        howKnown: "tested",
        state: "active",
      }),
    );
    expect(await list(problems)).toMatchObject([{ words: "Hypertension", since: "2015-03", code: "I10" }]);
    expect(await list(medicines)).toMatchObject([{ generic: "Amlodipine", since: "2019-05", dose: "5 mg" }]);
    expect(await list(immunizations)).toMatchObject([{ isElsewhere: false, brand: "X", lot: "L1" }]);
  });

  it("keeps the other record's contact person in the remarks", async () => {
    const contact = (id: number, name: string) =>
      test.call(changeContacts, token, {
        params: { id },
        body: { nextOfKin: { name, relation: "Child", phone: "0917 555 0101" } },
      });
    await test.call(editPatient, token, { params: { id: stays }, body: { remarks: "Came by bus" } });
    await contact(stays, "Dela Peña, Ana");
    await contact(goes, "Dela Peña, Ben");
    const { id } = (await merge()).json();
    expect(await patient(stays)).toMatchObject({
      remarks: "Came by bus\nNext of kin in the merged record: Dela Peña, Ben (Child), 0917 555 0101",
    });
    await undo(id);
    expect(await patient(stays)).toMatchObject({ remarks: "Came by bus" });
  });

  it("joins two texts", async () => {
    const typed = await aPatient(test, clinic, { allergies: "Penicillin, rash" });
    await merge(stays, typed);
    expect(await patient(stays)).toMatchObject({ allergies: "Sulfa; Penicillin, rash" });
  });

  it("old links, lists and the old number lead to the survivor, also through a third record", async () => {
    await test.call(addConsultation, token, {
      body: { ...(acceptedBodies["POST /api/consultations"] as object), patientId: goes },
    });
    await merge();
    const last = await aPatient(test, clinic, { patient_name: "Last, One" });
    await merge(last, stays);
    expect(await patient(goes)).toMatchObject({ id: last });
    const listed = await test.call(patientConsultations, token, { params: { id: goes } });
    expect(listed.json()).toMatchObject([{ patientId: last }]);
    expect((await test.call(household, token, { params: { id: goes } })).json()).toMatchObject({
      patientId: last,
    });
    const found = await test.call(listPatients, token, { query: { search: `20261118-${made}`, limit: "5" } });
    expect(found.json()).toMatchObject([{ id: last }]);
  });

  it("the old phone leads to the survivor, unless somebody has it now", async () => {
    const other = await aPatient(test, clinic, { contact_number: "+639178880001" });
    const one = await aPatient(test, clinic, { contact_number: "+639178880002" });
    await merge(one, other);
    const find = async () =>
      (await test.call(listPatients, token, { query: { search: "0917 888 0001", limit: "5" } })).json();
    expect(await find()).toMatchObject([{ id: one }]);
    const child = await aPatient(test, clinic, { contact_number: "+639178880001" });
    expect(await find()).toMatchObject([{ id: child }]);
  });

  it("reserves the old number", async () => {
    await merge();
    const body = { ...(acceptedBodies["POST /api/patients"] as object), admissionNo: `20261118-${made}` };
    expect((await test.call(addPatient, token, { body })).statusCode).toBe(409);
    const renamed = await test.call(editPatient, token, {
      params: { id: stays },
      body: { admissionNo: `20261118-${made}` },
    });
    expect(renamed.statusCode).toBe(409);
  });

  it("tells an outdated screen where the record went when it saves", async () => {
    await merge();
    const edited = await test.call(editPatient, token, { params: { id: goes }, body: { remarks: "x" } });
    expect(edited.statusCode).toBe(404);
    expect(edited.json().message).toMatch(/merged into another/);
    const consulted = await test.call(addConsultation, token, {
      body: { ...(acceptedBodies["POST /api/consultations"] as object), patientId: goes },
    });
    expect(consulted.json().message).toMatch(/merged into another/);
  });

  it("shows the history of both, and the merge", async () => {
    await test.call(editPatient, token, { params: { id: goes }, body: { remarks: "Came by bus" } });
    await merge();
    const entries = (await test.call(patientHistory, token, { params: { id: stays } })).json();
    expect(entries.map(({ event }: { event: string }) => event)).toEqual(
      expect.arrayContaining(["patient.merge", "patient.update"]),
    );
    expect(JSON.stringify(entries)).toContain("Came by bus");
  });

  it("moves an account's confidential entries with their mark, and keeps them out of the history", async () => {
    const doctor = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
    const nurse = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
    const body = {
      ...(acceptedBodies["POST /api/consultations"] as object),
      patientId: goes,
      diagnosis: "Secret diagnosis",
      isConfidential: true,
    };
    expect((await test.call(addConsultation, doctor.token, { body })).statusCode).toBe(200);
    const [before] = await rows<{ id: string }>("select max(id)::text as id from record_history");
    await merge();
    const seen = async (as: string) =>
      (await test.call(patientConsultations, as, { params: { id: stays } })).json().length;
    expect(await seen(doctor.token)).toBe(1);
    expect(await seen(nurse.token)).toBe(0);
    expect(await patient(stays)).toMatchObject({ diagnosis: null });
    const history = await rows<{ said: string }>(
      "select changes::text as said from record_history where id > $1 and clinic_id = $2",
      before?.id,
      clinic.id,
    );
    expect(history.map(({ said }) => said).join()).not.toContain("Secret");
  });

  it.each([
    [
      "both are in a queue",
      /queue \(Main clinic, 2026-11-20\)/,
      async () => {
        for (const patientId of [stays, goes])
          await test.call(addVisit, token, { body: { patientId, reason: "Fever" } });
      },
    ],
    [
      "both are in hospital",
      /Discharge one/,
      async () => {
        for (const id of [stays, goes])
          await test.call(editPatient, token, { params: { id }, body: { admissionStatus: "Admitted" } });
      },
    ],
    [
      "an amount is not billed",
      /amount without a bill/,
      async () => {
        await rows(
          "update patients set amount = 300, is_billed = true where id = $1 and set_config('app.event', 'patient.update', false) <> ''",
          stays,
        );
        await rows(
          "update patients set amount = 200 where id = $1 and set_config('app.event', 'patient.update', false) <> ''",
          goes,
        );
      },
    ],
  ])("changes nothing where %s", async (_, says, prepare) => {
    await prepare();
    const state = () =>
      rows("select to_jsonb(p) from patients p where id in ($1, $2) order by id", stays, goes);
    const before = await state();
    const refused = await merge();
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toMatch(says);
    expect(await state()).toEqual(before);
  });
});

it("reaches every table with a foreign key to patients", async () => {
  const forgotten = await rows(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'patients'::regclass and conrelid <> 'referrals'::regclass
       and not (has_table_privilege('klinika_merge', conrelid, 'update')
                and has_table_privilege('klinika_merge', conrelid, 'delete')
                and exists (select from pg_policy where polrelid = conrelid and 'klinika_merge'::regrole = any (polroles)))`,
  );
  expect(forgotten).toEqual([]);
});

it("hides merged rows from the application", async () => {
  expect(await rows("select has_column_privilege('klinika_app', 'merges', 'kept', 'select') as may")).toEqual(
    [{ may: false }],
  );
});

it("moves and restores rows for the owner only, and changes and removes those alone that a merge joins", async () => {
  const staff = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
  const as = (userId: number) =>
    functionsInScope(
      test.app.kit.databases.openClinic({
        clinicId: clinic.id,
        userId,
        ownerUserId: null,
        event: "patient.merge",
      }),
    );
  const records = (userId: number, more: object) =>
    as(userId).row("mergeRecords", {
      survivor: stays,
      other: goes,
      plan: JSON.stringify({ survivor: {}, changes: {}, removed: {}, photo_of: null, ...more }),
      at: testNow,
    });
  const restored = (userId: number, table: string) =>
    as(userId).value("restoreValues", { rows: JSON.stringify({ [table]: { [stays]: { amount: 1 } } }) });
  await expect(records(staff.id, {})).rejects.toThrow("only the owner");
  await expect(as(staff.id).value("partRecords", { id: 1, at: testNow })).rejects.toThrow("only the owner");
  await expect(restored(staff.id, "patients")).rejects.toThrow("only the owner");
  const owner = clinic.owner.id;
  await expect(restored(owner, "payments")).rejects.toThrow("changes no row of payments");
  await expect(records(owner, { changes: { bills: { 1: { due: 1 } } } })).rejects.toThrow("changes no row");
  await expect(records(owner, { removed: { bills: [1] } })).rejects.toThrow("removes no row of bills");
});

describe("an undo", () => {
  it("is possible for 30 days, and once", async () => {
    const { id } = (await merge()).json();
    expect((await undo(id, stranger.owner.token)).statusCode).toBe(404);
    const aged = (days: number) =>
      rows(
        "update merges set merged_at = $2::timestamptz - make_interval(days => $3) where id = $1",
        id,
        testNow,
        days,
      );
    await aged(31);
    expect((await undo(id)).json().message).toMatch(/30 days/);
    await aged(30);
    expect((await undo(id)).json()).toEqual({ patientId: stays, otherId: goes });
    expect((await undo(id)).json().message).toMatch(/undone already/);
    expect(await patient(goes)).toMatchObject({ id: goes, admissionNo: `20261118-${made}` });
  });

  it("leaves with the survivor what was added or changed meanwhile", async () => {
    const { id } = (await merge()).json();
    await test.call(editPatient, token, { params: { id: stays }, body: { email: "new@patient.test" } });
    const added = await test.call(addConsultation, token, {
      body: { ...(acceptedBodies["POST /api/consultations"] as object), patientId: stays },
    });
    await undo(id);
    expect(await patient(stays)).toMatchObject({ email: "new@patient.test", address: "Mandaue City" });
    expect(await patient(goes)).toMatchObject({ email: "consuelo@patient.test" });
    const [row] = await rows<{ patient_id: string }>(
      "select patient_id from consultations where id = $1",
      added.json().id,
    );
    expect(Number(row?.patient_id)).toBe(stays);
  });

  it("has to wait for the undo of a later merge, also of the survivor, and of a deletion", async () => {
    const first = (await merge()).json().id;
    const third = await aPatient(test, clinic, { patient_name: "Third, One" });
    const second = (await merge(stays, third)).json().id;
    expect((await undo(first)).json().message).toMatch(/^Third, One was merged/);
    const last = await aPatient(test, clinic);
    const over = (await merge(last, stays)).json().id;
    expect((await undo(second)).json().message).toMatch(/itself merged/);
    for (const id of [over, second, first]) expect((await undo(id)).statusCode).toBe(200);
    const again = (await merge()).json().id;
    await test.call(deletePatient, token, { params: { id: stays } });
    expect((await undo(again)).json().message).toMatch(/was deleted/);
  });

  it("is offered in a list, newest first", async () => {
    const { id } = (await merge()).json();
    const listed = (await test.call(listMerges, token, { query: { limit: "1" } })).json();
    expect(listed).toMatchObject([
      { id, patientId: stays, otherAdmissionNo: `20261118-${made}`, mergedBy: "Rafael Peñaflor" },
    ]);
    await undo(id);
    const ids = (await test.call(listMerges, token)).json().map((row: { id: number }) => row.id);
    expect(ids).not.toContain(id);
  });
});

describe("possible duplicates", () => {
  const pairs = async (as = token) => {
    const found: number[][] = [];
    let cursor: string | undefined;
    do {
      const page = await test.call(duplicatePairs, as, { query: { limit: "2", ...(cursor && { cursor }) } });
      expect(page.statusCode).toBe(200);
      found.push(
        ...page.json().map(({ patients }: { patients: { id: number }[] }) => patients.map(({ id }) => id)),
      );
      cursor = page.headers["x-next-cursor"] as string | undefined;
    } while (cursor);
    return found;
  };

  it("share a PhilHealth number, but not with a dependent who has another birthday", async () => {
    const own = await aClinic(test);
    const card = { philhealth_number: "12-345678901-2" };
    await aPatient(test, own, { ...card, patient_name: "Uy, Paolo", birthday: "2015-06-07" });
    const one = await aPatient(test, own, { ...card, patient_name: "Uy, Grace", birthday: "1985-05-05" });
    expect(await pairs(own.owner.token)).toEqual([]);
    const two = await aPatient(test, own, { ...card, patient_name: "Lim, Mary", birthday: "1985-05-06" });
    expect(await pairs(own.owner.token)).toEqual([[one, two]]);
  });

  it("are found across the whole clinic, once each, without dismissed ones", async () => {
    const own = await aClinic(test);
    const as = own.owner.token;
    const one = await aPatient(test, own, { patient_name: "Reyes, Ana", birthday: "1990-04-02" });
    const two = await aPatient(test, own, { patient_name: "Reyes, Anna", birthday: "1990-04-02" });
    const letters = [..."bdgklmnrst"].map((letter) => `${letter}a`.repeat(3));
    for (let n = 0; n < 60; n += 1)
      await aPatient(test, own, {
        patient_name: `${letters[n % 10]}, ${letters[Math.floor(n / 10)]}`,
        birthday: `19${10 + n}-${String(1 + (n % 12)).padStart(2, "0")}-${10 + (n % 18)}`,
      });
    const three = await aPatient(test, own, { patient_name: "Cruz, Jose", contact_number: "+639175550101" });
    const four = await aPatient(test, own, { patient_name: "Cruz, Josef", contact_number: "+639175550101" });
    expect(await pairs(as)).toEqual([
      [three, four],
      [one, two],
    ]);
    const dismissed = await test.call(dismissDuplicate, as, { body: { patientId: four, otherId: three } });
    expect(dismissed.statusCode).toBe(200);
    await test.call(dismissDuplicate, as, { body: { patientId: three, otherId: four } });
    expect(await pairs(as)).toEqual([[one, two]]);
    expect(
      (await test.call(dismissDuplicate, as, { body: { patientId: one, otherId: stays } })).statusCode,
    ).toBe(404);
    expect(
      (await test.call(dismissDuplicate, as, { body: { patientId: one, otherId: one } })).statusCode,
    ).toBe(400);
    const staff = await aStaffMember(test, own, ["view_patients", "edit_patients"]);
    expect((await test.call(duplicatePairs, staff.token)).statusCode).toBe(403);
  });

  it("are proposed to the owner by staff, who hears of a pair once", async () => {
    const own = await aClinic(test);
    const one = await aPatient(test, own, { patient_name: "Reyes, Ana", admission_no: "A-1" });
    const two = await aPatient(test, own, { patient_name: "Reyes, Anna", admission_no: "A-2" });
    const staff = await aStaffMember(test, own, ["view_patients"]);
    const propose = (patientId: number, otherId: number, as = staff.token) =>
      test.call(proposeMerge, as, { body: { patientId, otherId } });
    expect((await propose(two, one)).statusCode).toBe(200);
    expect((await propose(one, two)).statusCode).toBe(200);
    expect((await propose(one, one)).statusCode).toBe(400);
    expect((await propose(one, stays)).statusCode).toBe(404);
    const desk = await aStaffMember(test, own, ["add_patients"]);
    expect((await propose(one, two, desk.token)).statusCode).toBe(403);
    expect((await test.call(notifications, own.owner.token)).json()).toMatchObject([
      {
        title: "Two records of one patient?",
        message: expect.stringMatching(/ proposes to merge Reyes, Ana \(A-1\) and Reyes, Anna \(A-2\)\.$/),
        actionType: "merge",
        actionData: { patientId: one, otherId: two },
      },
    ]);
  });
});
