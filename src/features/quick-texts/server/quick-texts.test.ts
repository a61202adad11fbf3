import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { commonDiagnoses } from "#features/diagnoses/server/common/common-diagnoses.ts";
import {
  addExamples,
  addQuickText,
  changeQuickText,
  NoteTemplateEntry,
  QuickTextDraft,
  quickTexts,
  removeQuickText,
} from "#features/quick-texts/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aStaffMember, type TestClinic, type TestUser } from "#test/data/factories.ts";
import { examples } from "./examples/examples.ts";

let test: TestApp;
let clinic: TestClinic;
let nurse: TestUser;
let reader: TestUser;
let noRights: TestUser;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  nurse = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
  reader = await aStaffMember(test, clinic, ["view_patients"]);
  noRights = await aStaffMember(test, clinic, ["add_patients"]);
});
afterAll(() => test.close());
beforeEach(() => test.sql("delete from quick_texts"));

const draft = (changes: object = {}) => ({
  name: "htn",
  title: "Hypertension",
  text: "BP {at home}",
  whose: "own",
  ...changes,
});
const add = (as: string | null, body: object = draft()) => test.call(addQuickText, as, { body });
const list = async (as: string) => (await test.call(quickTexts, as)).json();
const namesOf = async (as: string) =>
  (await list(as)).map(({ name, whose }: { name: string; whose: string }) => `${whose} ${name}`);

describe("access", () => {
  it("reads with view_patients, writes own ones with edit_patients, the clinic's as owner", async () => {
    expect((await test.call(quickTexts, noRights.token)).statusCode).toBe(403);
    expect((await add(reader.token)).statusCode).toBe(403);
    expect((await add(nurse.token)).statusCode).toBe(200);
    expect((await add(nurse.token, draft({ whose: "clinic" }))).statusCode).toBe(403);
    expect((await add(clinic.owner.token, draft({ whose: "clinic" }))).statusCode).toBe(200);
    expect(await namesOf(nurse.token)).toEqual(["own htn", "clinic htn"]);
    expect(await namesOf(reader.token)).toEqual(["clinic htn"]);
    expect((await test.call(addExamples, nurse.token)).statusCode).toBe(403);
  });

  it("does not find, change or remove another user's own, nor another clinic's", async () => {
    const { id } = (await add(clinic.owner.token)).json();
    const other = await aClinic(test);
    for (const stranger of [nurse.token, other.owner.token]) {
      const change = await test.call(changeQuickText, stranger, { params: { id }, body: { title: "Mine" } });
      expect(change.statusCode).toBe(404);
      expect((await test.call(removeQuickText, stranger, { params: { id } })).statusCode).toBe(404);
    }
    expect(await list(other.owner.token)).toEqual([]);
  });

  it("lets only the owner change or delete the clinic's", async () => {
    const { id } = (await add(clinic.owner.token, draft({ whose: "clinic" }))).json();
    const mine = (await add(nurse.token)).json();
    const change = (which: number, body: object) =>
      test.call(changeQuickText, nurse.token, { params: { id: which }, body });
    expect((await change(id, { title: "Ours" })).statusCode).toBe(403);
    expect((await change(id, { whose: "own" })).statusCode).toBe(403);
    expect((await change(mine.id, { whose: "clinic" })).statusCode).toBe(403);
    expect((await test.call(removeQuickText, nurse.token, { params: { id } })).statusCode).toBe(403);
    expect(await namesOf(nurse.token)).toEqual(["own htn", "clinic htn"]);
  });
});

describe("writing", () => {
  it("accepts a name with its dot, unique in a list, ignoring case", async () => {
    expect((await add(nurse.token, draft({ name: ".htn" }))).json().name).toBe("htn");
    const again = await add(nurse.token, draft({ name: "HTN" }));
    expect(again.statusCode).toBe(409);
    expect(again.json().fields.name).toBe("There is a quick text of this name already");
    for (const name of ["", "h t", "5mg", "-a", "ñ", "a".repeat(31)])
      expect((await add(nurse.token, draft({ name }))).statusCode).toBe(400);
  });

  it("requires a text or a part of a consultation, also when it is changed", async () => {
    expect((await add(nurse.token, draft({ text: " " }))).json().fields.text).toBeTruthy();
    expect((await add(nurse.token, draft({ text: null, template: { history: "" } }))).statusCode).toBe(400);
    const { id } = (await add(nurse.token)).json();
    const change = await test.call(changeQuickText, nurse.token, { params: { id }, body: { text: "" } });
    expect(change.statusCode).toBe(400);
  });

  it("stores a template with its diagnoses and the days to the follow-up", async () => {
    const template = {
      history: "BP {at home}",
      diagnoses: [{ words: "Essential hypertension", code: "I10" }],
      followUpInDays: 28,
    };
    const { id } = (await add(nurse.token, draft({ text: null, template }))).json();
    expect((await list(nurse.token))[0]).toMatchObject({
      text: null,
      template: { ...template, chiefComplaint: null, examination: null, treatment: null },
    });
    const change = await test.call(changeQuickText, nurse.token, {
      params: { id },
      body: { title: "BP check", text: "Same." },
    });
    expect(change.json()).toMatchObject({ title: "BP check", text: "Same.", template });
  });

  it("is refused when too long or with an impossible follow-up", async () => {
    expect((await add(nurse.token, draft({ text: "a".repeat(5001) }))).statusCode).toBe(400);
    for (const followUpInDays of [0, 731, 1.5])
      expect((await add(nurse.token, draft({ template: { followUpInDays } }))).statusCode).toBe(400);
  });

  it("deletes one", async () => {
    const { id } = (await add(nurse.token)).json();
    expect((await test.call(removeQuickText, nurse.token, { params: { id } })).json()).toEqual({ id });
    expect(await list(nurse.token)).toEqual([]);
  });
});

describe("the examples", () => {
  it("are copied to the clinic's, except used names, and once", async () => {
    await add(clinic.owner.token, draft({ whose: "clinic", title: "Our own" }));
    const first = (await test.call(addExamples, clinic.owner.token)).json();
    expect(first.added).toBe(examples.length - 1);
    expect((await test.call(addExamples, clinic.owner.token)).json().added).toBe(0);
    const all = await list(reader.token);
    expect(all).toHaveLength(examples.length);
    expect(all.find(({ name }: { name: string }) => name === "htn")).toMatchObject({
      title: "Our own",
      isExample: false,
    });
    const urti = all.find(({ name }: { name: string }) => name === "urti");
    expect(urti).toMatchObject({ isExample: true, whose: "clinic" });
    const change = { params: { id: urti.id }, body: { text: "Cough for {days}." } };
    expect((await test.call(changeQuickText, clinic.owner.token, change)).json().isExample).toBe(false);
  });

  it("are at least 40, each valid, with codes of the built-in table", () => {
    expect(examples.length).toBeGreaterThanOrEqual(40);
    expect(new Set(examples.map(({ name }) => name)).size).toBe(examples.length);
    const words = new Map(commonDiagnoses.map((each) => [each.code, each.words]));
    for (const example of examples) {
      expect(QuickTextDraft.parse({ ...example, whose: "clinic" })).toMatchObject({ name: example.name });
      const { diagnoses = [] } = NoteTemplateEntry.parse(example.template ?? {});
      for (const { code, words: written } of diagnoses) expect(words.get(code ?? "")).toBe(written);
      // The text outside the blanks has no brace.
      const outside = JSON.stringify([example.text, Object.values(example.template ?? {})])
        .replaceAll(/\{"words":[^}]*\}/g, "")
        .replaceAll(/\{[^{}]+\}/g, "");
      expect(outside).not.toMatch(/[{}]/);
    }
  });
});
