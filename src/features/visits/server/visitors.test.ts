import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addPlace, listPlaces } from "#features/places/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { addVisitor, changeVisitor, listVisitors } from "../contract.ts";

let test: TestApp;
let clinic: TestClinic;
let token: string;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
/** 9:00 in Manila. */
beforeEach(async () => {
  clinic = await aClinic(test);
  test.setNow(new Date("2026-11-20T01:00:00Z"));
  token = await aSession(test, clinic.owner.id);
});

const ana = { name: "Robles, Ana", reason: "Drug representative, Unilab" };
const add = (body: object = ana, as: string | null = token) => test.call(addVisitor, as, { body });
const change = (id: number, body: object, as: string | null = token) =>
  test.call(changeVisitor, as, { params: { id }, body });
const names = async (as = token) =>
  (await test.call(listVisitors, as)).json().map(({ name }: { name: string }) => name);

it("may be added and changed by who may queue patients, and read by who may view them", async () => {
  const clerk = await aStaffMember(test, clinic, ["add_patients"]);
  const reader = await aStaffMember(test, clinic, ["view_patients"]);
  expect((await add(ana, null)).statusCode).toBe(401);
  expect((await add(ana, reader.token)).statusCode).toBe(403);
  const added = await add(ana, clerk.token);
  expect(added.json()).toMatchObject({ ...ana, state: "waiting", arrivedAt: "2026-11-20T01:00:00Z" });
  const { id } = added.json();
  expect((await change(id, { state: "seen" }, reader.token)).statusCode).toBe(403);
  expect(await names(reader.token)).toEqual([ana.name]);
  expect((await test.call(listVisitors, clerk.token)).statusCode).toBe(403);
  const other = await aClinic(test);
  const elsewhere = await aSession(test, other.owner.id);
  expect((await change(id, { state: "seen" }, elsewhere)).statusCode).toBe(404);
  expect(await names(elsewhere)).toEqual([]);
});

it("are listed by arrival until they are seen or leave, and again when that is undone", async () => {
  const { id } = (await add()).json();
  const { id: second } = (await add({ name: "Uy, Ben" })).json();
  expect(await names()).toEqual(["Robles, Ana", "Uy, Ben"]);
  await change(id, { state: "seen" });
  await change(second, { state: "left" });
  expect(await names()).toEqual([]);
  await change(id, { state: "waiting" });
  await change(id, { name: "Robles, Anna", reason: "" });
  expect((await test.call(listVisitors, token)).json()).toMatchObject([
    { name: "Robles, Anna", reason: null, arrivedAt: "2026-11-20T01:00:00Z" },
  ]);
});

it("are those of the day in Manila", async () => {
  await add();
  test.setNow(new Date("2026-11-20T15:59:00Z"));
  token = await aSession(test, clinic.owner.id);
  expect(await names()).toEqual(["Robles, Ana"]);
  test.setNow(new Date("2026-11-20T16:00:00Z"));
  expect(await names()).toEqual([]);
});

it("stand at the clinic's first place, or at the chosen one of its own", async () => {
  const { id: annex } = (await test.call(addPlace, token, { body: { name: "Annex" } })).json();
  const [main] = (await test.call(listPlaces, token)).json();
  expect((await add()).json().placeId).toBe(main.id);
  expect((await add({ ...ana, placeId: annex })).json().placeId).toBe(annex);
  const other = await aClinic(test);
  const [theirs] = (await test.call(listPlaces, other.owner.token)).json();
  const refused = await add({ ...ana, placeId: theirs.id });
  expect(refused.json().fields.placeId).toBe("Choose an active place of your clinic");
});

it("need a name; a hundred may wait at once", async () => {
  expect((await add({ name: " " })).json().fields.name).toBe("Name is required");
  expect((await add({ name: "王" })).statusCode).toBe(400);
  const { id } = (await add()).json();
  await test.sql(
    `insert into visitors (clinic_id, place_id, day, name, arrived_at, created_by_id, updated_at)
     select clinic_id, place_id, day, name, arrived_at, created_by_id, updated_at from visitors, generate_series(2, 100)
     where id = $1`,
    [id],
  );
  const refused = await add();
  expect(refused.statusCode).toBe(422);
  expect(refused.json().message).toBe("100 visitors are waiting. Mark those who left first.");
  await change(id, { state: "seen" });
  expect((await add()).statusCode).toBe(200);
});
