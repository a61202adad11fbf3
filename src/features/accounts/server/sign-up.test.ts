import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { brandTokens } from "#shared/brand.ts";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { currentUser, login, signUp } from "../contract.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startOwnApp();
});
afterAll(() => test.close());

let made = 0;
const typed = (changes: Record<string, unknown> = {}) => ({
  clinicName: "Peñaflor Women's Clinic",
  doctorName: "Dra. Maria Corazon de los Santos, MD, FPOGS",
  email: `doctor${++made}@penaflor.test`,
  phone: "0917 555 0100",
  licenseNumber: "0098412",
  password: "tinola-at-noon",
  confirmPassword: "tinola-at-noon",
  ...changes,
});
const send = (changes?: Record<string, unknown>) => test.call(signUp, null, { body: typed(changes) });
const clinicsNamed = (name: string) =>
  test.sql<Record<string, unknown>>("select * from clinics where name = $1 order by id", [name]);

describe("refusals", () => {
  it.each([
    ["clinicName", " A ", "Clinic name must be at least 2 characters"],
    ["clinicName", undefined, "Clinic name must be at least 2 characters"],
    ["clinicName", "Department of Health", expect.stringContaining("government office")],
    ["doctorName", "D", "Doctor name must be at least 2 characters"],
    ["email", "doctor@", "Please enter a valid email address"],
    ["email", undefined, "Please enter a valid email address"],
    ["phone", "917555010", "Please enter a valid phone number"],
    ["licenseNumber", "  ", "Medical license number is required"],
    ["password", "seven77", "Password must be at least 8 characters"],
    ["confirmPassword", "tinola-at-moon", "Passwords don't match"],
    ["confirmPassword", undefined, "Passwords don't match"],
  ])("%s %j: %s", async (field, value, message) => {
    const answer = await send({ [field]: value });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: "invalid", fields: { [field]: message } });
  });

  it("names every field of an empty form", async () => {
    const answer = await test.call(signUp, null, { body: {} });
    expect(Object.keys(answer.json().fields).sort()).toEqual(Object.keys(typed()).sort());
  });

  it("an email that has an account, however it is spelled; no clinic is created", async () => {
    const { email } = typed();
    await send({ email });
    const answer = await send({ email: email.toUpperCase(), clinicName: "Second Try Clinic" });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: "taken",
      fields: { email: expect.stringContaining("already registered") },
    });
    expect(await clinicsNamed("Second Try Clinic")).toEqual([]);
  });

  it("a surname longer than its column, with a message at its field", async () => {
    const answer = await send({ doctorName: `Ana ${"x".repeat(101)}` });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields.doctorName).toContain("100 characters");
  });
});

describe("what is stored", () => {
  it("the advertised price and thirty days of trial, not the columns' defaults", async () => {
    await send({ clinicName: "Price Clinic" });
    const [clinic] = await clinicsNamed("Price Clinic");
    expect(clinic).toMatchObject({
      setup_fee: "0.00",
      monthly_fee: "1000.00",
      subscription_status: "trial",
      is_active: true,
      primary_color: "#2B4D8C",
      phone: "+639175550100",
      trial_ends_at: new Date(testNow.getTime() + 30 * 24 * 3_600_000),
    });
  });

  it("an owner with name, license and the owner's default rights", async () => {
    const body = typed();
    await test.call(signUp, null, { body });
    const [owner] = await test.sql(
      `select u.*, p.license_number, p.credentials
       from users u join practitioners p on p.clinic_id = u.clinic_id and p.user_id = u.id where u.email = $1`,
      [body.email],
    );
    expect(owner).toMatchObject({
      role: "owner",
      first_name: "Maria Corazon",
      last_name: "de los Santos",
      license_number: "0098412",
      credentials: "MD, FPOGS",
      permissions: ["view_patients", "add_patients", "edit_patients", "delete_patients", "generate_reports"],
      password_changed: true,
      is_active: true,
    });
  });

  it("the password only as an argon2id hash", async () => {
    const body = typed();
    await test.call(signUp, null, { body });
    const [stored] = await test.sql<{ password_hash: string }>(
      "select password_hash from credentials c join users u on u.id = c.user_id where email = $1",
      [body.email],
    );
    expect(stored?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("a phone that is not a Philippine number as it was typed", async () => {
    await send({ clinicName: "Landline Clinic", phone: "local 1234 ext 5" });
    expect(await clinicsNamed("Landline Clinic")).toMatchObject([{ phone: "local 1234 ext 5" }]);
  });

  it("a subdomain from the name, numbered when it is in use, also when three sign up at once", async () => {
    await Promise.all([1, 2, 3].map(() => send({ clinicName: "Sto. Niño Clinic" })));
    const subdomains = (await clinicsNamed("Sto. Niño Clinic")).map(({ subdomain }) => subdomain);
    expect(subdomains.sort()).toEqual(["sto-nino-clinic", "sto-nino-clinic-2", "sto-nino-clinic-3"]);
  });

  it("no reserved word as a subdomain", async () => {
    await send({ clinicName: "Admin" });
    expect(await clinicsNamed("Admin")).toMatchObject([{ subdomain: "admin-clinic" }]);
  });
});

it("signs the owner in at once, and the same password signs in later", async () => {
  const body = typed();
  const answer = await test.call(signUp, null, { body });
  expect(answer.statusCode).toBe(200);
  expect(answer.json().user).toEqual({
    email: body.email,
    firstName: "Maria Corazon",
    lastName: "de los Santos",
    role: "owner",
  });
  expect(answer.headers["set-cookie"]).toEqual(
    expect.arrayContaining([expect.stringMatching(/^klinika_session=.*HttpOnly; SameSite=Lax/)]),
  );
  const me = await test.call(currentUser, answer.json().token);
  expect(me.json()).toMatchObject({
    email: body.email,
    role: "owner",
    permissions: ["view_patients", "add_patients", "edit_patients", "delete_patients", "view_reports"],
    clinic: {
      name: "Peñaflor Women's Clinic",
      brand: brandTokens("#2B4D8C"),
      logoUrl: null,
      adultRanges: null,
    },
    passwordChanged: true,
    suspended: false,
    isStaffMode: false,
    licenseNumber: "0098412",
  });
  const later = await test.call(login, null, { body: { email: body.email, password: body.password } });
  expect(later.statusCode).toBe(200);
});

it("refuses common passwords, and the clinic's own name, at the field", async () => {
  for (const password of ["password", "12345678", "Penaflor2026"]) {
    const answer = await send({ password, confirmPassword: password });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields.password).toMatch(/^(This password is among|Choose a password that is not)/);
  }
});

it("is limited per network, separately from signing in", async () => {
  const limited = await startOwnApp({ SIGN_UPS_PER_HOUR: "2" });
  onTestFinished(() => limited.close());
  const owners = [];
  for (const status of [200, 200, 429]) {
    const answer = await limited.call(signUp, null, { body: typed() });
    expect(answer.statusCode).toBe(status);
    owners.push(answer);
  }
  expect(owners[2]?.headers["retry-after"]).toBe("3600");
  expect(owners[2]?.json().message).toMatch(/Several clinics were signed up/);
  const { email } = owners[0]?.json().user ?? {};
  expect((await limited.call(login, null, { body: { email, password: typed().password } })).statusCode).toBe(
    200,
  );
});
