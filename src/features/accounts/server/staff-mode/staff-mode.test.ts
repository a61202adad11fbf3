import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  currentUser,
  leaveStaffMode,
  login,
  logout,
  secretaryLogin,
  staffLogin,
} from "#features/accounts/contract.ts";
import { changePassword } from "#features/accounts/security-contract.ts";
import { clinicSettings } from "#features/clinics/contract.ts";
import { editPatient, onePatient, patientHistory } from "#features/patients/contract.ts";
import { analytics } from "#features/reports/contract.ts";
import { deactivateStaffAccount } from "#features/staff/contract.ts";
import { atInstant, startTestApp, type TestApp, testNow } from "#test/app.ts";
import {
  aClinic,
  aDoctor,
  anAdmin,
  aPassword,
  aPatient,
  aStaffMember,
  type TestClinic,
  type TestUser,
} from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let secretary: TestUser;
beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  secretary = await aStaffMember(test, clinic, ["view_patients"]);
});
afterAll(() => test.close());

const minutes = (count: number) => new Date(testNow.getTime() + count * 60_000);
const isAlive = async (token: string) => (await test.call(currentUser, token)).statusCode === 200;
const doors = [
  ["staff login", staffLogin],
  ["secretary login", secretaryLogin],
] as const;

const enter = (email: string, as: string | null, password = aPassword) =>
  test.call(staffLogin, as, { body: { email, password } });

/** A browser in which the owner signed in at this instant. */
async function aDesk(at = clinic): Promise<string> {
  const answer = await test.call(login, null, { body: { email: at.owner.email, password: aPassword } });
  return answer.json().token;
}

/** Staff mode: the tokens of the staff session and of the owner's session. */
async function inStaffMode(staff = secretary): Promise<{ token: string; owner: string }> {
  const owner = await aDesk();
  return { token: (await enter(staff.email, owner)).json().token, owner };
}

const leave = (token: string, password?: string) =>
  test.call(leaveStaffMode, token, { body: password === undefined ? {} : { password } });

describe.each(doors)("%s, from nobody's session", (_, endpoint) => {
  it("gives the same response to a wrong password, an unknown email, an owner and an admin", async () => {
    const admin = await anAdmin(test);
    const answers = await Promise.all(
      [
        { email: secretary.email, password: "not-the-password" },
        { email: "nobody@nowhere.test", password: aPassword },
        { email: clinic.owner.email, password: aPassword },
        { email: admin.email, password: aPassword },
      ].map((body) => test.call(endpoint, null, { body })),
    );
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({ code: "wrong_sign_in", message: "Invalid email or password" });
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
  });

  it("refuses a deactivated account and an expired temporary password", async () => {
    const gone = await aStaffMember(test, clinic, ["view_patients"]);
    await test.sql("update users set is_active = false where id = $1", [gone.id]);
    const late = await aStaffMember(test, clinic, ["view_patients"], { passwordChanged: false });
    await test.sql("update credentials set temporary_until = $2 where user_id = $1", [late.id, testNow]);
    for (const { email } of [gone, late])
      expect((await test.call(endpoint, null, { body: { email, password: aPassword } })).statusCode).toBe(
        401,
      );
  });

  it("names the missing fields", async () => {
    const answer = await test.call(endpoint, null, { body: { email: "no address", password: "" } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({
      email: "Please enter a valid email address",
      password: "Password is required",
    });
  });

  it.each(["staff", "secretary"])("opens an ordinary session for %s", async (role) => {
    const member = await aStaffMember(test, clinic, ["view_patients"], { role });
    const answer = await test.call(endpoint, null, { body: { email: member.email, password: aPassword } });
    expect(answer.json().user).toEqual({
      email: member.email,
      firstName: "Marites",
      lastName: "Bañez",
      role,
    });
    const me = (await test.call(currentUser, answer.json().token)).json();
    expect(me).toMatchObject({ role, isStaffMode: false });
  });

  it("makes a guesser wait after ten wrong passwords", async () => {
    const { email } = await aStaffMember(test, clinic, []);
    const guess = () => test.call(endpoint, null, { body: { email, password: "not-the-password" } });
    for (let time = 0; time < 10; time++) expect((await guess()).statusCode).toBe(401);
    const answer = await guess();
    expect(answer.statusCode).toBe(429);
    expect(answer.headers["retry-after"]).toBe("30");
  });

  it("reveals a suspension only to the right password", async () => {
    const shut = await aClinic(test);
    const { email } = await aStaffMember(test, shut, []);
    await test.sql("update clinics set subscription_status = 'suspended' where id = $1", [shut.id]);
    const with_ = (password: string) => test.call(endpoint, null, { body: { email, password } });
    expect((await with_("not-the-password")).statusCode).toBe(401);
    expect((await with_(aPassword)).json()).toMatchObject({ code: "clinic_suspended", suspended: true });
  });
});

describe("entering from the owner's session", () => {
  it("opens the staff account's session beside it and replaces the cookie", async () => {
    const owner = await aDesk();
    const answer = await enter(secretary.email, owner);
    expect(answer.statusCode).toBe(200);
    const { token } = answer.json();
    expect(answer.cookies.find(({ name }) => name === "klinika_session")?.value).toBe(token);
    expect((await test.call(currentUser, token)).json()).toMatchObject({
      email: secretary.email,
      permissions: ["view_patients"],
      isStaffMode: true,
    });
    expect((await test.call(currentUser, owner)).statusCode).toBe(403);
  });

  it("refuses another clinic's staff like a wrong password, and counts it as one", async () => {
    const next = await aClinic(test);
    const foreign = await aStaffMember(test, next, ["view_patients"]);
    const owner = await aDesk();
    for (let time = 0; time < 10; time++) {
      const answer = await enter(foreign.email, owner);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({ code: "wrong_sign_in", message: "Invalid email or password" });
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    expect((await enter(foreign.email, owner)).statusCode).toBe(429);
  });

  it("refuses the wrong password, the owner's own account and a deactivated one", async () => {
    const owner = await aDesk();
    const gone = await aStaffMember(test, clinic, []);
    await test.sql("update users set is_active = false where id = $1", [gone.id]);
    expect((await enter(secretary.email, owner, "not-the-password")).statusCode).toBe(401);
    expect((await enter(clinic.owner.email, owner)).statusCode).toBe(401);
    expect((await enter(gone.email, owner)).statusCode).toBe(401);
    expect((await test.call(currentUser, owner)).json().isStaffMode).toBe(false);
  });

  it("another staff member replaces the one before, and the owner can still return", async () => {
    const { token: first } = await inStaffMode();
    const colleague = await aStaffMember(test, clinic, ["add_patients"], { role: "staff" });
    const second = (await enter(colleague.email, first)).json().token;
    expect(await isAlive(first)).toBe(false);
    const back = await leave(second, aPassword);
    expect(back.json().user).toMatchObject({ email: clinic.owner.email, role: "owner" });
  });

  it("from a staff member's own session it is an ordinary sign-in", async () => {
    const colleague = await aStaffMember(test, clinic, []);
    const { token } = (await enter(colleague.email, secretary.token)).json();
    expect((await test.call(currentUser, token)).json().isStaffMode).toBe(false);
    expect((await leave(token)).statusCode).toBe(404);
  });
});

describe("in staff mode", () => {
  it("has the staff member's rights, also after some are revoked", async () => {
    const member = await aStaffMember(test, clinic, ["view_patients", "view_reports"]);
    const { token, owner } = await inStaffMode(member);
    const patientId = await aPatient(test, clinic);
    const change = { params: { id: patientId }, body: { remarks: "seen" } };
    expect((await test.call(editPatient, token, change)).statusCode).toBe(403);
    expect((await test.call(patientHistory, token, { params: { id: patientId } })).statusCode).toBe(403);
    expect((await test.call(analytics, token)).statusCode).toBe(200);
    expect((await test.call(editPatient, owner, change)).json().code).toBe("resting");
    await test.sql("update users set permissions = '{view_patients}' where id = $1", [member.id]);
    expect((await test.call(analytics, token)).statusCode).toBe(403);
  });

  it("the record history names both people, for views and changes", async () => {
    const member = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
    const { token } = await inStaffMode(member);
    const params = { id: await aPatient(test, clinic) };
    await test.call(onePatient, token, { params });
    await test.call(editPatient, token, { params, body: { remarks: "seen" } });
    await test.app.kit.views.flush();
    const rows = await test.sql<{ event: string; user_id: string; owner_user_id: string }>(
      "select event, user_id, owner_user_id from record_history where patient_id = $1 and user_id is not null",
      [params.id],
    );
    expect(rows.map(({ event }) => event).sort()).toEqual(["patient.update", "patient.view"]);
    for (const row of rows)
      expect(row).toMatchObject({ user_id: String(member.id), owner_user_id: String(clinic.owner.id) });
  });

  it("a temporary password must be changed first; returning to the owner works before that", async () => {
    const fresh = await aStaffMember(test, clinic, ["view_patients"], { passwordChanged: false });
    const { token } = await inStaffMode(fresh);
    expect((await test.call(clinicSettings, token)).json().code).toBe("password_change_required");
    const body = { currentPassword: aPassword, newPassword: "adobo-at-six" };
    expect((await test.call(changePassword, token, { body })).statusCode).toBe(200);
    expect((await test.call(clinicSettings, token)).statusCode).toBe(200);
    expect((await leave(token, "adobo-at-six")).statusCode).toBe(400);
    expect((await leave(token, aPassword)).statusCode).toBe(200);

    const other = await inStaffMode(
      await aStaffMember(test, clinic, ["view_patients"], { passwordChanged: false }),
    );
    expect((await leave(other.token, aPassword)).statusCode).toBe(200);
  });

  it("a suspended clinic may neither work nor return, but sign out", async () => {
    const shut = await aClinic(test);
    const member = await aStaffMember(test, shut, []);
    const owner = await aDesk(shut);
    const { token } = (await enter(member.email, owner)).json();
    await test.sql("update clinics set is_active = false where id = $1", [shut.id]);
    expect((await leave(token)).json().code).toBe("clinic_suspended");
    expect((await enter(member.email, owner)).json().code).toBe("clinic_suspended");
    expect((await test.call(logout, token)).statusCode).toBe(200);
    await test.sql("update clinics set is_active = true where id = $1", [shut.id]);
    expect(await isAlive(owner)).toBe(false);
  });

  it("ends at once when the account is deactivated, and the owner's session is found again", async () => {
    const member = await aStaffMember(test, clinic, []);
    const [{ token }, elsewhere] = [await inStaffMode(member), await aDesk()];
    const gone = { params: { id: member.id } };
    expect((await test.call(deactivateStaffAccount, elsewhere, gone)).statusCode).toBe(200);
    const refused = await test.call(currentUser, token);
    expect(refused.statusCode).toBe(401);
    expect(refused.json().code).toBe("staff_mode_ended");
    const back = await leave(token, aPassword);
    expect(back.json().user).toMatchObject({ email: clinic.owner.email, role: "owner" });
    expect(await isAlive(back.json().token)).toBe(true);
    expect((await test.call(currentUser, token)).json().code).toBe("not_signed_in");
  });

  it("asks for the owner's password after a deactivation, too", async () => {
    const member = await aStaffMember(test, clinic, []);
    const { token } = await inStaffMode(member);
    const gone = { params: { id: member.id } };
    expect((await test.call(deactivateStaffAccount, await aDesk(), gone)).statusCode).toBe(200);
    expect((await leave(token)).json().code).toBe("password_required");
    expect((await leave(token, "not-the-password")).statusCode).toBe(400);
    expect((await leave(token, aPassword)).statusCode).toBe(200);
  });

  it("ends with the owner's session", async () => {
    const { token, owner } = await inStaffMode();
    await test.call(logout, owner);
    expect(await isAlive(token)).toBe(false);
  });

  it("does not outlive the owner's session", async () => {
    const owner = await aDesk();
    for (let hour = 1; hour < 12; hour++) {
      atInstant(test, minutes(hour * 60));
      await isAlive(owner);
    }
    const { token } = (await enter(secretary.email, owner)).json();
    atInstant(test, minutes(12 * 60 - 1));
    expect(await isAlive(token)).toBe(true);
    atInstant(test, minutes(12 * 60));
    expect(await isAlive(token)).toBe(false);
  });

  it("signing out ends both sessions", async () => {
    const { token, owner } = await inStaffMode();
    expect((await test.call(logout, token)).statusCode).toBe(200);
    expect(await isAlive(token)).toBe(false);
    expect(await isAlive(owner)).toBe(false);
  });
});

describe("returning to the owner", () => {
  it("needs a session in staff mode", async () => {
    expect((await test.call(leaveStaffMode, null, { body: {} })).statusCode).toBe(401);
    for (const token of [clinic.owner.token, secretary.token]) {
      const answer = await leave(token);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().message).toBe("This session is not in staff mode.");
    }
    const { token } = await inStaffMode();
    const answer = await test.call(leaveStaffMode, token, { body: { owner: 7 } });
    expect(answer.statusCode).toBe(400);
  });

  it("gives the owner's session a new token and ends the staff's", async () => {
    const { token, owner } = await inStaffMode();
    const answer = await leave(token, aPassword);
    expect(answer.statusCode).toBe(200);
    const back = answer.json().token;
    expect(answer.cookies.find(({ name }) => name === "klinika_session")?.value).toBe(back);
    expect((await test.call(currentUser, back)).json()).toMatchObject({
      email: clinic.owner.email,
      role: "owner",
      isStaffMode: false,
    });
    expect(await isAlive(token)).toBe(false);
    expect(await isAlive(owner)).toBe(false);
  });

  it("asks for the owner's password, even right after the sign-in", async () => {
    const { token, owner } = await inStaffMode();
    const asked = await leave(token);
    expect(asked.statusCode).toBe(403);
    expect(asked.json()).toEqual({
      code: "password_required",
      message: "Please enter the clinic owner's password to go back.",
      methods: ["password"],
    });
    const wrong = await leave(token, "not-the-password");
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json().fields).toEqual({ password: "This is not the clinic owner's password" });
    expect(await isAlive(token)).toBe(true);

    const back = (await leave(token, aPassword)).json().token;
    expect((await test.call(currentUser, back)).json().role).toBe("owner");
    expect((await test.call(currentUser, owner)).statusCode).toBe(401);
    const again = (await enter(secretary.email, back)).json().token;
    expect((await leave(again)).statusCode).toBe(403);
  });

  it("the owner's password cannot be guessed from a device in staff mode", async () => {
    const guarded = await aClinic(test);
    const member = await aStaffMember(test, guarded, []);
    const { token } = (await enter(member.email, await aDesk(guarded))).json();
    for (let time = 0; time < 10; time++) await leave(token, `guess-${time}`);
    const answer = await leave(token, aPassword);
    expect(answer.statusCode).toBe(429);
    expect(answer.headers["retry-after"]).toBe("30");
  });

  it("an owner who was remembered still is", async () => {
    const signedIn = await test.call(login, null, {
      body: { email: clinic.owner.email, password: aPassword, rememberMe: true },
    });
    const entered = await enter(secretary.email, signedIn.json().token);
    expect(entered.cookies.find(({ name }) => name === "klinika_session")?.maxAge).toBeUndefined();
    const back = await leave(entered.json().token, aPassword);
    expect(back.cookies.find(({ name }) => name === "klinika_session")?.maxAge).toBe(604_800);
    atInstant(test, minutes(23 * 60));
    expect(await isAlive(back.json().token)).toBe(true);
  });
});

it("begins at a doctor's desk too, and returns to the doctor, whose password it asks for", async () => {
  const doctor = await aDoctor(test, clinic);
  const desk = (await test.call(login, null, { body: { email: doctor.email, password: aPassword } })).json();
  const { token } = (await enter(secretary.email, desk.token)).json();
  expect((await test.call(currentUser, token)).json().isStaffMode).toBe(true);
  expect((await test.call(currentUser, desk.token)).json().code).toBe("resting");
  const asked = await test.call(leaveStaffMode, token, { body: {} });
  expect(asked.json()).toMatchObject({
    code: "password_required",
    desk: "doctor",
    message: "Please enter the doctor's password to go back.",
  });
  const back = await test.call(leaveStaffMode, token, { body: { password: aPassword } });
  expect(back.json().user.role).toBe("doctor");
  expect(await isAlive(back.json().token)).toBe(true);
  // A doctor's account is nobody's staff mode.
  expect((await enter(doctor.email, await aDesk())).statusCode).toBe(401);
});
