import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  changeContacts,
  changeRelation,
  household,
  leaveHousehold,
  linkHousehold,
} from "#features/households/contract.ts";
import { archivePatient, deletePatient } from "#features/patients/contract.ts";
import { copyRecord } from "#features/record-copy/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let other: TestClinic;
let token: string;
let mother: number;
let child: number;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  other = await aClinic(test);
  token = clinic.owner.token;
});
afterAll(() => test.close());
beforeEach(async () => {
  mother = await aPatient(test, clinic, {
    patient_name: "Reyes, Ana",
    birthday: "1995-04-02",
    sex: "F",
    contact_number: "+639175550101",
  });
  child = await aPatient(test, clinic, { patient_name: "Reyes, Mia", birthday: "2020-04-02", sex: "F" });
});

const read = async (id = child, as: string | null = token) => test.call(household, as, { params: { id } });
const seen = async (id = child) => (await read(id)).json();
const contacts = (body: object, id = child, as: string | null = token) =>
  test.call(changeContacts, as, { params: { id }, body });
const link = (id: number, patientId: number, more: object = {}, as: string | null = token) =>
  test.call(linkHousehold, as, { params: { id }, body: { patientId, ...more } });
const leave = (id: number) => test.call(leaveHousehold, token, { params: { id } });
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

describe("next of kin and guardian", () => {
  it("need the right to edit, in the clinic", async () => {
    const editor = await aStaffMember(test, clinic, ["edit_patients"]);
    const body = { nextOfKin: { name: "Lorna Reyes" } };
    expect((await contacts(body, child, other.owner.token)).statusCode).toBe(404);
    expect((await contacts({})).statusCode).toBe(400);
    expect((await contacts({ nextOfKin: { name: " " } })).statusCode).toBe(400);
    expect((await contacts({ guardian: { relation: "Mother" } })).statusCode).toBe(400);
    expect((await contacts({ guardian: { patientId: mother, phone: "+639175550155" } })).statusCode).toBe(
      400,
    );
    expect((await read(child, editor.token)).statusCode).toBe(403);
    expect((await read(child, other.owner.token)).statusCode).toBe(404);
    expect((await contacts(body, child, editor.token)).json()).toEqual({ patientId: child });
  });

  it("are replaced separately, and removed with null", async () => {
    await contacts({ nextOfKin: { name: "Lorna Reyes", relation: "Aunt", phone: "+639175550190" } });
    await contacts({ guardian: { name: "Jose Reyes", relation: "Father" } });
    expect(await seen()).toMatchObject({
      nextOfKin: { name: "Lorna Reyes", relation: "Aunt", phone: "+639175550190" },
      guardian: { name: "Jose Reyes", relation: "Father", phone: null, patientId: null },
      members: [],
    });
    await contacts({ nextOfKin: { name: "Lito Reyes" }, guardian: null });
    expect(await seen()).toMatchObject({
      nextOfKin: { name: "Lito Reyes", relation: null, phone: null },
      guardian: null,
    });
    const entries = await test.sql(
      "select changes from record_history where patient_id = $1 and event = 'contacts.change' order by id",
      [child],
    );
    expect(entries).toHaveLength(3);
    expect(entries[2]).toMatchObject({
      changes: { kin_name: ["Lorna Reyes", "Lito Reyes"], guardian_name: ["Jose Reyes", null] },
    });
  });

  it("a linked guardian has the name and phone of that record, and keeps the name when it is deleted", async () => {
    await contacts({ guardian: { patientId: mother, relation: "Mother" } });
    expect((await seen()).guardian).toEqual({
      name: "Reyes, Ana",
      relation: "Mother",
      phone: "+639175550101",
      patientId: mother,
    });
    expect((await test.call(deletePatient, token, { params: { id: mother } })).statusCode).toBeLessThan(300);
    expect((await seen()).guardian).toEqual({
      name: "Reyes, Ana",
      relation: "Mother",
      phone: null,
      patientId: null,
    });
  });

  it("refuses a patient as their own guardian, a guardian of an adult, and another clinic's patient", async () => {
    const foreign = await aPatient(test, other);
    expect((await contacts({ guardian: { patientId: child } })).statusCode).toBe(400);
    expect((await contacts({ guardian: { name: "Jose Reyes" } }, mother)).json()).toMatchObject({
      code: "unusable",
    });
    expect((await contacts({ guardian: { patientId: foreign } })).statusCode).toBe(404);
    expect((await contacts({ guardian: null }, mother)).statusCode).toBe(200);
  });

  it("refuses a guardian who is not older, or whose guardian the patient is", async () => {
    const linked = async (columns: object) => aPatient(test, clinic, { age: null, ...columns });
    const answers = async (id: number, to = child) =>
      (await contacts({ guardian: { patientId: id } }, to)).json().fields?.["guardian.patientId"];
    const younger = await linked({ birthday: "2021-01-01" });
    expect(await answers(younger)).toMatch(/not older/);
    expect(await answers(await linked({ birthday: "2020-04-02" }))).toMatch(/not older/);
    expect(await answers(await linked({ age: 5 }))).toMatch(/not older/);
    expect(await answers(await linked({ age: 30 }))).toBeUndefined();
    // Nobody knows how old either is.
    const [one, other] = [await linked({}), await linked({})];
    expect(await answers(one, other)).toBeUndefined();
    expect(await answers(other, one)).toMatch(/the one you are editing/);
  });

  it("are in the patient's copy and in the sealed record", async () => {
    await contacts({
      nextOfKin: { name: "Lorna Reyes" },
      guardian: { patientId: mother, relation: "Mother" },
    });
    await link(child, mother);
    const copy = await test.call(copyRecord, token, {
      params: { id: child },
      body: { format: "json", reason: "Asked for it" } as never,
    });
    expect(copy.body).toContain("Lorna Reyes");
    await test.call(deletePatient, token, { params: { id: child } });
    const [sealed] = await test.sql<{ kept: Record<string, unknown>[] }>(
      "select record -> 'patient_families' as kept from sealed_records where patient_id = $1",
      [child],
    );
    expect(sealed?.kept).toMatchObject([{ kin_name: "Lorna Reyes", guardian_name: "Reyes, Ana" }]);
    expect(sealed?.kept[0]).not.toHaveProperty("guardian_patient_id");
    expect((await seen(mother)).members).toEqual([]);
  });
});

describe("households", () => {
  it("contain no patient of another clinic, nor the same twice", async () => {
    expect((await link(child, await aPatient(test, other))).statusCode).toBe(404);
    expect((await link(child, child)).statusCode).toBe(400);
  });

  it("link both with their roles, and can be left", async () => {
    const params = { id: child };
    expect((await test.call(changeRelation, token, { params, body: { relation: "Child" } })).statusCode).toBe(
      422,
    );
    expect((await link(child, mother, { relation: "Mother" })).json()).toEqual({ patientId: child });
    await test.call(changeRelation, token, { params, body: { relation: "Child" } });
    expect(await seen()).toMatchObject({
      relation: "Child",
      members: [{ id: mother, patientName: "Reyes, Ana", relation: "Mother", sex: "F", isArchived: false }],
    });
    expect((await seen(mother)).members).toMatchObject([{ id: child, relation: "Child" }]);
    await leave(child);
    expect((await leave(child)).statusCode).toBe(200);
    expect(await seen()).toMatchObject({ relation: null, members: [] });
    expect((await seen(mother)).members).toEqual([]);
  });

  it("two of them are never merged implicitly", async () => {
    const [one, two] = [await aPatient(test, clinic), await aPatient(test, clinic)];
    await link(child, mother);
    await link(one, two);
    expect((await link(child, one)).json()).toMatchObject({ code: "taken" });
    await leave(one);
    // `two` is alone now, which is not a household.
    expect((await link(two, child)).statusCode).toBeLessThan(300);
    expect(idsOf((await seen(two)).members)).toEqual([mother, child]);
  });

  it("proposes patients with the same address and phone, however written, and never links them", async () => {
    const address = "12 Mabini St., Cebu City";
    const here = await aPatient(test, clinic, { address, contact_number: "+639175550177" });
    const same = await aPatient(test, clinic, {
      address: "12 mabini st Cebu City",
      contact_number: "0917 555 0177",
    });
    const gone = await aPatient(test, clinic, { address, contact_number: "09175550177" });
    await test.call(archivePatient, token, { params: { id: gone } });
    await aPatient(test, clinic, { address, contact_number: "+639175550178" });
    await aPatient(test, clinic, { address: "13 Mabini St., Cebu City", contact_number: "+639175550177" });
    await aPatient(test, other, { address, contact_number: "+639175550177" });
    const before = await seen(here);
    expect([before.members, idsOf(before.proposals)]).toEqual([[], [same]]);
    await link(here, same);
    const after = await seen(here);
    expect([idsOf(after.members), after.proposals]).toEqual([[same], []]);
    // A derived key is not an entry of the history.
    const history = await test.sql("select changes::text as said from record_history where patient_id = $1", [
      here,
    ]);
    expect(JSON.stringify(history)).not.toContain("household_key");
  });

  it("proposes at most ten", async () => {
    const same = { address: "1 Rizal Ave., Mandaue", contact_number: "+639175550179" };
    const here = await aPatient(test, clinic, same);
    for (let nth = 0; nth < 11; nth++) await aPatient(test, clinic, same);
    expect((await seen(here)).proposals).toHaveLength(10);
  });
});
