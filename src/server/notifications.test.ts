import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aStaffMember, type TestClinic, type TestUser } from "#test/data/factories.ts";
import { handleOf } from "#test/data/full-clinic.ts";
import { notifyOwners, notifyUsers } from "./notifications.ts";

let test: TestApp;
let clinic: TestClinic;
let staff: TestUser;
let other: TestClinic;

beforeAll(async () => {
  test = await startOwnApp();
  clinic = await aClinic(test);
  staff = await aStaffMember(test, clinic, []);
  other = await aClinic(test);
});
afterAll(() => test.close());

const notificationsOf = (user: TestUser) =>
  test.sql<{ title: string }>("select title from notifications where user_id = $1 order by id", [user.id]);

describe("notifying users", () => {
  it("reaches only active users of the clinic", async () => {
    const left = await aStaffMember(test, clinic, []);
    await test.sql("update users set is_active = false where id = $1", [left.id]);
    await notifyUsers(
      handleOf(test, clinic),
      [staff.id, left.id, other.owner.id, 987_654],
      {
        type: "warning",
        title: "Task due",
        message: "Call billing",
        actionType: "task",
        actionData: { taskId: 5 },
      },
      testNow,
    );
    expect(
      await test.sql(
        "select clinic_id::integer, user_id::integer, type, title, message, action_type, action_data, created_at, read_at from notifications",
      ),
    ).toEqual([
      {
        clinic_id: clinic.id,
        user_id: staff.id,
        type: "warning",
        title: "Task due",
        message: "Call billing",
        action_type: "task",
        action_data: { taskId: 5 },
        created_at: testNow,
        read_at: null,
      },
    ]);
  });

  it("reaches only the owner when the owner is addressed", async () => {
    const before = await notificationsOf(staff);
    await notifyOwners(handleOf(test, clinic), { title: "For the owner", message: "" }, testNow);
    expect(await notificationsOf(clinic.owner)).toEqual([{ title: "For the owner" }]);
    expect(await notificationsOf(staff)).toEqual(before);
    expect(await notificationsOf(other.owner)).toEqual([]);
  });

  it("is rolled back with its transaction", async () => {
    const before = await notificationsOf(staff);
    const work = handleOf(test, clinic).transaction(async (joined) => {
      await notifyUsers(joined, [staff.id], { title: "Gone", message: "" }, testNow);
      throw new Error("and back");
    });
    await expect(work).rejects.toThrow("and back");
    expect(await notificationsOf(staff)).toEqual(before);
  });

  it("notifies each user of a cause once, even after it was dismissed", async () => {
    const notify = (users: TestUser[]) =>
      notifyUsers(
        handleOf(test, clinic),
        users.map(({ id }) => id),
        { title: "Signed in", message: "", cause: "first sign-in 7" },
        testNow,
      );
    const signedIn = async (user: TestUser) =>
      (await notificationsOf(user)).filter(({ title }) => title === "Signed in").length;
    await notify([staff]);
    await notify([staff, clinic.owner]);
    expect([await signedIn(staff), await signedIn(clinic.owner)]).toEqual([1, 1]);
    await test.sql("delete from notifications where user_id = $1", [staff.id]);
    await notify([staff]);
    expect(await signedIn(staff)).toBe(0);
  });

  it("stores the newest 50 of each user, however many are written concurrently", async () => {
    const mate = await aStaffMember(test, clinic, []);
    await notifyUsers(handleOf(test, clinic), [mate.id], { title: "Stays", message: "" }, testNow);
    for (let n = 1; n <= 49; n += 1)
      await notifyUsers(handleOf(test, clinic), [staff.id], { title: `Old ${n}`, message: "" }, testNow);
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        notifyUsers(handleOf(test, clinic), [staff.id], { title: `New ${n}`, message: "" }, testNow),
      ),
    );
    const titles = (await notificationsOf(staff)).map(({ title }) => title);
    expect(titles).toHaveLength(50);
    expect(titles.filter((title) => title.startsWith("New"))).toHaveLength(20);
    expect(titles[0]).toBe("Old 20");
    expect(await notificationsOf(mate)).toEqual([{ title: "Stays" }]);
  });
});
