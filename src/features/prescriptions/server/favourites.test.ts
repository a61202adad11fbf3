import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  addFavourite,
  changeFavourite,
  favourites,
  removeFavourite,
} from "#features/prescriptions/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aStaffMember, type TestClinic, type TestUser } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let secretary: TestUser;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  secretary = await aStaffMember(test, clinic, ["view_patients"]);
});
afterAll(() => test.close());
beforeEach(() => test.sql("delete from favourite_prescriptions"));

const amlodipine = {
  name: "amlodipine",
  brandName: "Norvasc",
  strength: "5 mg",
  form: "tablet",
  quantity: "30",
  dosage: "1 tab",
  frequency: "OD",
  duration: "30 days",
};
const draft = (changes: object = {}) => ({ name: "Hypertension", medications: [amlodipine], ...changes });
const add = (as: string | null, body: object = draft()) => test.call(addFavourite, as, { body });
const namesOf = async (as: string) =>
  (await test.call(favourites, as)).json().map(({ name }: { name: string }) => name);

describe("a favorite of another user", () => {
  it("is not listed, changed or removed", async () => {
    const { id } = (await add(clinic.owner.token)).json();
    expect(await namesOf(secretary.token)).toEqual([]);
    const change = { params: { id }, body: { name: "Mine now" } };
    expect((await test.call(changeFavourite, secretary.token, change)).statusCode).toBe(404);
    expect((await test.call(removeFavourite, secretary.token, { params: { id } })).statusCode).toBe(404);
    expect(await namesOf(clinic.owner.token)).toEqual(["Hypertension"]);
  });

  it("nor is one of another clinic", async () => {
    const other = await aClinic(test);
    const { id } = (await add(other.owner.token)).json();
    const change = { params: { id }, body: { name: "Mine now" } };
    expect((await test.call(changeFavourite, clinic.owner.token, change)).statusCode).toBe(404);
    expect((await test.call(removeFavourite, clinic.owner.token, { params: { id } })).statusCode).toBe(404);
  });

  it("may have the same name", async () => {
    await add(clinic.owner.token);
    expect((await add(secretary.token)).statusCode).toBe(200);
  });
});

describe("a favorite", () => {
  it.each([
    ["name", { name: " " }, "Name is required"],
    ["medications", { medications: [] }, "At least one medication is required"],
    ["medications.0.name", { medications: [{ ...amlodipine, name: "" }] }, "Medication name is required"],
  ])("needs its %s", async (field, change, message) => {
    const answer = await add(clinic.owner.token, draft(change));
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { [field]: message }]);
  });

  it("has a unique name among the user's, ignoring case", async () => {
    await add(clinic.owner.token);
    const again = await add(clinic.owner.token, draft({ name: "HYPERTENSION" }));
    expect([again.statusCode, again.json().fields]).toEqual([
      409,
      { name: "You have a favorite of this name already" },
    ]);
  });

  it("stores a medicine's filled fields, and the instructions of a set", async () => {
    const answer = await add(
      clinic.owner.token,
      draft({ medications: [amlodipine, { name: "losartan" }], additionalInstructions: "Low-salt diet." }),
    );
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      name: "Hypertension",
      additionalInstructions: "Low-salt diet.",
      medications: [
        { name: "amlodipine", brandName: "Norvasc", dosage: "1 tab", instructions: null },
        { name: "losartan", brandName: null, dosage: "", frequency: "", duration: "" },
      ],
    });
    expect((await test.call(favourites, clinic.owner.token)).json()).toEqual([answer.json()]);
  });

  it("is renamed, and sorted by name", async () => {
    await add(clinic.owner.token, draft({ name: "Zoster" }));
    const { id } = (await add(clinic.owner.token)).json();
    const renamed = await test.call(changeFavourite, clinic.owner.token, {
      params: { id },
      body: { name: "angina" },
    });
    expect(renamed.json()).toMatchObject({ id, name: "angina", medications: [{ name: "amlodipine" }] });
    expect(await namesOf(clinic.owner.token)).toEqual(["angina", "Zoster"]);
  });

  it("is removed", async () => {
    const { id } = (await add(clinic.owner.token)).json();
    expect((await test.call(removeFavourite, clinic.owner.token, { params: { id } })).json()).toEqual({ id });
    expect(await namesOf(clinic.owner.token)).toEqual([]);
  });

  it("two presses with one key make one", async () => {
    const headers = { "idempotency-key": "one-favourite" };
    const first = await test.call(addFavourite, clinic.owner.token, { body: draft(), headers });
    const second = await test.call(addFavourite, clinic.owner.token, { body: draft(), headers });
    expect(second.json()).toEqual(first.json());
  });

  it("is refused beyond 200", async () => {
    await test.sql(
      `insert into favourite_prescriptions (clinic_id, user_id, name, medications)
       select $1, $2, 'set ' || n, '[]' from generate_series(1, 200) n`,
      [clinic.id, clinic.owner.id],
    );
    const answer = await add(clinic.owner.token);
    expect(answer.json().fields.name).toMatch(/^You have 200 favorites already/);
  });
});
