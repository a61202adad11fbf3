import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  dismissNotification,
  type Notification,
  notifications,
  readAllNotifications,
  readNotification,
} from "#features/notifications/contract.ts";
import { deletePatient } from "#features/patients/contract.ts";
import { notifyUsers } from "#server/notifications.ts";
import { startTestApp, type TestApp, testNow } from "#test/app.ts";
import {
  aClinic,
  anAdmin,
  aPatient,
  aStaffMember,
  type TestClinic,
  type TestUser,
} from "#test/data/factories.ts";
import { handleOf } from "#test/data/full-clinic.ts";

let test: TestApp;
let clinic: TestClinic;
let staff: TestUser;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  clinic = await aClinic(test);
  staff = await aStaffMember(test, clinic, [], { role: "staff" });
});

const tell = (user: TestUser, title: string) =>
  notifyUsers(handleOf(test, clinic), [user.id], { title, message: "" }, testNow);
const list = async (token: string): Promise<Notification[]> => (await test.call(notifications, token)).json();
const act = (
  endpoint: typeof readNotification | typeof dismissNotification,
  as: string | null,
  id: number | string,
) => test.call(endpoint, as, { params: { id } });

describe("the list", () => {
  it("is for members of a clinic, and empty for the platform admin", async () => {
    expect((await test.call(notifications, (await anAdmin(test)).token)).json()).toEqual([]);
    expect((await test.call(notifications, staff.token)).json()).toEqual([]);
  });

  it("contains the user's own, newest first, with the specification's fields", async () => {
    const patientId = await aPatient(test, clinic);
    await notifyUsers(
      handleOf(test, clinic),
      [staff.id],
      {
        type: "warning",
        title: "First",
        message: "Dela Peña",
        actionType: "patient",
        actionData: { patientId },
      },
      testNow,
    );
    await tell(staff, "Second");
    await tell(clinic.owner, "The owner's");
    const [second, first] = await list(staff.token);
    expect(second).toMatchObject({ title: "Second", type: "info", actionType: null, actionData: null });
    expect(first).toEqual({
      id: expect.any(Number),
      type: "warning",
      title: "First",
      message: "Dela Peña",
      timestamp: "2026-11-20T02:42:00Z",
      read: false,
      actionType: "patient",
      actionData: { patientId },
    });
    expect(await list(staff.token)).toHaveLength(2);
  });

  it("contains the newest 50", async () => {
    for (let n = 1; n <= 53; n += 1) await tell(staff, `${n}`);
    const titles = (await list(staff.token)).map(({ title }) => title);
    expect(titles).toEqual(Array.from({ length: 50 }, (_, n) => `${53 - n}`));
  });

  it("is 304 while it is unchanged", async () => {
    await tell(staff, "First");
    const { etag } = (await test.call(notifications, staff.token)).headers;
    const again = () => test.call(notifications, staff.token, { headers: { "if-none-match": String(etag) } });
    const unchanged = await again();
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ""]);
    await tell(staff, "Second");
    expect((await again()).statusCode).toBe(200);
  });

  it("loses the notifications that name a deleted patient", async () => {
    const patientId = await aPatient(test, clinic);
    const about = { title: "Follow-up due today", message: "Dela Peña" };
    await notifyUsers(
      handleOf(test, clinic),
      [staff.id],
      { ...about, actionType: "patient", actionData: { patientId } },
      testNow,
    );
    await tell(staff, "Stays");
    await test.call(deletePatient, clinic.owner.token, { params: { id: patientId } });
    expect((await list(staff.token)).map(({ title }) => title)).toEqual(["Stays"]);
  });
});

describe("reading and dismissing", () => {
  it("work only for one's own: another user's and another clinic's do not exist", async () => {
    await tell(staff, "Mine");
    const [mine] = await list(staff.token);
    const id = mine?.id ?? 0;
    const neighbour = await aClinic(test);
    const mate = await aStaffMember(test, clinic, []);
    for (const endpoint of [readNotification, dismissNotification]) {
      expect((await act(endpoint, (await anAdmin(test)).token, id)).statusCode).toBe(403);
      for (const stranger of [clinic.owner, mate, neighbour.owner])
        expect((await act(endpoint, stranger.token, id)).statusCode).toBe(404);
      expect((await act(endpoint, staff.token, "x")).statusCode).toBe(404);
    }
    expect(await list(staff.token)).toEqual([mine]);
  });

  it("marks one as read, once", async () => {
    await tell(staff, "First");
    await tell(staff, "Second");
    const [second] = await list(staff.token);
    const answer = await act(readNotification, staff.token, second?.id ?? 0);
    expect(answer.json()).toEqual({ ...second, read: true });
    expect((await act(readNotification, staff.token, second?.id ?? 0)).json().read).toBe(true);
    expect((await list(staff.token)).map(({ read }) => read)).toEqual([true, false]);
  });

  it("marks all of one's own as read", async () => {
    for (const title of ["First", "Second"]) await tell(staff, title);
    await tell(clinic.owner, "The owner's");
    expect((await test.call(readAllNotifications, (await anAdmin(test)).token)).statusCode).toBe(403);
    expect((await test.call(readAllNotifications, staff.token)).json()).toEqual({ read: 2 });
    expect((await test.call(readAllNotifications, staff.token)).json()).toEqual({ read: 0 });
    expect((await list(staff.token)).map(({ read }) => read)).toEqual([true, true]);
    expect((await list(clinic.owner.token)).map(({ read }) => read)).toEqual([false]);
  });

  it("leaves what arrived after the newest that was seen", async () => {
    for (const title of ["First", "Second", "Third"]) await tell(staff, title);
    const [, second] = await list(staff.token);
    const seen = { body: { upTo: second?.id ?? 0 } };
    expect((await test.call(readAllNotifications, staff.token, seen)).json()).toEqual({ read: 2 });
    expect((await list(staff.token)).map(({ read }) => read)).toEqual([false, true, true]);
  });

  it("dismisses one for good", async () => {
    for (const title of ["First", "Second"]) await tell(staff, title);
    const [second] = await list(staff.token);
    const id = second?.id ?? 0;
    expect((await act(dismissNotification, staff.token, id)).json()).toEqual({ id });
    expect((await act(dismissNotification, staff.token, id)).statusCode).toBe(404);
    expect((await list(staff.token)).map(({ title }) => title)).toEqual(["First"]);
  });
});
