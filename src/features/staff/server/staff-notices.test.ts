import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { login, staffLogin } from "#features/accounts/contract.ts";
import { changePassword } from "#features/accounts/security-contract.ts";
import { atInstant, startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { addStaffAccount, renewTemporaryPassword } from "../contract.ts";

let test: TestApp;
let clinic: TestClinic;
let made = 0;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  clinic = await aClinic(test);
  await aStaffMember(test, clinic, ["view_patients"]);
});

async function anAccount(): Promise<{ email: string; password: string; id: number }> {
  const email = `marites${++made}@clinic.test`;
  const answer = await test.call(addStaffAccount, clinic.owner.token, {
    body: { email, firstName: "Marites", lastName: "Bañez", permissions: [] },
  });
  const [row] = await test.sql<{ id: string }>("select id from users where email = $1", [email]);
  return { email, password: answer.json().tempPassword, id: Number(row?.id) };
}
const enter = ({ email, password }: { email: string; password: string }, beside: string | null = null) =>
  test.call(beside ? staffLogin : login, beside, { body: { email, password } });
const notices = () =>
  test.sql(
    `select user_id::integer, type, title, message, action_type, action_data from notifications
     where clinic_id = $1 order by id`,
    [clinic.id],
  );
const firstSignIn = (userId: number) => ({
  user_id: clinic.owner.id,
  type: "info",
  title: "First sign-in",
  message: "Marites Bañez signed in for the first time",
  action_type: "staff",
  action_data: { userId },
});

it("the owner is notified of a new account and of its first sign-in, once", async () => {
  const account = await anAccount();
  expect(await notices()).toEqual([
    {
      user_id: clinic.owner.id,
      type: "success",
      title: "Staff account created",
      message: "Marites Bañez can log in with a temporary password",
      action_type: "staff",
      action_data: { userId: account.id },
    },
  ]);
  expect((await enter({ ...account, password: "not this one" })).statusCode).toBe(401);
  expect(await notices()).toHaveLength(1);
  const { token } = (await enter(account)).json();
  expect((await notices()).slice(1)).toEqual([firstSignIn(account.id)]);
  await enter(account);
  const newPassword = "sinigang-at-noon-7";
  await test.call(changePassword, token, { body: { currentPassword: account.password, newPassword } });
  expect((await enter({ ...account, password: newPassword })).statusCode).toBe(200);
  expect(await notices()).toHaveLength(2);
});

it("the first sign-in beside the owner's session counts", async () => {
  const account = await anAccount();
  expect((await enter(account, clinic.owner.token)).statusCode).toBe(200);
  expect((await notices()).slice(1)).toEqual([firstSignIn(account.id)]);
});

it("a new temporary password does not make a second first sign-in, however late", async () => {
  const account = await anAccount();
  await enter(account);
  atInstant(test, new Date(testNow.getTime() + 20 * 24 * 3_600_000));
  await test.sql("delete from told_causes");
  const renewed = await test.call(renewTemporaryPassword, await aSession(test, clinic.owner.id), {
    params: { id: account.id },
  });
  expect((await enter({ ...account, password: renewed.json().tempPassword })).statusCode).toBe(200);
  expect((await notices()).filter(({ title }) => title === "First sign-in")).toHaveLength(1);
});
