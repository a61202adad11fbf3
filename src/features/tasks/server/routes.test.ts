import { afterAll, beforeAll, expect, it } from "vitest";
import { permissions } from "#shared/permissions.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, anAdmin, aStaffMember, type TestClinic, type TestUser } from "#test/data/factories.ts";
import { addTask, changeTask, clinicUsers, deleteTask, listTasks } from "../contract.ts";

let test: TestApp;
let clinic: TestClinic;
let neighbour: TestClinic;
let marites: TestUser;
let jonel: TestUser;
beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  neighbour = await aClinic(test);
  marites = await aStaffMember(test, clinic, []);
  jonel = await aStaffMember(test, clinic, permissions);
});
afterAll(() => test.close());

const add = (body: object, token: string | null = clinic.owner.token) => test.call(addTask, token, { body });
const change = (id: number, body: object, token: string | null = clinic.owner.token) =>
  test.call(changeTask, token, { params: { id }, body });
const remove = (id: number, token: string | null = clinic.owner.token) =>
  test.call(deleteTask, token, { params: { id } });
const list = (token: string | null, query: Record<string, string> = {}) =>
  test.call(listTasks, token, { query });
const titlesOf = async (token: string, query: Record<string, string> = {}) =>
  (await list(token, query)).json().map(({ title }: { title: string }) => title);
const aTask = async (of: TestClinic, body: object): Promise<number> =>
  (await add(body, of.owner.token)).json().id;

it("needs a session", async () => {
  const id = await aTask(neighbour, { title: "Nobody's" });
  for (const answer of [
    await test.call(clinicUsers, null),
    await list(null),
    await add({ title: "X" }, null),
    await change(id, { status: "Done" }, null),
    await remove(id, null),
  ])
    expect(answer.statusCode).toBe(401);
});

it("only the owner creates and deletes tasks; the platform's admin has no access", async () => {
  const own = await aClinic(test);
  const id = await aTask(own, { title: "Renew PTR" });
  const secretary = await aStaffMember(test, own, permissions);
  const admin = await anAdmin(test);
  for (const { token } of [secretary, admin]) {
    expect((await add({ title: "X" }, token)).statusCode).toBe(403);
    expect((await remove(id, token)).statusCode).toBe(403);
  }
  for (const call of [clinicUsers, listTasks])
    expect((await test.call(call, admin.token)).statusCode).toBe(403);
  expect((await change(id, { status: "Done" }, admin.token)).statusCode).toBe(403);
  expect(await titlesOf(own.owner.token)).toEqual(["Renew PTR"]);
});

it("staff tick their own task and change nothing else of it", async () => {
  const id = await aTask(clinic, { title: "Call billing", assignedToId: marites.id });
  for (const body of [{ title: "Mine now" }, { status: "Done", priority: "Low" }, { assignedToId: null }])
    expect((await change(id, body, marites.token)).statusCode).toBe(403);
  const done = await change(id, { status: "Done" }, marites.token);
  expect(done.statusCode).toBe(200);
  expect(done.json()).toMatchObject({ title: "Call billing", status: "Done", priority: "Medium" });
  expect((await change(id, { status: "Pending" }, marites.token)).json().status).toBe("Pending");
});

it("another user's task, another clinic's and an unknown one are not found", async () => {
  const foreign = await aTask(neighbour, { title: "Next door" });
  const unassigned = await aTask(clinic, { title: "Nobody's yet" });
  expect((await change(unassigned, { status: "Done" }, marites.token)).statusCode).toBe(404);
  expect((await change(foreign, { status: "Done" })).statusCode).toBe(404);
  expect((await remove(foreign)).statusCode).toBe(404);
  expect((await remove(987_654_321)).statusCode).toBe(404);
  expect((await list(neighbour.owner.token)).json()).toMatchObject([
    { title: "Nobody's" },
    { title: "Next door", status: "Pending" },
  ]);
});

it.each([
  ["no title", {}, { title: "Task title is required" }],
  ["a title of spaces", { title: "  " }, { title: "Task title is required" }],
  ["a title of 256", { title: "x".repeat(256) }, { title: "Use at most 255 characters" }],
  [
    "another priority",
    { title: "A", priority: "Urgent" },
    { priority: "Priority must be Low, Medium or High" },
  ],
  ["another status", { title: "A", status: "Open" }, { status: "Status must be Pending or Done" }],
  ["a day that is none", { title: "A", dueDate: "tomorrow" }, { dueDate: "Enter a date and time" }],
  ["a key of the table", { title: "A", createdById: 1 }, { createdById: "This field cannot be set here." }],
])("refuses %s", async (_, body, fields) => {
  const own = await aClinic(test);
  const answer = await add(body, own.owner.token);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: "invalid", fields });
  expect(await titlesOf(own.owner.token)).toEqual([]);
});

it("cannot be assigned to an inactive user; an existing assignee stays", async () => {
  const gone = await aStaffMember(test, clinic, []);
  const id = await aTask(clinic, { title: "Send CBC request", assignedToId: gone.id });
  await test.sql("update users set is_active = false where id = $1", [gone.id]);
  for (const assignedToId of [gone.id, neighbour.owner.id, 987_654_321]) {
    const answer = await add({ title: "A", assignedToId });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual(["assignedToId"]);
  }
  const kept = await change(id, { title: "Send CBC and platelet request", assignedToId: gone.id });
  expect(kept.json()).toMatchObject({
    title: "Send CBC and platelet request",
    assignedTo: { id: gone.id, firstName: "Marites", lastName: "Bañez", isActive: false },
  });
});

it("creates a task from a title alone: Medium, Pending, unassigned, without a day", async () => {
  const answer = await add({ title: " Renew PTR for 2027 " });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    id: expect.any(Number),
    title: "Renew PTR for 2027",
    description: null,
    dueDate: null,
    priority: "Medium",
    status: "Pending",
    assignedToId: null,
    assignedTo: null,
    clinicId: clinic.id,
    createdById: clinic.owner.id,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
});

it("reads a due date without an offset as Manila time", async () => {
  const answer = await add({ title: "Call the supplier", dueDate: "2026-11-23T10:00" });
  expect(Date.parse(answer.json().dueDate)).toBe(Date.parse("2026-11-23T10:00:00+08:00"));
});

it("the owner changes every field, and clears optional ones", async () => {
  const id = await aTask(clinic, { title: "Old" });
  const whole = {
    title: "Call Chong Hua billing about Room 512-B",
    description: "Ask for the itemised bill.",
    dueDate: "2026-11-20T09:00:00.000Z",
    priority: "High",
    status: "Done",
    assignedToId: jonel.id,
  };
  expect((await change(id, whole)).json()).toMatchObject({
    ...whole,
    dueDate: "2026-11-20T09:00:00Z",
    assignedTo: { id: jonel.id },
  });
  const empty = { description: "", dueDate: "", assignedToId: null };
  expect((await change(id, empty)).json()).toMatchObject({
    title: whole.title,
    priority: "High",
    description: null,
    dueDate: null,
    assignedTo: null,
  });
});

it("deletes a task", async () => {
  const own = await aClinic(test);
  const id = await aTask(own, { title: "Once" });
  expect((await remove(id, own.owner.token)).json()).toEqual({ id });
  expect(await titlesOf(own.owner.token)).toEqual([]);
  expect((await remove(id, own.owner.token)).statusCode).toBe(404);
});

it("the owner sees all, staff what is assigned to them", async () => {
  const own = await aClinic(test);
  const [one, two] = [await aStaffMember(test, own, []), await aStaffMember(test, own, permissions)];
  await aTask(own, { title: "One's", assignedToId: one.id });
  await aTask(own, { title: "Two's", assignedToId: two.id });
  await aTask(own, { title: "Nobody's" });
  expect(await titlesOf(own.owner.token)).toEqual(["One's", "Two's", "Nobody's"]);
  expect(await titlesOf(one.token)).toEqual(["One's"]);
  const paged = await list(two.token, { limit: "5" });
  expect(paged.json()).toMatchObject([{ title: "Two's" }]);
  expect(paged.headers["x-total-count"]).toBe("1");
});

it("open ones are sorted by day and done ones last, in complete pages", async () => {
  const own = await aClinic(test);
  const { token } = own.owner;
  const day = (of: number) => `2026-11-${of}T09:00:00Z`;
  await aTask(own, { title: "Never" });
  await aTask(own, { title: "Later", dueDate: day(25) });
  await aTask(own, { title: "Overdue", dueDate: day(18) });
  await aTask(own, { title: "Later too", dueDate: day(25) });
  const first = await aTask(own, { title: "Done first", dueDate: day(10) });
  const last = await aTask(own, { title: "Done last", dueDate: day(11) });
  await change(first, { status: "Done" }, token);
  test.setNow(new Date(test.app.kit.now().getTime() + 60_000));
  await change(last, { status: "Done" }, token);
  const inOrder = ["Overdue", "Later", "Later too", "Never", "Done last", "Done first"];
  expect(await titlesOf(token)).toEqual(inOrder);
  expect(await titlesOf(token, { status: "Done" })).toEqual(inOrder.slice(4));

  for (const limit of ["1", "2", "3", "4", "5"]) {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(token, { limit, ...(cursor && { cursor }) });
      if (!cursor) expect(page.headers["x-total-count"]).toBe("6");
      found.push(...page.json().map(({ title }: { title: string }) => title));
      cursor = page.headers["x-next-cursor"] as string | undefined;
    } while (cursor);
    expect(found).toEqual(inOrder);
  }
  const pending = await list(token, { status: "Pending", limit: "3" });
  expect(pending.headers["x-total-count"]).toBe("4");
  expect((await list(token, { status: "Open" })).statusCode).toBe(400);
  expect((await list(token, { limit: "2", cursor: "x" })).statusCode).toBe(400);
});

it("lists the active users of the clinic by name, and nothing else about them", async () => {
  const own = await aClinic(test);
  const active = await aStaffMember(test, own, []);
  const gone = await aStaffMember(test, own, []);
  await test.sql("update users set is_active = false where id = $1", [gone.id]);
  const expected = [
    { id: active.id, firstName: "Marites", lastName: "Bañez" },
    { id: own.owner.id, firstName: "Rafael", lastName: "Peñaflor" },
  ];
  for (const { token } of [own.owner, active])
    expect((await test.call(clinicUsers, token)).json()).toEqual(expected);
});

it("allows at most a thousand open tasks, by creating and by reopening", async () => {
  const busy = await aClinic(test);
  const done = await aTask(busy, { title: "Was done", status: "Done" });
  await change(done, { status: "Done" }, busy.owner.token);
  await test.sql(
    `insert into tasks (clinic_id, title, created_by_id, created_at, updated_at)
     select $1, 'Open', $2, now(), now() from generate_series(1, 1000)`,
    [busy.id, busy.owner.id],
  );
  for (const refused of [
    await add({ title: "One more" }, busy.owner.token),
    await change(done, { status: "Pending" }, busy.owner.token),
  ])
    expect(refused.json()).toMatchObject({
      code: "unusable",
      message: "The clinic has 1000 open tasks. Mark some as done first.",
    });
});
