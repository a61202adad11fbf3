import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, it } from "vitest";
import { currentUser, login } from "#features/accounts/contract.ts";
import {
  changePassword,
  confirmSecondFactor,
  setUpSecondFactor,
} from "#features/accounts/security-contract.ts";
import { notifications } from "#features/notifications/contract.ts";
import { listPatients } from "#features/patients/contract.ts";
import { addTask, listTasks, type Task } from "#features/tasks/contract.ts";
import { permissions } from "#shared/permissions.ts";
import { atInstant, startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, anAdmin, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import {
  addStaffAccount,
  changePermissions,
  deactivateStaffAccount,
  renewTemporaryPassword,
  resetStaffSecondFactor,
  type StaffAccount,
  staffAccounts,
} from "../contract.ts";

let test: TestApp;
let clinic: TestClinic;
let neighbour: TestClinic;
beforeAll(async () => {
  test = await startOwnApp();
  clinic = await aClinic(test);
  neighbour = await aClinic(test);
});
afterAll(() => test.close());

let made = 0;
const aDraft = (more: object = {}) => ({
  email: `marites${++made}@clinic.test`,
  firstName: "Marites",
  lastName: "Bañez",
  permissions: ["view_patients"],
  ...more,
});
const owner = () => clinic.owner.token;
const add = (body: object, token: string | null = owner(), headers?: Record<string, string>) =>
  test.call(addStaffAccount, token, { body, ...(headers && { headers }) });
const grant = (id: number, granted: unknown, token: string | null = owner()) =>
  test.call(changePermissions, token, { params: { id }, body: { permissions: granted } });
const deactivate = (id: number, token: string | null = owner()) =>
  test.call(deactivateStaffAccount, token, { params: { id } });
const renew = (id: number, token: string | null = owner()) =>
  test.call(renewTemporaryPassword, token, { params: { id } });
const read = async (of = clinic): Promise<StaffAccount[]> =>
  (await test.call(staffAccounts, of.owner.token)).json();
const accountOf = async (email: string, of = clinic) => {
  const found = (await read(of)).find((account) => account.email === email);
  if (!found) throw new Error(`no account of ${email}`);
  return found;
};
const signIn = (email: string, password: string) => test.call(login, null, { body: { email, password } });
const statusOfList = async (token: string) => (await test.call(listPatients, token)).statusCode;

/** A new account with its temporary password. */
async function opened(more: object = {}) {
  const draft = aDraft(more);
  const { tempPassword } = (await add(draft)).json();
  return { ...draft, tempPassword, id: (await accountOf(draft.email)).id };
}

it("is for the owner only", async () => {
  const { id, token: secretary } = await aStaffMember(test, clinic, permissions);
  const admin = await anAdmin(test);
  for (const token of [secretary, admin.token]) {
    expect((await test.call(staffAccounts, token)).statusCode).toBe(403);
    expect((await add(aDraft(), token)).statusCode).toBe(403);
    expect((await grant(id, permissions, token)).statusCode).toBe(403);
    expect((await deactivate(id, token)).statusCode).toBe(403);
    expect((await renew(id, token)).statusCode).toBe(403);
  }
});

it("another clinic's account is not found and stays usable, and neither is an owner's", async () => {
  const theirs = await aStaffMember(test, neighbour, ["view_patients"]);
  const before = await read(neighbour);
  for (const id of [theirs.id, clinic.owner.id, neighbour.owner.id]) {
    expect((await grant(id, [])).statusCode).toBe(404);
    expect((await deactivate(id)).statusCode).toBe(404);
    expect((await renew(id)).statusCode).toBe(404);
  }
  expect(await read(neighbour)).toEqual(before);
  expect(await statusOfList(theirs.token)).toBe(200);
  expect(await statusOfList(owner())).toBe(200);
});

it.each([
  ["no email", { email: "marites" }, { email: "Invalid email address" }],
  ["no first name", { firstName: " " }, { firstName: "First name is required" }],
  ["no last name", { lastName: "" }, { lastName: "Last name is required" }],
  ["a name of 101", { lastName: "x".repeat(101) }, { lastName: "Use at most 100 characters" }],
  [
    "an unknown permission",
    { permissions: ["generate_reports"] },
    { "permissions.0": "There is no such permission" },
  ],
  ["the role of an owner", { role: "owner" }, { role: "Choose staff or secretary" }],
  ["a key of the table", { clinicId: 1 }, { clinicId: "This field cannot be set here." }],
])("refuses %s", async (_, wrong, fields) => {
  const before = await read();
  const answer = await add(aDraft(wrong));
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: "invalid", fields });
  expect(await read()).toEqual(before);
});

it("creates a secretary's account whose password is shown once and stored as a hash", async () => {
  const draft = aDraft({ email: " Marites.B@Clinic.test ", permissions: ["add_patients", "view_patients"] });
  const answer = await add(draft);
  expect(answer.statusCode).toBe(200);
  const { tempPassword, ...names } = answer.json();
  expect(names).toEqual({ firstName: "Marites", lastName: "Bañez" });
  expect(tempPassword.replaceAll("-", "").length * Math.log2(31)).toBeGreaterThan(80);
  expect(answer.headers["cache-control"]).toContain("no-store");
  expect(await accountOf("marites.b@clinic.test")).toEqual({
    id: expect.any(Number),
    email: "marites.b@clinic.test",
    firstName: "Marites",
    lastName: "Bañez",
    role: "secretary",
    permissions: ["view_patients", "add_patients"],
    isActive: true,
    passwordChanged: false,
  });
  const stored = JSON.stringify([
    await test.sql("select * from users"),
    await test.sql("select * from credentials"),
    await test.sql("select * from idempotency_keys"),
    await test.sql("select * from record_history"),
    await test.sql("select * from notifications"),
  ]);
  expect(stored).not.toContain(tempPassword);
});

it("a repeated key creates one account, and does not show the password again", async () => {
  const draft = aDraft();
  const key = { "idempotency-key": "opens-one-account" };
  expect((await add(draft, owner(), key)).statusCode).toBe(200);
  const again = await add(draft, owner(), key);
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({ code: "already_done" });
  expect(again.body).not.toContain("tempPassword");
});

it("the temporary password only allows changing it; then the rights apply", async () => {
  const { email, tempPassword } = await opened();
  const { token } = (await signIn(email, tempPassword)).json();
  const refused = await test.call(listPatients, token);
  expect(refused.json()).toMatchObject({ code: "password_change_required" });
  await test.call(changePassword, token, {
    body: { currentPassword: tempPassword, newPassword: "kalamansi-77" },
  });
  expect(await statusOfList(token)).toBe(200);
  expect((await accountOf(email)).passwordChanged).toBe(true);
});

it("the temporary password is invalid after 72 hours", async () => {
  const { email, tempPassword } = await opened();
  const hours = (count: number) => new Date(testNow.getTime() + count * 3_600_000);
  atInstant(test, hours(71.9));
  expect((await signIn(email, tempPassword)).statusCode).toBe(200);
  test.setNow(hours(72));
  expect((await signIn(email, tempPassword)).statusCode).toBe(401);
});

it("an email with an account is refused, here and in another clinic", async () => {
  const theirs = await aStaffMember(test, neighbour, []);
  const { email } = await opened();
  for (const known of [email, clinic.owner.email, theirs.email, neighbour.owner.email]) {
    const answer = await add(aDraft({ email: known }));
    expect(answer.statusCode).toBe(409);
    expect(answer.json().fields).toEqual({
      email: "This email address already has an account. Use another one.",
    });
  }
  const gone = (await accountOf(theirs.email, neighbour)).id;
  await deactivate(gone, neighbour.owner.token);
  expect((await add(aDraft({ email: theirs.email }))).statusCode).toBe(409);
  expect((await accountOf(theirs.email, neighbour)).isActive).toBe(false);
});

it("a changed right applies to the next request", async () => {
  const { id, token } = await aStaffMember(test, clinic, ["view_patients"]);
  expect(await statusOfList(token)).toBe(200);
  const cut = await grant(id, ["add_patients"]);
  expect(cut.json()).toMatchObject({ id, permissions: ["add_patients"] });
  expect(await statusOfList(token)).toBe(403);
  expect((await test.call(currentUser, token)).json().permissions).toEqual(["add_patients"]);
  await grant(id, ["add_patients", "view_patients"]);
  expect(await statusOfList(token)).toBe(200);
});

it("permissions must be known ones", async () => {
  const { id } = await aStaffMember(test, clinic, ["view_patients"]);
  for (const wrong of [["manage_staff"], "view_patients", undefined])
    expect((await grant(id, wrong)).statusCode).toBe(400);
});

it("a deactivated account's session ends at the next request, and its password opens nothing", async () => {
  const { id, email, tempPassword } = await opened();
  const { token } = (await signIn(email, tempPassword)).json();
  expect((await test.call(currentUser, token)).statusCode).toBe(200);
  expect((await deactivate(id)).statusCode).toBe(200);
  expect((await test.call(currentUser, token)).statusCode).toBe(401);
  expect(await test.sql("select 1 from sessions where user_id = $1", [id])).toEqual([]);
  expect((await signIn(email, tempPassword)).statusCode).toBe(401);
  expect((await accountOf(email)).isActive).toBe(false);
  expect((await deactivate(id)).statusCode).toBe(200);
});

it("adding a deactivated one reactivates it, with a new password and the new data", async () => {
  const first = await opened();
  await deactivate(first.id);
  expect((await renew(first.id)).statusCode).toBe(409);
  const answer = await add({ ...aDraft(), email: first.email, lastName: "Cabahug", role: "staff" });
  expect(answer.statusCode).toBe(200);
  const { tempPassword } = answer.json();
  expect(await accountOf(first.email)).toMatchObject({
    id: first.id,
    lastName: "Cabahug",
    role: "staff",
    isActive: true,
    passwordChanged: false,
  });
  expect((await signIn(first.email, first.tempPassword)).statusCode).toBe(401);
  expect((await signIn(first.email, tempPassword)).statusCode).toBe(200);
});

it("a new temporary password replaces the old one and ends the sessions", async () => {
  const { id, email, token } = await aStaffMember(test, clinic, ["view_patients"]);
  const { tempPassword, firstName } = (await renew(id)).json();
  expect(firstName).toBe("Marites");
  expect(await statusOfList(token)).toBe(401);
  expect((await accountOf(email)).passwordChanged).toBe(false);
  expect((await signIn(email, "tinola-at-noon-42")).statusCode).toBe(401);
  expect((await signIn(email, tempPassword)).statusCode).toBe(200);
});

it("resets the second factor of the clinic's own staff, for a lost phone", async () => {
  const staff = await aStaffMember(test, clinic, ["view_patients"]);
  const { secret } = (await test.call(setUpSecondFactor, staff.token)).json();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: testNow.getTime() });
  await test.call(confirmSecondFactor, staff.token, { body: { code } });
  const reset = async (token: string | null, id = staff.id) =>
    (await test.call(resetStaffSecondFactor, token, { params: { id } })).statusCode;
  expect(await reset(null)).toBe(401);
  expect(await reset(staff.token)).toBe(403);
  expect(await reset(neighbour.owner.token)).toBe(404);
  expect(await reset(owner(), clinic.owner.id)).toBe(404);
  const signedIn = await signIn(staff.email, "tinola-at-noon-42");
  expect(signedIn.json().code).toBe("second_factor_required");

  expect(await reset(owner())).toBe(200);
  expect(await statusOfList(staff.token)).toBe(401);
  const { token } = (await signIn(staff.email, "tinola-at-noon-42")).json();
  expect((await test.call(notifications, token)).json()[0].title).toBe("Two-step sign-in was reset");
  expect(await reset(owner())).toBe(404);
  const rows = await test.sql(
    "select user_id::integer from record_history where event = 'staff.secondFactor' and entity_id = $1",
    [staff.id],
  );
  expect(rows).toEqual([{ user_id: clinic.owner.id }]);
});

it("notifies the owner of the new account, and logs its changes in the history", async () => {
  const own = await aClinic(test);
  const draft = aDraft();
  await add(draft, own.owner.token);
  const { id } = await accountOf(draft.email, own);
  await grant(id, ["view_reports"], own.owner.token);
  await renew(id, own.owner.token);
  await deactivate(id, own.owner.token);
  const rows = await test.sql(
    `select event, user_id::integer, entity, entity_id::integer, changes from record_history
     where clinic_id = $1 order by id`,
    [own.id],
  );
  const by = { user_id: own.owner.id, entity: "users", entity_id: id };
  expect(rows).toMatchObject([
    { event: "staff.create", ...by },
    { event: "staff.permissions", ...by, changes: { permissions: [["view_patients"], ["view_reports"]] } },
    { event: "staff.password", ...by },
    { event: "staff.deactivate", ...by, changes: { isActive: [true, false] } },
  ]);
  expect(
    await test.sql("select title, action_type, action_data from notifications where user_id = $1", [
      own.owner.id,
    ]),
  ).toEqual([{ title: "Staff account created", action_type: "staff", action_data: { userId: id } }]);
});

it("gives the open tasks of a deactivated account to whom the owner names, in one transaction", async () => {
  const own = await aClinic(test);
  const [leaves, stays] = [await aStaffMember(test, own, []), await aStaffMember(test, own, [])];
  const task = async (status: string) =>
    (
      await test.call(addTask, own.owner.token, {
        body: { title: `A ${status} one`, assignedToId: leaves.id, status: status as "Done" },
      })
    ).json().id as number;
  const [open, done] = [await task("Pending"), await task("Done")];
  const deactivateFor = (tasksTo: number) =>
    test.call(deactivateStaffAccount, own.owner.token, {
      params: { id: leaves.id },
      query: { tasksTo: String(tasksTo) },
    });
  const assignees = async () =>
    Object.fromEntries(
      ((await test.call(listTasks, own.owner.token)).json() as Task[]).map(({ id, assignedTo }) => [
        id,
        assignedTo && { id: assignedTo.id, isActive: assignedTo.isActive },
      ]),
    );
  for (const nobody of [leaves.id, 987_654_321]) expect((await deactivateFor(nobody)).statusCode).toBe(400);
  expect(await assignees()).toEqual({
    [open]: { id: leaves.id, isActive: true },
    [done]: { id: leaves.id, isActive: true },
  });
  expect((await deactivateFor(stays.id)).statusCode).toBe(200);
  expect(await assignees()).toEqual({
    [open]: { id: stays.id, isActive: true },
    [done]: { id: leaves.id, isActive: false },
  });
});
