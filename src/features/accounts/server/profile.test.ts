import { afterAll, beforeAll, expect, it } from "vitest";
import { permissions } from "#shared/permissions.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, anAdmin, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { currentUser } from "../contract.ts";
import { saveProfile } from "../security-contract.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
});
afterAll(() => test.close());

const save = (body: object, token: string | null = clinic.owner.token) =>
  test.call(saveProfile, token, { body });
const me = async () => (await test.call(currentUser, clinic.owner.token)).json();

it("is for people who are signed in", async () => {
  expect((await save({ ptrNumber: "2614407" }, null)).statusCode).toBe(401);
});

it("is the owner's alone", async () => {
  const secretary = await aStaffMember(test, clinic, permissions);
  const admin = await anAdmin(test);
  for (const { token } of [secretary, admin])
    expect((await save({ ptrNumber: "2614407" }, token)).statusCode).toBe(403);
});

const yearWords = "Enter the year as four digits, like 2026";

it.each([
  ["no last name", { lastName: " " }, { lastName: "Last name is required" }],
  ["no license", { licenseNumber: "" }, { licenseNumber: "Medical license number is required" }],
  ["a year of two digits", { ptrYear: "26" }, { ptrYear: yearWords }],
  ["a year with a half", { ptrYear: 2026.5 }, { ptrYear: yearWords }],
  ["a year that is a list", { ptrYear: [2026] }, { ptrYear: yearWords }],
  ["a PTR of 101", { ptrNumber: "1".repeat(101) }, { ptrNumber: "Use at most 100 characters" }],
  ["a role", { role: "admin" }, { role: "This field cannot be set here." }],
  ["an email", { email: "x@y.ph" }, { email: "This field cannot be set here." }],
])("refuses %s and changes nothing", async (_, body, fields) => {
  const before = await me();
  const answer = await save({ s2Number: "S2-1", ...body });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: "invalid", fields });
  expect(await me()).toEqual(before);
});

it("shows the change to the current user at once, and leaves a colleague unchanged", async () => {
  const secretary = await aStaffMember(test, clinic, []);
  const saved = {
    firstName: "Rafael Ma.",
    lastName: "Peñaflor",
    licenseNumber: "0098413",
    ptrNumber: "2614407",
    ptrYear: 2026,
    s2Number: "S2-0042",
    specialization: "Cardiology",
    credentials: "MD, FPCC",
  };
  const answer = await save({ ...saved, ptrYear: "2026", ptrNumber: " 2614407 " });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual(saved);
  expect(await me()).toMatchObject(saved);
  expect((await test.call(currentUser, secretary.token)).json()).toMatchObject({
    firstName: "Marites",
    ptrNumber: null,
    ptrYear: null,
  });
});

it("leaves fields that are not sent, and clears empty ones", async () => {
  await save({ ptrNumber: "2614407", ptrYear: 2026, s2Number: "S2-0042" });
  expect((await save({ s2Number: "", ptrYear: "" })).json()).toMatchObject({
    ptrNumber: "2614407",
    ptrYear: null,
    s2Number: null,
  });
});

it("a person with one name has no first name", async () => {
  expect((await save({ firstName: "", lastName: "Sukarno" })).json()).toMatchObject({
    firstName: "",
    lastName: "Sukarno",
  });
});
