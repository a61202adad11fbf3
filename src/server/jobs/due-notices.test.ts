import { afterAll, beforeAll, beforeEach, describe, expect, test as it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { jobs } from "./jobs.ts";

let test: TestApp;
let clinic: TestClinic;
let other: TestClinic;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
// A trial of 30 days from November 20: its last day is December 20.
beforeEach(async () => {
  clinic = await aClinic(test);
  other = await aClinic(test);
  await aStaffMember(test, clinic, ["view_patients"]);
});

const tell = (day: string, time = "02:00") =>
  jobs.find(({ name }) => name === "tell what is due")?.run(test.app, new Date(`${day}T${time}:00Z`));
const told = (of: TestClinic = clinic) =>
  test.sql<{ user_id: number; title: string }>(
    `select user_id::integer, type, title, message, action_type, action_data from notifications
     where clinic_id = $1 order by id`,
    [of.id],
  );
const titles = async (of?: TestClinic) => (await told(of)).map(({ title }) => title);

describe("a trial that ends", () => {
  it("is told to the owner 7, 3 and 1 days before, each once", async () => {
    for (const day of ["12", "13", "13", "14", "16", "17", "18", "19", "19", "20", "21"])
      await tell(`2026-12-${day}`);
    expect(await told()).toEqual(
      ["Your trial ends in 7 days", "Your trial ends in 3 days", "Your trial ends in 1 day"].map((title) => ({
        user_id: clinic.owner.id,
        type: "warning",
        title,
        message: "The trial ends on December 20, 2026. Upgrade to keep working with your records.",
        action_type: "trial",
        action_data: null,
      })),
    );
  });

  it("is told a day late when nobody was told on the day", async () => {
    await tell("2026-12-14");
    await tell("2026-12-20");
    expect(await titles()).toEqual(["Your trial ends in 6 days", "Your trial ends today"]);
  });

  it("is not told to a clinic that pays, is suspended or is switched off", async () => {
    await test.sql("update clinics set subscription_status = 'active' where id = $1", [clinic.id]);
    await test.sql("update clinics set is_active = false where id = $1", [other.id]);
    await tell("2026-12-19");
    expect([await titles(), await titles(other)]).toEqual([[], []]);
  });

  it("is told anew when the trial was given more time", async () => {
    await tell("2026-12-19");
    await test.sql("update clinics set trial_ends_at = '2027-01-20T02:42:00Z' where id = $1", [clinic.id]);
    await tell("2026-12-20");
    await tell("2027-01-19");
    expect(await titles()).toEqual(["Your trial ends in 1 day", "Your trial ends in 1 day"]);
  });
});

describe("follow-ups", () => {
  const followUp = (patientId: number, day: string, of = clinic) =>
    test.sql(
      `with scope as materialized (select set_config('app.event', 'consultation.create', true))
       insert into consultations (clinic_id, patient_id, follow_up_date) select $1, $2, $3 from scope`,
      [of.id, patientId, day],
    );

  it("are told to the owner on their day in Manila, each patient once", async () => {
    const patientId = await aPatient(test, clinic, { patient_name: "Dela Peña, Consuelo" });
    await followUp(patientId, "2026-11-25");
    await followUp(patientId, "2026-11-25");
    await tell("2026-11-24");
    expect(await titles()).toEqual([]);
    // 6 in the evening of the 24th in Greenwich is 2 in the morning of the 25th in Manila.
    await tell("2026-11-24", "18:00");
    await tell("2026-11-25");
    expect(await titles()).toEqual(["Follow-up due today"]);
    await test.sql("delete from notifications");
    await tell("2026-11-25");
    expect(await titles()).toEqual([]);
    await tell("2026-11-26");
    expect(await titles(other)).toEqual([]);
  });

  it("lead to the patient; one who was archived is not told of", async () => {
    const patientId = await aPatient(test, clinic, { patient_name: "Dela Peña, Consuelo" });
    await followUp(patientId, "2026-11-25");
    await followUp(await aPatient(test, clinic, { is_archived: true }), "2026-11-25");
    await followUp(await aPatient(test, other, { patient_name: "Ong, Benedicto" }), "2026-11-25", other);
    await tell("2026-11-25");
    await tell("2026-11-25");
    expect(await told()).toEqual([
      {
        user_id: clinic.owner.id,
        type: "info",
        title: "Follow-up due today",
        message: "Dela Peña, Consuelo",
        action_type: "patient",
        action_data: { patientId },
      },
    ]);
    expect(await told(other)).toMatchObject([{ user_id: other.owner.id, message: "Ong, Benedicto" }]);
  });

  it("of more than five patients are one notification with their names, which goes with any of them", async () => {
    const ids: number[] = [];
    for (let n = 10; n < 22; n += 1) {
      const id = await aPatient(test, clinic, { patient_name: `Patient ${n}` });
      ids.push(id);
      await followUp(id, "2026-11-25");
    }
    await tell("2026-11-25");
    await tell("2026-11-25");
    expect(await told()).toMatchObject([
      {
        title: "12 follow-ups due today",
        message: `${ids
          .slice(0, 10)
          .map((_, n) => `Patient ${n + 10}`)
          .join("; ")}; and 2 more`,
        action_type: null,
      },
    ]);
    await test.sql("delete from patients where id = $1", [ids[11]]);
    expect(await told()).toEqual([]);
  });
});

it("what was told is forgotten after its time, and not before", async () => {
  const causes = () => test.sql("select cause from told_causes where clinic_id = $1", [clinic.id]);
  await tell("2026-12-19");
  await tell("2027-02-16");
  expect(await causes()).toHaveLength(1);
  await tell("2027-02-18");
  expect(await causes()).toEqual([]);
});
