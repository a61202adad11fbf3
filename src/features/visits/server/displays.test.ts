import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";
import {
  addDisplayLink,
  addVisit,
  callNext,
  display,
  displayLinks,
  moveVisit,
  revokeDisplayLink,
} from "../contract.ts";

let test: TestApp;
let clinic: TestClinic;
const began = new Date("2026-11-20T01:00:00Z");
beforeAll(async () => {
  test = await startTestApp();
  test.setNow(began);
  clinic = await aClinic(test, { name: "Peñaflor Heart Clinic" });
});
afterAll(() => test.close());
const after = (minutes: number) => test.setNow(new Date(began.getTime() + minutes * 60_000));

const asOwner = (endpoint: Parameters<TestApp["call"]>[0], call: object = {}) =>
  test.call(endpoint, clinic.owner.token, call);
const show = (token: string) => test.call(display, null, { params: { token } });

it("shows only numbers: who is served, who is next, and the estimated wait", async () => {
  const { token } = (await asOwner(addDisplayLink, { body: {} })).json();
  expect((await show(token)).json()).toEqual({
    clinicName: "Peñaflor Heart Clinic",
    primaryColor: expect.any(String),
    placeName: null,
    serving: [],
    calledAt: null,
    next: [],
    waiting: 0,
  });
  for (let count = 0; count < 6; count += 1)
    await asOwner(addVisit, { body: { patientId: await aPatient(test, clinic), reason: "Herpes" } });
  const [first, second] = [(await asOwner(callNext, { body: {} })).json(), null];
  expect(second).toBeNull();
  expect((await show(token)).json()).toMatchObject({
    serving: [1],
    next: [2, 3, 4].map((number) => ({ number, minutes: null })),
    waiting: 5,
  });
  after(12);
  await asOwner(moveVisit, { params: { id: first.id }, body: { state: "done" } });
  await asOwner(callNext, { body: {} });
  after(14);
  await asOwner(callNext, { body: {} });
  const shown = await show(token);
  expect(shown.json()).toMatchObject({
    serving: [3, 2],
    next: [
      { number: 4, minutes: 5 },
      { number: 5, minutes: 20 },
      { number: 6, minutes: 30 },
    ],
    waiting: 3,
  });
  expect(shown.body).not.toMatch(/Ybañez|Herpes|"F"/);
});

it("says when somebody is called again, and when Undo takes that back", async () => {
  const { token } = (await asOwner(addDisplayLink, { body: {} })).json();
  const patientId = await aPatient(test, clinic);
  const { id } = (await asOwner(addVisit, { body: { patientId } })).json();
  const call = (from: string) => asOwner(moveVisit, { params: { id }, body: { state: "with_doctor", from } });
  await call("arrived");
  const { calledAt } = (await show(token)).json();
  after(14.5);
  // A second desk's press is no second call.
  expect((await call("arrived")).json().withDoctorAt).toBe(calledAt);
  expect((await show(token)).json().calledAt).toBe(calledAt);
  await call("with_doctor");
  expect((await show(token)).json()).toMatchObject({ calledAt: "2026-11-20T01:14:30Z" });
  const undo = (since: string | null) =>
    asOwner(moveVisit, {
      params: { id },
      body: { state: "with_doctor", from: "with_doctor", ...(since && { since }) },
    });
  expect((await undo(calledAt)).json().withDoctorAt).toBe(calledAt);
  expect((await show(token)).json().calledAt).toBe(calledAt);
  for (const impossible of ["2026-11-20T01:14:30Z", "2026-11-19T01:00:00Z"])
    expect((await undo(impossible)).json()).toMatchObject({ code: "invalid", fields: { since: /before/ } });
  await asOwner(moveVisit, { params: { id }, body: { state: "done" } });
});

it("can be revoked, and shows nothing of another day, place or clinic", async () => {
  const made = (await asOwner(addDisplayLink, { body: {} })).json();
  const links = (await asOwner(displayLinks)).json();
  expect(links).toContainEqual({ id: made.id, placeId: made.placeId, createdAt: expect.any(String) });
  expect(JSON.stringify(links)).not.toContain(made.token);
  const neighbour = await aClinic(test);
  const foreign = { params: { id: made.id } };
  expect((await test.call(revokeDisplayLink, neighbour.owner.token, foreign)).statusCode).toBe(404);
  expect(
    (await test.call(addDisplayLink, neighbour.owner.token, { body: { placeId: made.placeId } })).statusCode,
  ).toBe(400);
  expect((await show(made.token)).statusCode).toBe(200);
  after(20 * 60);
  expect((await show(made.token)).json()).toMatchObject({ serving: [], waiting: 0 });
  after(30);
  await asOwner(revokeDisplayLink, { params: { id: made.id } });
  const gone = await show(made.token);
  expect(gone.statusCode).toBe(404);
  expect(gone.json().message).toBe("This link is no longer valid. Ask the clinic for a new one.");
});
