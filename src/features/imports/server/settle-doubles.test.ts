import { afterAll, beforeAll, expect, it } from "vitest";
import { decideImport } from "#features/imports/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic } from "#test/data/factories.ts";
import { importDesk } from "./testing-desk.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

// Juan may be his brother Jose, which needs a decision. The last row is Juan again.
const brothers = [
  "Name,Birthday,Sex,Address",
  '"Santos, Jose Mari",1990-01-02,M,',
  '"Santos, Juan",1990-01-02,M,Cebu',
  '"SANTOS, JUAN",1990-01-02,M,Mandaue',
].join("\n");

const checkedBrothers = async (doubles: "skip" | "update" | "keep" = "skip") => {
  const own = importDesk(test, await aClinic(test));
  const checked = await own.check(brothers, { doubles });
  return { own, id: checked.id, figures: checked.figures };
};

it("finds a double of a row that needs a decision", async () => {
  const { own, id, figures } = await checkedBrothers();
  expect(figures).toMatchObject({ new: 1, look: 1, twice: 1 });
  expect(await own.rows(id, "look")).toMatchObject([{ row: 3, match: { row: 2, isSure: false } }]);
  expect(await own.rows(id, "twice")).toMatchObject([{ row: 4, match: { row: 3, isSure: true } }]);
});

it("decided as another person, he is imported once", async () => {
  const { own, id } = await checkedBrothers();
  await own.call(decideImport, { params: { id }, body: { choice: "keep" } });
  expect((await own.run(id)).figures).toMatchObject({ added: 2, twice: 1 });
});

it("undecided, both of his rows are left out with a reason", async () => {
  const { own, id } = await checkedBrothers();
  expect((await own.run(id)).figures).toMatchObject({ added: 1, look: 2, twice: 0 });
  expect(await own.rows(id, "look")).toMatchObject([
    { row: 3, reason: null },
    { row: 4, reason: "Row 3 is the same person and is not imported" },
  ]);
});

it("skipped with all undecided rows, his other row is skipped too", async () => {
  const { own, id } = await checkedBrothers();
  await own.call(decideImport, { params: { id }, body: { choice: "skip" } });
  expect((await own.find(id)).figures).toMatchObject({ new: 1, skipped: 2 });
});

it("skipped alone, his other row needs the decision instead", async () => {
  const { own, id } = await checkedBrothers();
  await own.change(id, 3, { choice: "skip" });
  expect(await own.rows(id, "look")).toMatchObject([{ row: 4, match: { row: 2, isSure: false } }]);
});

it("decided as the same person, both rows fill that patient in order, and say what differs", async () => {
  const { own, id } = await checkedBrothers("update");
  await own.call(decideImport, { params: { id }, body: { choice: "update" } });
  expect((await own.run(id)).figures).toMatchObject({ added: 1, updated: 1, skipped: 1 });
  expect(await own.rows(id, "updated")).toMatchObject([{ row: 3, reason: null }]);
  expect(await own.rows(id, "skipped")).toMatchObject([
    { row: 4, reason: "The record has something else: Address" },
  ]);
  expect(await own.patients()).toMatchObject([{ patient_name: "Santos, Jose Mari", address: "Cebu" }]);
});

it("corrected into another person, a row no longer hides its double below", async () => {
  const own = importDesk(test, await aClinic(test));
  const { id } = await own.check('Name,Birthday,Sex\n"Cruz, Ana",1980-12-31,F\n"Cruz, Ana",1980-12-31,F\n');
  await own.change(id, 2, {
    cells: [
      { column: 0, value: "Lim, Rosa" },
      { column: 1, value: "1975-06-07" },
    ],
  });
  expect(await own.rows(id, "new")).toMatchObject([{ row: 2 }, { row: 3 }]);
  expect((await own.run(id)).figures).toMatchObject({ added: 2 });
});
