import { afterAll, beforeAll, expect, test } from "vitest";
import { addAddendum, addConsultation, beginFullHistory } from "#features/consultations/contract.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { type Correction, corrections } from "./data/corrections.ts";
import { aPatient, aStaffMember, type TestUser } from "./data/factories.ts";
import { endpoints, nameOf } from "./endpoints.ts";
import { paramsFor, type SeededClinic, seededClinic } from "./safety/seeded-records.ts";

let app: TestApp;
let own: SeededClinic;
let author: TestUser;
let colleague: TestUser;
let entries: Record<string, { id: number; body: object }>;
beforeAll(async () => {
  app = await startTestApp();
  own = await seededClinic(app);
  author = await aStaffMember(app, own, ["view_patients", "edit_patients"]);
  colleague = await aStaffMember(app, own, ["view_patients", "edit_patients"]);
  const { token } = own.owner;
  const id = await aPatient(app, own);
  const note = { patientId: id, chiefComplaint: "Cough", diagnosis: "Cold", treatment: "Rest" };
  const written = (await app.call(addConsultation, token, { body: note })).json();
  const sent = { params: { id: written.id }, body: { text: "Better" } };
  const { addenda } = (await app.call(addAddendum, token, sent)).json();
  const begun = await app.call(beginFullHistory, token, {
    params: { id },
    body: { chiefComplaint: "Cough" },
  });
  entries = {
    consultation: { id, body: { entryId: written.id } },
    addendum: { id, body: { entryId: addenda[0].id } },
    fullHistory: { id, body: { entryId: begun.json().id } },
    recall: { id, body: { patientId: id } },
  };
});
afterAll(() => app.close());

const changesNoted = async (): Promise<number> => {
  const [row] = await app.sql<{ count: string }>(
    "select count(*) as count from record_history where clinic_id = $1 and event not like '%.view'",
    [own.id],
  );
  return Number(row?.count);
};

const named = (name: string) => endpoints.find((endpoint) => nameOf(endpoint) === name);

test("every table with a patient's rows has a correction", async () => {
  const rows = await app.sql<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'patients'::regclass order by 1`,
  );
  // Not recorded by a user.
  const others = ["dismissed_duplicates", "import_rows", "notifications", "patient_name_sounds"];
  expect(
    rows.map(({ name }) => name).filter((name) => !(name in corrections || others.includes(name))),
  ).toEqual([]);
});

test("every correction is a call that exists", () => {
  const names = Object.values(corrections).flatMap((each) => ("by" in each ? each.by : []));
  expect(names.filter((name) => !named(name))).toEqual([]);
});

const late = ["patients", "merges", "visits"];
const called = Object.entries(corrections)
  .filter(([, each]) => "by" in each)
  .toSorted(([one], [other]) => late.indexOf(one) - late.indexOf(other));

function callOf(table: string, each: Extract<Correction, { by: unknown }>) {
  const endpoint = named(each.by[0] ?? "");
  if (!endpoint) throw new Error(`No call corrects ${table}.`);
  const entry = each.entry === undefined ? undefined : entries[each.entry];
  const params = paramsFor(endpoint, own.records);
  if (entry && "id" in params) params.id = entry.id;
  if (table === "referrals") params.id = own.records.sent as number;
  return (token: string, body = each.body) =>
    app.call(endpoint, token, { params, body: { ...body, ...entry?.body } });
}

test.each(called)("a wrong row of %s is corrected by its author or the doctor", async (table, each) => {
  if (!("by" in each)) return;
  const call = callOf(table, each);
  if (each.author) {
    await app.sql("set session_replication_role = replica");
    await app.sql(`update ${table} set ${each.author} = $2 where clinic_id = $1`, [own.id, author.id]);
    await app.sql("reset session_replication_role");
    const refused = await call(colleague.token);
    expect(refused.statusCode, refused.body).toBe(403);
    expect(refused.json().message).toMatch(/whoever|doctor/);
  }
  const before = await changesNoted();
  const answer = await call(own.owner.token);
  expect(answer.statusCode, answer.body).toBe(200);
  // These are of no patient, and have no record history.
  if (table !== "tasks" && table !== "visitors") expect(await changesNoted()).toBeGreaterThan(before);
  if (!each.back) return;
  const stays = await call(colleague.token, each.back);
  expect(stays.statusCode, stays.body).toBe(403);
  const back = await call(author.token, each.back);
  expect(back.statusCode, back.body).toBe(200);
});
