import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  addAllergy,
  allergies,
  changeAllergy,
  noKnownAllergies,
  sayNoKnownAllergies,
  splitAllergyText,
} from "#features/clinical-lists/contract.ts";
import { addPatient, editPatient, onePatient, patientHistory } from "#features/patients/contract.ts";
import { allergyWords, noAllergyPatterns, saysNoAllergies } from "#shared/clinical/allergy-words.ts";
import { startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { handleOf } from "#test/data/full-clinic.ts";
import { allergyList } from "./allergies.ts";

let test: TestApp;
let clinic: TestClinic;
let token: string;
let id: number;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  token = clinic.owner.token;
});
afterAll(() => test.close());
beforeEach(async () => {
  id = await aPatient(test, clinic);
});

const add = (body: object, as = token) => test.call(addAllergy, as, { params: { id }, body });
const change = (rowId: number, body: object, as = token) =>
  test.call(changeAllergy, as, { params: { id, rowId }, body });
const list = async () => (await test.call(allergies, token, { params: { id } })).json();
const none = async () => (await test.call(noKnownAllergies, token, { params: { id } })).json();
const sayNone = () => test.call(sayNoKnownAllergies, token, { params: { id } });
const patient = async () => (await test.call(onePatient, token, { params: { id } })).json();
const type = (text: string | null) =>
  test.call(editPatient, token, { params: { id }, body: { allergies: text } });
const penicillin = { substance: "Penicillin", reaction: "anaphylaxis", severity: "severe" };

describe("POST /api/patients/:id/allergies", () => {
  it("refuses an unknown patient and an invalid allergy", async () => {
    const nobody = await test.call(addAllergy, token, { params: { id: 999_999_999 }, body: penicillin });
    expect(nobody.statusCode).toBe(404);
    const faulty = await add({ substance: " ", severity: "awful" });
    expect(faulty.statusCode).toBe(400);
    expect(faulty.json().fields).toEqual({
      substance: "Substance is required",
      severity: "Use mild, moderate or severe",
    });
  });

  it("records a row with author and time; the patient's text field lists it", async () => {
    const { version } = await patient();
    const answer = await add({ ...penicillin, howKnown: "told_by_patient" });
    expect(answer.json()).toMatchObject({
      ...penicillin,
      howKnown: "told_by_patient",
      state: "active",
      isFreeText: false,
      recordedAt: "2026-11-20T02:42:00Z",
    });
    expect(await list()).toEqual([answer.json()]);
    expect(await patient()).toMatchObject({
      allergies: "Penicillin (anaphylaxis, severe)",
      version: version + 1,
    });
  });

  it("refuses the same substance twice, with the existing row", async () => {
    const first = await add(penicillin);
    const second = await add({ substance: "penicillin" });
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({
      message: "Penicillin is recorded already.",
      current: { id: first.json().id },
    });
  });

  it("returns only what they sent to users who may not view patients", async () => {
    const editor = await aStaffMember(test, clinic, ["edit_patients"]);
    const answer = (await add(penicillin, editor.token)).json();
    expect(answer).toMatchObject({ ...penicillin, state: "active" });
    expect(answer).not.toHaveProperty("recordedByName");
  });

  it("keeps their text within the text field's limit", async () => {
    const long = (letter: string) => ({ substance: letter.repeat(120), reaction: letter.repeat(200) });
    for (const letter of "abcdef") expect((await add(long(letter))).statusCode).toBe(200);
    const refused = await add(long("g"));
    expect(refused.statusCode).toBe(422);
    expect(await list()).toHaveLength(6);
  });

  it("two concurrent ones are both in the text", async () => {
    const scope = handleOf(test, clinic, "allergy.create");
    await Promise.all(
      ["Penicillin", "Ibuprofen"].map((substance) => allergyList.add(scope, id, { substance }, testNow)),
    );
    expect((await patient()).allergies.split("; ").sort()).toEqual(["Ibuprofen", "Penicillin"]);
  });
});

describe("PATCH /api/patients/:id/allergies/:rowId", () => {
  it("corrects a row field by field; a resolved one leaves the text", async () => {
    const { id: row } = (await add(penicillin)).json();
    expect((await change(row, { severity: null, reaction: "rash" })).json()).toMatchObject({
      substance: "Penicillin",
      reaction: "rash",
      severity: null,
    });
    await change(row, { state: "resolved" });
    expect((await patient()).allergies).toBeNull();
    await change(row, { state: "active" });
    expect((await patient()).allergies).toBe("Penicillin (rash)");
    expect((await change(row, {})).statusCode).toBe(400);
    expect((await change(999_999_999, { severity: "mild" })).statusCode).toBe(404);
  });

  it("finds no row under another patient", async () => {
    const { id: row } = (await add(penicillin)).json();
    id = await aPatient(test, clinic);
    expect((await change(row, { severity: "mild" })).statusCode).toBe(404);
  });

  it("never makes two rows of one substance active", async () => {
    const { id: row } = (await add(penicillin)).json();
    await change(row, { state: "entered_in_error" });
    await add({ substance: "PENICILLIN" });
    expect((await change(row, { state: "active" })).statusCode).toBe(409);
  });
});

describe("no known allergies", () => {
  it("are recorded with author and time, and end with an allergy", async () => {
    expect(await none()).toBeNull();
    const said = await sayNone();
    expect(said.json()).toMatchObject({ words: "No known allergies", recordedAt: "2026-11-20T02:42:00Z" });
    expect(await none()).toEqual(said.json());
    expect((await patient()).allergies).toBe("No known allergies");
    expect(await list()).toEqual([]);
    const { id: row } = (await add(penicillin)).json();
    expect(await none()).toBeNull();
    const refused = await sayNone();
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toContain("An allergy is recorded");
    await change(row, { state: "entered_in_error" });
    expect((await sayNone()).statusCode).toBe(200);
  });
});

describe("the patient's text field", () => {
  it("becomes one row of free text, and reads back as typed", async () => {
    await type("penicillin,\nseafood?");
    const [row, ...others] = await list();
    expect(row).toMatchObject({ substance: "penicillin,\nseafood?", isFreeText: true, state: "active" });
    expect(others).toEqual([]);
    await type("penicillin, shrimp");
    expect(await list()).toMatchObject([{ id: row.id, substance: "penicillin, shrimp" }]);
    await type(null);
    expect(await list()).toMatchObject([{ id: row.id, state: "replaced" }]);
    expect((await patient()).allergies).toBeNull();
  });

  it("does so for a new patient too", async () => {
    const body = {
      admissionNo: "T-1",
      hospital: "PGH",
      patientName: "Uy, Ana",
      sex: "F",
      allergies: "latex",
    };
    const made = (await test.call(addPatient, token, { body })).json();
    expect(made).toMatchObject({ allergies: "latex", version: 1 });
    id = made.id;
    expect(await list()).toMatchObject([{ substance: "latex", isFreeText: true }]);
    expect(await patient()).toMatchObject({ allergies: "latex", version: 1 });
  });

  it("never removes a row, whatever is typed", async () => {
    const { id: first } = (await add(penicillin)).json();
    const { id: second } = (await add({ substance: "Ibuprofen" })).json();
    const { version } = await patient();
    const changed = await type("shrimp; Penicillin (anaphylaxis, severe)");
    expect(changed.json()).toMatchObject({
      allergies: "Penicillin (anaphylaxis, severe); Ibuprofen; shrimp",
      version: version + 1,
    });
    const rows = [
      { id: first, state: "active" },
      { id: second, state: "active" },
    ];
    expect(await list()).toMatchObject([
      rows[0],
      rows[1],
      { substance: "shrimp", isFreeText: true, state: "active" },
    ]);
    expect(await patient()).toEqual(changed.json());
    await type("Penicillin (severe), shrimps");
    expect(await list()).toMatchObject([
      ...rows,
      { substance: "Penicillin (severe), shrimps", isFreeText: true, state: "active" },
    ]);
    await type("");
    expect(await list()).toMatchObject([...rows, { isFreeText: true, state: "replaced" }]);
    expect((await patient()).allergies).toBe("Penicillin (anaphylaxis, severe); Ibuprofen");
  });

  it("is limited together with the rows' text", async () => {
    await add(penicillin);
    const refused = await type("x".repeat(1990));
    expect(refused.statusCode).toBe(400);
    expect(refused.json().fields.allergies).toContain("2,000 characters");
    expect(await list()).toHaveLength(1);
  });

  it("records that none are known, in the typed words", async () => {
    await type("NKDA");
    expect(await none()).toMatchObject({ words: "NKDA" });
    expect(await list()).toEqual([]);
    expect((await patient()).allergies).toBe("NKDA");
    await type("No known allergies except shrimp");
    expect(await none()).toBeNull();
    expect((await list())[0]).toMatchObject({
      substance: "No known allergies except shrimp",
      isFreeText: true,
    });
  });

  it("does not remove an allergy when none are said to be known", async () => {
    await add(penicillin);
    await type("NKDA");
    expect(await none()).toBeNull();
    expect(await list()).toMatchObject([
      { substance: "Penicillin", state: "active" },
      { substance: "NKDA", isFreeText: true, state: "active" },
    ]);
    await type(null);
    expect((await patient()).allergies).toBe("Penicillin (anaphylaxis, severe)");
  });

  it("is turned into rows by a person, which replace it", async () => {
    await type("penicillin and shrimp");
    const [text] = await list();
    const split = await test.call(splitAllergyText, token, {
      params: { id, rowId: text.id },
      body: { rows: [penicillin, { substance: "Shrimp" }] },
    });
    expect(split.json()).toMatchObject({ id: text.id, state: "replaced" });
    expect(await list()).toMatchObject([
      { substance: "Penicillin", state: "active" },
      { substance: "Shrimp", state: "active" },
      { id: text.id, state: "replaced" },
    ]);
    expect((await change(text.id, { state: "active" })).statusCode).toBe(422);
    expect((await patient()).allergies).toBe("Penicillin (anaphylaxis, severe); Shrimp");
  });

  it("is not edited as a row", async () => {
    await type("penicillin");
    const [text] = await list();
    expect((await change(text.id, { severity: "mild" })).statusCode).toBe(422);
    expect((await change(text.id, { state: "entered_in_error" })).statusCode).toBe(200);
    expect((await patient()).allergies).toBeNull();
  });
});

it("logs the row in the record history, not the text that follows from it", async () => {
  await add(penicillin);
  await type("shrimp");
  const entries = (await test.call(patientHistory, token, { params: { id } })).json();
  const changes = entries.filter(({ event }: { event: string }) => /allergy|update/.test(event));
  expect(changes).toMatchObject([
    { label: "Record changed", entity: "allergies", changes: { substance: [null, "shrimp"] } },
    { label: "Allergy recorded", entity: "allergies", changes: { substance: [null, "Penicillin"] } },
  ]);
});

it.each([
  ["No known allergies", true],
  ["no known drug allergy.", true],
  ["No known food and drug allergies", true],
  ["No known drug/food allergies (NKFDA)", true],
  ["No known allergies to food, drugs or medicines", true],
  ["no medication allergies", true],
  ["Denies any known allergies", true],
  [" NKDA ", true],
  ["nka", true],
  ["NKFDA", true],
  ["None", true],
  ["none known", true],
  ["Wala", true],
  ["walang alam na allergy", true],
  ["wala pong allergy", true],
  ["Walang allergy sa pagkain at gamot", true],
  ["N.K.D.A.", true],
  ["none reported", true],
  ["No known meds allergies noted", true],
  // Several times, of medicines at least once.
  ["NKDA, NKFA", true],
  ["NKFA/NKDA", true],
  ["No known drug allergy. No known food allergy.", true],
  ["no known allergies to food\nno known allergies to medicines", true],
  // Of medicines it says nothing.
  ["No known food allergies", false],
  ["NKFA", false],
  ["NKFA, no known allergies to food", false],
  ["walang allergy sa pagkain", false],
  ["NKDA, penicillin", false],
  ["No known allergies except shrimp", false],
  ["No known drug allergies, seafood", false],
  ["none of them tested", false],
  ["walang gana", false],
  ["penicillin", false],
  ["", false],
])("database and screens agree on whether “%s” says that none are known", async (text, says) => {
  expect(saysNoAllergies(text)).toBe(says);
  const [row] = await test.sql<{ says: boolean }>("select says_no_allergies($1) as says", [text]);
  expect(row?.says).toBe(says);
});

it("database and screens have the same expressions", async () => {
  const [row] = await test.sql<{ source: string }>(
    "select prosrc as source from pg_proc where proname = 'says_no_allergies'",
  );
  for (const pattern of Object.values(noAllergyPatterns)) expect(row?.source).toContain(`'${pattern}'`);
});

it.each(["NKDA", "No known drug allergies, no known food allergies"])(
  "refuses “%s” as a substance, and names what records it",
  async (substance) => {
    const words = { substance: "This says that no allergies are known. Press “No known allergies” instead." };
    expect((await add({ substance })).json().fields).toEqual(words);
    const { id: rowId } = (await add(penicillin)).json();
    expect((await change(rowId, { substance })).json().fields).toEqual(words);
    expect((await list()).map(({ substance: said }: { substance: string }) => said)).toEqual(["Penicillin"]);
  },
);

it.each([
  ["NKDA", "No known drug allergies"],
  ["no known allergies to medicines", "No known drug allergies"],
  ["NKFDA", "No known allergies"],
  ["No known food and drug allergies", "No known allergies"],
  ["NKA", "No known allergies"],
  ["wala", "No known allergies"],
  ["NKDA, NKFA", "No known allergies"],
  ["walang allergy sa gamot", "No known drug allergies"],
])("“%s” is shown as “%s”", (text, words) => {
  expect(allergyWords(text)).toEqual({ words, isAlert: false });
});
