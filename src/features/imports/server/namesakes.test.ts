import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";
import { importDesk } from "./testing-desk.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const DAY = "2020-01-01";
const listOf = (...rows: string[]) => ["Name,Birthday,Sex,Phone,Allergies,Chart No", ...rows].join("\n");
const row = (name: string, { birthday = DAY, sex = "F", phone = "", allergies = "", number = "" } = {}) =>
  `"${name}",${birthday},${sex},${phone},${allergies},${number}`;

const withRegistered = async (patient_name: string, more: object = {}) => {
  const clinic = await aClinic(test);
  const id = await aPatient(test, clinic, { patient_name, birthday: DAY, sex: "F", ...more });
  return { own: importDesk(test, clinic), id };
};
const allergiesOf = async (id: number) =>
  (await test.sql<{ allergies: string | null }>("select allergies from patients where id = $1", [id]))[0]
    ?.allergies;

it.each(["skip", "update"] as const)(
  "two girls of one birthday and first name are asked about, with %s too",
  async (doubles) => {
    const { own, id } = await withRegistered("Reyes, Maria", { allergies: null });
    const list = listOf(row("Reyes, Maria Ana", { allergies: "Penicillin" }), row("Reyes, Maria Lina"));
    const checked = await own.check(list, { doubles });
    expect(checked.figures).toMatchObject({ new: 0, here: 0, twice: 0, look: 2 });
    for (const { match } of await own.rows(checked.id, "look")) expect(match?.isSure).toBe(false);
    expect((await own.run(checked.id)).figures).toMatchObject({ added: 0, updated: 0, look: 2 });
    expect(await allergiesOf(id)).toBeNull();
  },
);

it.each<[string, string, string, object?]>([
  ["a twin", "Kambal, Ana Maria", row("Kambal, Ana Marie")],
  ["a father", "Cruz, Jose Sr.", row("Cruz, Jose Jr.")],
  ["another sex", "Reyes, Ariel", row("Reyes, Ariel", { sex: "M" })],
  [
    "a phone without a birthday",
    "Reyes, Maria",
    row("Reyes, Maria", { birthday: "", phone: "0917 555 0123" }),
    { contact_number: "+639175550123" },
  ],
  [
    "a number with a twin's name",
    "Kambal, Ana Maria",
    row("Kambal, Ana Marie", { number: "K-1" }),
    { admission_no: "K-1" },
  ],
  [
    "a number with another sex",
    "Reyes, Ariel",
    row("Reyes, Ariel", { sex: "M", number: "K-1" }),
    { admission_no: "K-1" },
  ],
])("asks about %s", async (_, registered, line, more = {}) => {
  const { own, id } = await withRegistered(registered, more);
  const checked = await own.check(listOf(line));
  expect(await own.rows(checked.id, "look")).toMatchObject([
    { row: 2, faults: [], match: { patientId: id, isSure: false } },
  ]);
});

it("is sure of the same name and birthday, and of a middle name by its initial", async () => {
  for (const name of ["REYES, MA. ANA", "Reyes, Maria A."]) {
    const { own, id } = await withRegistered("Reyes, Maria Ana");
    const checked = await own.check(listOf(row(name)));
    expect(await own.rows(checked.id, "here"), name).toMatchObject([
      { match: { patientId: id, isSure: true } },
    ]);
  }
});

it("one registered patient is one row's alone", async () => {
  const { own, id } = await withRegistered("Reyes, Maria");
  const checked = await own.check(listOf(row("Reyes, Maria"), row("Reyes, Ma.")));
  expect(await own.rows(checked.id, "here")).toMatchObject([{ row: 2 }]);
  expect(await own.rows(checked.id, "look")).toMatchObject([
    { row: 3, match: { patientId: id, isSure: false } },
  ]);
  // Looked at again, it is still the second.
  await own.change(checked.id, 3, { cells: [{ column: 3, value: "0917 555 0123" }] });
  expect(await own.rows(checked.id, "look")).toMatchObject([{ row: 3, match: { isSure: false } }]);
});

it("of two who may be meant by one initial neither is sure", async () => {
  const { own } = await withRegistered("Reyes, Maria A.");
  const twins = listOf(row("Reyes, Maria Ana"), row("Reyes, Maria Alma"));
  const checked = await own.check(twins);
  expect(checked.figures).toMatchObject({ here: 0, look: 2 });
  // Also where the second is typed in later.
  const { own: other } = await withRegistered("Reyes, Maria A.");
  const typed = await other.check(listOf(row("Reyes, Maria Ana"), row("Lim, Rosa")));
  expect(typed.figures).toMatchObject({ here: 1, new: 1 });
  await other.change(typed.id, 3, { cells: [{ column: 0, value: "Reyes, Maria Alma" }] });
  expect((await other.find(typed.id)).figures).toMatchObject({ here: 0, look: 2 });
});

it("within a list as well; a row that stands there three times is one person", async () => {
  const own = importDesk(test, await aClinic(test));
  const thrice = await own.check(listOf(row("Reyes, Maria"), row("Reyes, Maria"), row("Reyes, Maria")));
  expect(thrice.figures).toMatchObject({ new: 1, twice: 2, look: 0 });
  const twins = await own.check(
    listOf(row("Reyes, Maria A."), row("Reyes, Maria Ana"), row("Reyes, Maria Alma")),
  );
  expect(twins.figures).toMatchObject({ new: 1, twice: 0, look: 2 });
});

it("asks who of two registered namesakes is meant", async () => {
  const clinic = await aClinic(test);
  for (let at = 0; at < 2; at += 1)
    await aPatient(test, clinic, { patient_name: "Reyes, Maria", birthday: DAY, sex: "F" });
  const own = importDesk(test, clinic);
  const checked = await own.check(listOf(row("Reyes, Maria")));
  expect(checked.figures).toMatchObject({ here: 0, look: 1 });
});
