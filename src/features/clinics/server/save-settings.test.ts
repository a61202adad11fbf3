import { afterAll, beforeAll, expect, it } from "vitest";
import { currentUser } from "#features/accounts/contract.ts";
import { brandTokens } from "#shared/brand.ts";
import { permissions } from "#shared/permissions.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, anAdmin, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { clinicSettings, saveClinicSettings } from "../contract.ts";

let test: TestApp;
let clinic: TestClinic;
let neighbour: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test, { name: "Sunrise Clinic" });
  neighbour = await aClinic(test, { name: "Next Door" });
});
afterAll(() => test.close());

const save = (body: object, token: string | null = clinic.owner.token) =>
  test.call(saveClinicSettings, token, { body });
const read = async (of: TestClinic) => (await test.call(clinicSettings, of.owner.token)).json();

it("is for the owner only", async () => {
  const secretary = await aStaffMember(test, clinic, permissions);
  const admin = await anAdmin(test);
  for (const { token } of [secretary, admin])
    for (const body of [{ name: "Taken over" }, { adultRanges: { pulse: { low: 60, high: 90 } } }])
      expect((await save(body, token)).statusCode).toBe(403);
  expect(await read(clinic)).toMatchObject({ name: "Sunrise Clinic", adultRanges: null });
});

const subdomainWords =
  "Use 3 to 100 lowercase letters, digits and hyphens, with a letter or digit at both ends";

it.each([
  ["an empty name", { name: "  " }, { name: "Clinic name is required" }],
  ["a name of null", { name: null }, { name: "Clinic name is required" }],
  ["a name of 256", { name: "x".repeat(256) }, { name: "Use at most 255 characters" }],
  [
    "the name of an authority",
    { name: "Philippine Red Cross" },
    { name: expect.stringContaining("government office") },
  ],
  ["two letters", { subdomain: "ab" }, { subdomain: subdomainWords }],
  ["an underscore", { subdomain: "sun_rise" }, { subdomain: subdomainWords }],
  ["a hyphen at the end", { subdomain: "sunrise-" }, { subdomain: subdomainWords }],
  ["101 letters", { subdomain: "x".repeat(101) }, { subdomain: subdomainWords }],
  [
    "a reserved word",
    { subdomain: "Admin" },
    { subdomain: "This subdomain is reserved. Please choose another." },
  ],
  ["a phone of 21", { phone: "1".repeat(21) }, { phone: "Use at most 20 characters" }],
  ["half an email", { email: "front@desk" }, { email: "Please enter a valid email address" }],
  ["an email of 256", { email: `${"x".repeat(250)}@a.com` }, { email: "Please enter a valid email address" }],
  ["a color by name", { primaryColor: "navy" }, { primaryColor: "Use a hex color such as #2B4D8C" }],
  ["no beds", { bedCapacity: 0 }, { bedCapacity: "Enter a number of beds from 1 to 100,000" }],
  ["beds without a number", { bedCapacity: "" }, { bedCapacity: "Enter a number of beds from 1 to 100,000" }],
  ["half a bed", { bedCapacity: 12.5 }, { bedCapacity: "Enter a number of beds from 1 to 100,000" }],
  ["too many beds", { bedCapacity: 100_001 }, { bedCapacity: "Enter a number of beds from 1 to 100,000" }],
  ["beds of null", { bedCapacity: null }, { bedCapacity: "Enter a number of beds from 1 to 100,000" }],
  [
    "a pulse whose range reaches red",
    { adultRanges: { pulse: { low: 40, high: 110 } } },
    { "adultRanges.pulse.low": "Enter a number from 41 to 130" },
  ],
  [
    "a range that is the wrong way round",
    { adultRanges: { systolic: { low: "130", high: "110" } } },
    { "adultRanges.systolic.high": "Enter a number above the low limit, 130" },
  ],
  [
    "a range of another sign",
    { adultRanges: { weight: { low: 40, high: 90 } } },
    { "adultRanges.weight": "This field cannot be set here." },
  ],
  ["fees", { monthlyFee: "0" }, { monthlyFee: "This field cannot be set here." }],
  ["a status", { subscriptionStatus: "active" }, { subscriptionStatus: "This field cannot be set here." }],
])("refuses %s and changes nothing", async (_, body, fields) => {
  const before = await read(clinic);
  const answer = await save({ address: "Elsewhere", ...body });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: "invalid", fields });
  expect(await read(clinic)).toEqual(before);
});

it("reports another clinic's subdomain at its field", async () => {
  await save({ subdomain: "next-door" }, neighbour.owner.token);
  const answer = await save({ subdomain: "next-door" });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    code: "taken",
    fields: { subdomain: "This subdomain is already taken. Please choose another." },
  });
});

it("returns the new settings, and the current user's clinic is updated", async () => {
  const before = await read(neighbour);
  const answer = await save({
    name: " Peñaflor Heart Clinic ",
    subdomain: "Penaflor-Heart",
    address: "Rm 402, Fuente Medical Arts\nCebu City",
    phone: "0917 555 0148",
    email: "desk@penaflor.ph",
    primaryColor: "#1F6F5C",
    bedCapacity: "1,200",
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    id: clinic.id,
    name: "Peñaflor Heart Clinic",
    subdomain: "penaflor-heart",
    address: "Rm 402, Fuente Medical Arts\nCebu City",
    phone: "+639175550148",
    email: "desk@penaflor.ph",
    primaryColor: "#1F6F5C",
    bedCapacity: 1200,
    subscriptionStatus: "trial",
    monthlyFee: "1000.00",
  });
  expect(await read(clinic)).toEqual(answer.json());
  expect((await test.call(currentUser, clinic.owner.token)).json().clinic).toMatchObject({
    name: "Peñaflor Heart Clinic",
    brand: brandTokens("#1F6F5C"),
  });
  expect(await read(neighbour)).toEqual(before);
});

it("leaves fields that are not sent, and clears empty ones", async () => {
  await save({ address: "Cebu City", phone: "(032) 255-0142 loc 7", email: "desk@penaflor.ph" });
  const answer = await save({ email: "" });
  expect(answer.json()).toMatchObject({
    address: "Cebu City",
    phone: "(032) 255-0142 loc 7",
    email: null,
  });
});

it("the clinic's adult ranges come with each member's session, until the defaults are restored", async () => {
  const nurse = await aStaffMember(test, clinic, []);
  const before = await read(neighbour);
  const ofSession = async (token: string) => (await test.call(currentUser, token)).json().clinic.adultRanges;
  const typed = { pulse: { low: "55", high: "110" }, oxygenSaturation: { low: 95 }, diastolic: { high: 84 } };
  const stored = { pulse: { low: 55, high: 110 }, diastolic: { high: 84 } };
  const answer = await save({ adultRanges: typed });
  expect(answer.statusCode).toBe(200);
  expect(answer.json().adultRanges).toEqual(stored);
  await save({ bedCapacity: 60 });
  expect((await read(clinic)).adultRanges).toEqual(stored);
  expect(await ofSession(nurse.token)).toEqual(stored);
  expect(await ofSession(neighbour.owner.token)).toBeNull();
  expect(await read(neighbour)).toEqual(before);

  expect((await save({ adultRanges: { pulse: { low: 60, high: 100 } } })).json().adultRanges).toEqual({
    pulse: { low: 60, high: 100 },
  });
  expect((await save({ adultRanges: null })).json().adultRanges).toBeNull();
  expect(await ofSession(nurse.token)).toBeNull();
});
