import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listPlaces } from "#features/places/contract.ts";
import { addDisplayLink } from "#features/visits/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";
import {
  type Appointment,
  addCalendarFeed,
  bookAppointment,
  changeAppointment,
  readCalendarFeed,
  revokeCalendarFeed,
} from "../contract.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
/** A clinic of its own on Friday, November 20, at 9:00 in Manila. */
beforeEach(async () => {
  test.setNow(new Date("2026-11-20T01:00:00Z"));
  clinic = await aClinic(test);
});

const owner = () => clinic.owner.token;
const patient = (more: Parameters<typeof aPatient>[2] = {}) => aPatient(test, clinic, more);
const change = (id: number, body: object) => test.call(changeAppointment, owner(), { params: { id }, body });
const booked = async (more: object): Promise<Appointment> => {
  const answer = await test.call(bookAppointment, owner(), {
    body: { startsAt: "2026-11-24T01:00:00Z", ...more },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

describe("the calendar feed", () => {
  it("contains only times and initials, and ends when it is revoked", async () => {
    await booked({
      patientId: await patient({ patient_name: "Peñaranda, Rosario Abellana" }),
      reason: "HIV test",
    });
    const off = await booked({ personName: "Ñiño de la Cruz", startsAt: "2026-11-25T01:00:00Z" });
    await change(off.id, { state: "cancelled" });
    const feed = (await test.call(addCalendarFeed, owner(), { body: {} })).json();
    const answer = await test.call(readCalendarFeed, null, { params: { feedToken: `${feed.token}.ics` } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/calendar; charset=utf-8");
    expect(answer.body).toContain("DTSTART:20261124T010000Z\r\nDTEND:20261124T013000Z\r\n");
    expect(answer.body).toContain("SUMMARY:RAP\r\n");
    expect(answer.body).toContain("SUMMARY:ÑDLC\r\n");
    expect(answer.body).toContain("STATUS:CANCELLED");
    expect(answer.body).not.toMatch(/Peñaranda|Rosario|HIV|Cruz/);
    await test.call(revokeCalendarFeed, owner(), { params: { id: feed.id } });
    expect((await test.call(readCalendarFeed, null, { params: { feedToken: feed.token } })).statusCode).toBe(
      404,
    );
  });

  it("escapes the names of clinic and place", async () => {
    await test.sql("update clinics set name = $1 where id = $2", [
      "Reyes; Sons, and \\Co\nX-EVIL:1",
      clinic.id,
    ]);
    const { token } = (await test.call(addCalendarFeed, owner(), { body: {} })).json();
    const { body } = await test.call(readCalendarFeed, null, { params: { feedToken: token } });
    const [place] = (await test.call(listPlaces, owner())).json();
    const name = `Reyes\\; Sons\\, and \\\\Co\\nX-EVIL:1\\, ${place.name}`;
    const unfolded = body.replaceAll("\r\n ", "");
    expect(unfolded).toContain(`\r\nNAME:${name}\r\n`);
    expect(unfolded).toContain(`\r\nX-WR-CALNAME:${name}\r\n`);
  });

  it("is limited to 20, also under concurrent requests; so are displays", async () => {
    for (const add of [addCalendarFeed, addDisplayLink]) {
      const made = await Promise.all(Array.from({ length: 30 }, () => test.call(add, owner(), { body: {} })));
      expect(made.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
    }
  });

  it("of a place without appointments is an empty calendar", async () => {
    const { token } = (await test.call(addCalendarFeed, owner(), { body: {} })).json();
    const { body } = await test.call(readCalendarFeed, null, { params: { feedToken: token } });
    expect(body).toContain("BEGIN:VCALENDAR");
    expect(body).not.toContain("BEGIN:VEVENT");
  });
});
