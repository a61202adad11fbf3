import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { jobs } from "#server/jobs/jobs.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aStaffMember, type TestClinic, type TestUser } from "#test/data/factories.ts";
import { addTask, changeTask } from "../contract.ts";

let test: TestApp;
let clinic: TestClinic;
let marites: TestUser;
let jonel: TestUser;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  clinic = await aClinic(test);
  marites = await aStaffMember(test, clinic, []);
  jonel = await aStaffMember(test, clinic, []);
});

const add = async (body: object): Promise<number> =>
  (await test.call(addTask, clinic.owner.token, { body })).json().id;
const change = (id: number, body: object) =>
  test.call(changeTask, clinic.owner.token, { params: { id }, body });
const notices = (user: TestUser) =>
  test.sql(
    "select type, title, message, action_type, action_data from notifications where user_id = $1 order by id",
    [user.id],
  );
const titles = async (user: TestUser) => (await notices(user)).map(({ title }) => title);

describe("an assigned task", () => {
  it("notifies the assignee", async () => {
    const id = await add({ title: "Call billing", assignedToId: marites.id });
    expect(await notices(marites)).toEqual([
      {
        type: "info",
        title: "Task assigned",
        message: "Call billing",
        action_type: "task",
        action_data: { taskId: id },
      },
    ]);
    expect(await titles(jonel)).toEqual([]);
  });

  it("notifies a new assignee, and not again for another change", async () => {
    const id = await add({ title: "Call billing", assignedToId: marites.id });
    await change(id, { title: "Call billing today", assignedToId: marites.id });
    await change(id, { assignedToId: jonel.id });
    await change(id, { assignedToId: null });
    expect(await titles(marites)).toEqual(["Task assigned"]);
    expect(await titles(jonel)).toEqual(["Task assigned"]);
  });

  it("does not notify a user who assigns it to themselves", async () => {
    await add({ title: "Renew PTR", assignedToId: clinic.owner.id });
    expect(await titles(clinic.owner)).toEqual([]);
  });
});

describe("a task with a day", () => {
  const tell = (day: string, time = "02:00") =>
    jobs
      .find(({ name }) => name === "tell which tasks are due")
      ?.run(test.app, new Date(`${day}T${time}:00Z`));
  // The 25th in Manila, whose midnight is 16:00Z.
  const dueDate = "2026-11-24T16:30:00Z";

  it("notifies the assignee on the day and the day after, each once", async () => {
    const id = await add({ title: "Call billing", dueDate, assignedToId: marites.id });
    await tell("2026-11-24", "15:59");
    expect(await titles(marites)).toEqual(["Task assigned"]);
    await tell("2026-11-24", "16:00");
    await tell("2026-11-25");
    expect(await titles(marites)).toEqual(["Task assigned", "Task due today"]);
    for (const day of ["26", "27"]) await tell(`2026-11-${day}`);
    expect((await notices(marites)).at(-1)).toEqual({
      type: "warning",
      title: "Task overdue",
      message: "Call billing",
      action_type: "task",
      action_data: { taskId: id },
    });
    expect(await titles(marites)).toHaveLength(3);
    expect(await titles(clinic.owner)).toEqual([]);
  });

  it("notifies the owner when it is unassigned, or the assignee is inactive", async () => {
    await add({ title: "Nobody's", dueDate });
    await add({ title: "Gone", dueDate, assignedToId: marites.id });
    await test.sql("update users set is_active = false where id = $1", [marites.id]);
    await tell("2026-11-25");
    expect((await notices(clinic.owner)).map(({ message }) => message)).toEqual(["Nobody's", "Gone"]);
  });

  it("does not notify once it is done, nor a week later, nor in an inactive clinic", async () => {
    const done = await add({ title: "Done", dueDate });
    await change(done, { status: "Done" });
    await add({ title: "Forgotten", dueDate: "2026-11-16T02:00:00Z" });
    await tell("2026-11-25");
    await add({ title: "Off", dueDate });
    await test.sql("update clinics set is_active = false where id = $1", [clinic.id]);
    await tell("2026-11-25");
    expect(await titles(clinic.owner)).toEqual([]);
  });

  it("notifies again after it was postponed", async () => {
    const id = await add({ title: "Call billing", dueDate, assignedToId: marites.id });
    await tell("2026-11-25");
    await change(id, { dueDate: "2026-11-27T02:00:00Z" });
    await tell("2026-11-27");
    expect(await titles(marites)).toEqual(["Task assigned", "Task due today", "Task due today"]);
  });
});
