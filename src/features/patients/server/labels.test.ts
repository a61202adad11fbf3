import { afterAll, beforeAll, expect, it } from "vitest";
import { patientHistory, printLabels } from "#features/patients/contract.ts";
import { addVisit, changeVisit, printSlip } from "#features/visits/contract.ts";
import { labelStockIds } from "#shared/label-stock.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";
import { textsOutside, wordsOf } from "#test/pdf-text.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
});
afterAll(() => test.close());

const labels = (id: number, query: Record<string, string> = {}) =>
  test.call(printLabels, clinic.owner.token, { params: { id }, query });
const pagesOf = (bytes: Buffer) => bytes.toString("latin1").match(/\/Type \/Page\b/g)?.length;

it("prints the patient's name, age, birthday and number, once for each label", async () => {
  const id = await aPatient(test, clinic, {
    patient_name: "Peñaranda, Rosario Abellana",
    birthday: "1954-02-03",
    admission_no: "20261120-004",
  });
  const one = await labels(id, { paper: "roll-50x30", count: "3" });
  expect(one.statusCode, one.body.slice(0, 200)).toBe(200);
  expect(one.headers["content-disposition"]).toContain("labels-20261120-004.pdf");
  expect(pagesOf(one.rawPayload)).toBe(3);
  const words = await wordsOf(one.rawPayload);
  for (const text of ["Peñaranda", "72 / F", "Feb 3, 1954", "20261120-004"]) expect(words).toContain(text);

  const sheet = await labels(id, { paper: "a4-24", count: "5", skip: "22" });
  expect(pagesOf(sheet.rawPayload)).toBe(2);
  expect((await wordsOf(sheet.rawPayload)).split("20261120-004")).toHaveLength(6);
  const history = (await test.call(patientHistory, clinic.owner.token, { params: { id } })).json();
  expect(JSON.stringify(history)).toContain("patient.labels");
});

it("prints a card with the clinic's name", async () => {
  const id = await aPatient(test, clinic, { patient_name: "Reyes, Ana" });
  const card = await labels(id, { paper: "card" });
  const [{ name } = { name: "" }] = await test.sql<{ name: string }>(
    "select name from clinics where id = $1",
    [clinic.id],
  );
  expect(await wordsOf(card.rawPayload)).toContain(name);
});

it("draws a name of any length, and refuses an invalid paper or number", async () => {
  const endless = "Macaraeg-Villanueva ".repeat(12).trim().slice(0, 255);
  const id = await aPatient(test, clinic, { patient_name: endless, admission_no: "X".repeat(50) });
  // Each of its lines fits, all of them together only when smaller.
  const fits = await aPatient(test, clinic, {
    patient_name: "Concepcion, Esperanza Ana-Lourdes",
    birthday: "1954-02-03",
    admission_no: "ADM 2026-11-20 WARD 004",
  });
  for (const paper of ["a4-24", "a4-65", "roll-50x30", "roll-62x29", "card"]) {
    const drawn = await labels(id, { paper });
    expect(drawn.statusCode, paper).toBe(200);
    // What is cut says so.
    const words = await wordsOf(drawn.rawPayload);
    expect(words.includes("…") || words.includes(endless), `${paper}: ${words}`).toBe(true);
    const fitting = await labels(fits, { paper });
    expect(await wordsOf(fitting.rawPayload), paper).toContain("ADM 2026-11-20 WARD 004");
    expect(await textsOutside(fitting.rawPayload), paper).toEqual([]);
  }
  for (const query of [{ paper: "napkin" }, { count: "0" }, { count: "66" }, { skip: "-1" }, { count: "x" }])
    expect((await labels(id, query as Record<string, string>)).statusCode).toBe(400);
  expect((await labels(999_999)).statusCode).toBe(404);
});

it("prints the whole of a long name on every paper", async () => {
  const clinicName = "Peñaflor-Macaraeg Comprehensive Family Medicine and Diagnostics Center of Mandaue City";
  const long = await aClinic(test, { name: clinicName });
  for (const patientName of [
    "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña",
    "Macaraeg-Villanueva, Maria Concepcion Esperanza Guadalupe dela Peña y Buencamino-Santiago III",
  ]) {
    const id = await aPatient(test, long, { patient_name: patientName, birthday: "1954-09-23" });
    for (const paper of labelStockIds) {
      const drawn = await test.call(printLabels, long.owner.token, { params: { id }, query: { paper } });
      expect(drawn.statusCode, paper).toBe(200);
      // A line ends at a hyphen too.
      const words = (await wordsOf(drawn.rawPayload)).replace(/\s/g, "");
      expect(words, paper).toContain(patientName.replace(/\s/g, ""));
      if (paper === "card") expect(words).toContain(clinicName.replace(/\s/g, ""));
      expect(await textsOutside(drawn.rawPayload), paper).toEqual([]);
    }
  }
});

it("names a stored text that cannot be printed, and prints one in another form", async () => {
  const id = await aPatient(test, clinic, { patient_name: "王小明" });
  const refused = await labels(id, { paper: "card" });
  expect(refused.statusCode).toBe(422);
  expect(refused.json()).toMatchObject({
    message:
      "The patient name cannot be printed: 王 小 明. Use Latin letters, as in a passport. Correct it, then print again.",
    fields: { patientName: "This cannot be printed: 王 小 明. Use Latin letters, as in a passport" },
  });
  const wide = await aPatient(test, clinic, { patient_name: "Ｒｅｙｅｓ，\u3000Ａｎａ" });
  expect(await wordsOf((await labels(wide)).rawPayload)).toContain("Reyes, Ana");
});

it("prints a queue number without a name", async () => {
  const id = await aPatient(test, clinic, { patient_name: "Reyes, Ana" });
  const visit = (await test.call(addVisit, clinic.owner.token, { body: { patientId: id } })).json();
  await test.call(changeVisit, clinic.owner.token, { params: { id: visit.id }, body: { reason: "Fever" } });
  const slip = await test.call(printSlip, clinic.owner.token, { params: { id: visit.id } });
  expect(slip.statusCode, slip.body.slice(0, 200)).toBe(200);
  const words = await wordsOf(slip.rawPayload);
  expect(words).toContain(`Your number ${visit.number}`);
  expect(words).toContain("Friday, November 20, 2026");
  expect(words).not.toMatch(/Reyes|Fever/);
});
