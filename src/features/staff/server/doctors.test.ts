import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { login, staffLogin } from "#features/accounts/contract.ts";
import { changePassword, saveProfile, staffDevices } from "#features/accounts/security-contract.ts";
import { bookAppointment } from "#features/appointments/contract.ts";
import { setClinicVerified } from "#features/platform/contract.ts";
import { addTask, listTasks, type Task } from "#features/tasks/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aDoctor, anAdmin, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import {
  addStaffAccount,
  changePermissions,
  deactivateStaffAccount,
  renewTemporaryPassword,
  resetStaffSecondFactor,
  staffAccounts,
} from "../contract.ts";
import {
  addDoctor,
  bookedWithDoctor,
  changeDoctor,
  type Doctor,
  deactivateDoctor,
  doctors,
  savePractice,
} from "../doctors-contract.ts";

let test: TestApp;
let clinic: TestClinic;
let made = 0;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  clinic = await aClinic(test);
});

const aDraft = (more: object = {}) => ({
  email: `jun.ang${++made}@clinic.test`,
  firstName: "Jun",
  lastName: "Ang",
  specialization: "Ear, Nose and Throat",
  licenseNumber: "0131876",
  ...more,
});
const add = (body: object, token: string | null = clinic.owner.token) =>
  test.call(addDoctor, token, { body: body as ReturnType<typeof aDraft> });
const list = async (token = clinic.owner.token): Promise<Doctor[]> =>
  (await test.call(doctors, token)).json();
const enter = (email: string, password: string) => test.call(login, null, { body: { email, password } });
const change = (id: number, body: object, token: string | null = clinic.owner.token) =>
  test.call(changeDoctor, token, { params: { id }, body });
const historyOf = (userId: number) =>
  test.sql<{ event: string; user_id: number; changes: Record<string, unknown> }>(
    "select event, user_id::integer, changes from record_history where clinic_id = $1 and entity_id = $2 order by id",
    [clinic.id, userId],
  );

it("is for the owner: not for strangers, staff or another doctor", async () => {
  const doctor = await aDoctor(test, clinic);
  const staff = await aStaffMember(test, clinic, ["edit_patients"]);
  expect((await add(aDraft(), null)).statusCode).toBe(401);
  for (const { token } of [doctor, staff]) {
    expect((await add(aDraft(), token)).statusCode).toBe(403);
    expect((await change(doctor.practitionerId, { letter: "Z" }, token)).statusCode).toBe(403);
  }
  const other = await aClinic(test);
  expect((await change(doctor.practitionerId, { letter: "Z" }, other.owner.token)).statusCode).toBe(404);
  expect((await add(aDraft({ licenseNumber: " " }))).json().fields).toEqual({
    licenseNumber: "Medical license number is required",
  });
});

it("a doctor signs in with the temporary password and has the clinic's work, but nothing that is the owner's", async () => {
  const draft = aDraft({ credentials: "MD, FPSO-HNS" });
  const { tempPassword, ...named } = (await add(draft)).json();
  expect(named).toEqual({ firstName: "Jun", lastName: "Ang" });
  const [owner, doctor] = await list();
  expect(owner).toMatchObject({ isOwner: true, letter: "A", isActive: true });
  expect(doctor).toMatchObject({
    isOwner: false,
    letter: "B",
    licenseNumber: "0131876",
    credentials: "MD, FPSO-HNS",
    isPractising: true,
    isConfidential: false,
    account: { email: draft.email, passwordChanged: false },
  });
  const { token, user } = (await enter(draft.email, tempPassword)).json();
  expect(user.role).toBe("doctor");
  expect((await test.call(listTasks, token)).json().code).toBe("password_change_required");
  const newPassword = "sinigang-at-noon-7";
  await test.call(changePassword, token, { body: { currentPassword: tempPassword, newPassword } });
  expect((await test.call(listTasks, token)).statusCode).toBe(200);
  expect((await test.call(staffAccounts, token)).statusCode).toBe(403);
  expect((await list(token)).every((one) => one.account === undefined)).toBe(true);
  expect(
    (await test.call(staffLogin, null, { body: { email: draft.email, password: newPassword } })).statusCode,
  ).toBe(401);
  expect((await test.call(staffDevices, clinic.owner.token)).json()).toHaveLength(1);
  expect(
    await test.sql("select title from notifications where user_id = $1 order by id", [clinic.owner.id]),
  ).toEqual([{ title: "Staff account created" }, { title: "First sign-in" }]);
});

it("is no staff account: neither listed, nor changed or deactivated as one", async () => {
  const doctor = await aDoctor(test, clinic);
  const { token } = clinic.owner;
  const params = { id: doctor.id };
  expect((await test.call(staffAccounts, token)).json()).toEqual([]);
  expect((await test.call(changePermissions, token, { params, body: { permissions: [] } })).statusCode).toBe(
    404,
  );
  expect((await test.call(deactivateStaffAccount, token, { params })).statusCode).toBe(404);
});

it("gets a new temporary password and a reset of the second factor as staff does", async () => {
  const doctor = await aDoctor(test, clinic);
  const params = { id: doctor.id };
  const { tempPassword } = (await test.call(renewTemporaryPassword, clinic.owner.token, { params })).json();
  expect((await test.call(listTasks, doctor.token)).statusCode).toBe(401);
  expect((await enter(doctor.email, tempPassword)).statusCode).toBe(200);
  // There is none.
  expect((await test.call(resetStaffSecondFactor, clinic.owner.token, { params })).statusCode).toBe(404);
});

it("letters are the first free ones, and nobody gets a colleague's", async () => {
  await aDoctor(test, clinic);
  const refused = await add(aDraft({ letter: "b" }));
  expect(refused.statusCode).toBe(409);
  expect(refused.json().fields).toEqual({ letter: "Ma. Corazon dela Peña has this letter. Choose another." });
  await add(aDraft({ letter: "D" }));
  await add(aDraft());
  expect((await list()).map(({ letter }) => letter)).toEqual(["A", "B", "C", "D"]);
  const [, second] = await list();
  expect((await change(second?.id as number, { letter: "D" })).statusCode).toBe(409);
  expect((await change(second?.id as number, { letter: "E" })).json().letter).toBe("E");
});

it("the owner corrects a doctor, which the history keeps", async () => {
  const doctor = await aDoctor(test, clinic);
  const changed = await change(doctor.practitionerId, { lastName: "dela Peña-Cruz", ptrNumber: "2615530" });
  expect(changed.json()).toMatchObject({
    lastName: "dela Peña-Cruz",
    ptrNumber: "2615530",
    licenseNumber: "0104227",
  });
  await change(doctor.practitionerId, { ptrNumber: "2615530" });
  expect(await historyOf(doctor.id)).toEqual([
    {
      event: "staff.change",
      user_id: clinic.owner.id,
      changes: { lastName: ["dela Peña", "dela Peña-Cruz"], ptrNumber: [null, "2615530"] },
    },
  ]);
});

it("a doctor saves the own practice, and nobody else's", async () => {
  const doctor = await aDoctor(test, clinic);
  const practice = {
    printedName: "Ma. Corazon T. dela Peña",
    credentials: "MD, DPPS",
    licenseNumber: "0104227",
    specialization: "Pediatrics",
    ptrNumber: "2615530",
    ptrYear: "2026",
    s2Number: "07-204-B",
    s2EndsOn: "2026-12-31",
    letter: "P",
    isConfidential: true,
  };
  const save = (id: number, token: string | null) =>
    test.call(savePractice, token, { params: { id }, body: practice });
  const [owner] = await list();
  expect((await save(doctor.practitionerId, null)).statusCode).toBe(401);
  expect((await save(owner?.id as number, doctor.token)).statusCode).toBe(404);
  expect((await save(doctor.practitionerId, clinic.owner.token)).statusCode).toBe(404);
  const saved = await save(doctor.practitionerId, doctor.token);
  expect(saved.json()).toMatchObject({ ...practice, ptrYear: 2026, lastName: "dela Peña" });
  expect(saved.json().account).toBeUndefined();
});

it("a changed number needs a recent password", async () => {
  const doctor = await aDoctor(test, clinic);
  await test.sql("update sessions set password_typed_at = '2026-11-20T00:00:00Z' where user_id = $1", [
    clinic.owner.id,
  ]);
  const refused = await change(doctor.practitionerId, { licenseNumber: "0104228" });
  expect(refused.json().code).toBe("password_required");
  expect((await change(doctor.practitionerId, { specialization: "Pediatrics" })).statusCode).toBe(200);
});

it("only the owner's identity ends the clinic's verification", async () => {
  const doctor = await aDoctor(test, clinic);
  const verify = async () =>
    test.call(setClinicVerified, (await anAdmin(test)).token, {
      params: { id: clinic.id },
      body: { isVerified: true },
    });
  const isVerified = async () =>
    (await test.sql("select verified_at is not null as verified from clinics where id = $1", [clinic.id]))[0]
      ?.verified;
  expect((await verify()).statusCode).toBe(200);
  await change(doctor.practitionerId, { licenseNumber: "0104228", lastName: "Cruz" });
  await test.call(saveProfile, doctor.token, { body: { firstName: "Corazon", licenseNumber: "0104229" } });
  expect(await isVerified()).toBe(true);
  const [owner] = await list();
  await change(owner?.id as number, { licenseNumber: "0000001" });
  expect(await isVerified()).toBe(false);
});

it("who leaves is signed out and stays a name; the same e-mail brings the same practitioner back", async () => {
  const draft = aDraft();
  const { tempPassword } = (await add(draft)).json();
  const { token } = (await enter(draft.email, tempPassword)).json();
  const [, doctor] = await list();
  const { id, userId } = doctor as Doctor;
  expect((await test.call(deactivateDoctor, clinic.owner.token, { params: { id } })).statusCode).toBe(200);
  expect((await test.call(doctors, token)).statusCode).toBe(401);
  expect((await enter(draft.email, tempPassword)).statusCode).not.toBe(200);
  expect((await list())[1]).toMatchObject({ id, isActive: false, letter: "B" });
  // Papers name the practitioner: nobody comes back as something else.
  const asStaff = { email: draft.email, firstName: "Jun", lastName: "Ang", permissions: [] };
  expect((await test.call(addStaffAccount, clinic.owner.token, { body: asStaff })).statusCode).toBe(409);

  const again = await add({ ...draft, licenseNumber: "0131877" });
  expect((await enter(draft.email, again.json().tempPassword)).statusCode).toBe(200);
  expect((await list())[1]).toMatchObject({
    id,
    userId,
    isActive: true,
    licenseNumber: "0131877",
    letter: "B",
  });
  expect((await historyOf(userId)).map(({ event }) => event)).toEqual([
    "staff.create",
    "staff.deactivate",
    "staff.create",
  ]);
});

it("the owner does not leave, and staff do not come back as doctors", async () => {
  const [owner] = await list();
  expect(
    (await test.call(deactivateDoctor, clinic.owner.token, { params: { id: owner?.id as number } }))
      .statusCode,
  ).toBe(404);
  const staff = await aStaffMember(test, clinic, []);
  await test.call(deactivateStaffAccount, clinic.owner.token, { params: { id: staff.id } });
  expect((await add(aDraft({ email: staff.email }))).json().fields.email).toMatch(/already has an account/);
});

it("tells the owner what a doctor leaves behind: booked patients, and tasks that go to another", async () => {
  const doctor = await aDoctor(test, clinic);
  const patientId = await aPatient(test, clinic, { patient_name: "Nuñez, Althea" });
  const book = (startsAt: string) =>
    test.call(bookAppointment, clinic.owner.token, { body: { patientId, startsAt } });
  for (const day of ["2026-11-24", "2026-11-25", "2026-11-26"])
    expect((await book(`${day}T02:00:00Z`)).statusCode).toBe(200);
  await test.sql(
    `with scope as materialized (select set_config('app.event', 'appointment.change', true))
     update appointments set practitioner_id = $2 from scope where clinic_id = $1 and starts_at > '2026-11-25'`,
    [clinic.id, doctor.practitionerId],
  );
  const booked = await test.call(bookedWithDoctor, clinic.owner.token, {
    params: { id: doctor.practitionerId },
  });
  expect(booked.json()).toMatchObject({
    count: 2,
    next: [{ personName: "Nuñez, Althea", placeName: "Main clinic" }, {}],
  });
  const task = await test.call(addTask, clinic.owner.token, {
    body: { title: "Call", assignedToId: doctor.id },
  });
  await test.call(deactivateDoctor, clinic.owner.token, {
    params: { id: doctor.practitionerId },
    query: { tasksTo: String(clinic.owner.id) },
  });
  const tasks: Task[] = (await test.call(listTasks, clinic.owner.token)).json();
  expect(tasks.find(({ id }) => id === task.json().id)?.assignedToId).toBe(clinic.owner.id);
});
