import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { jobs } from "./jobs.ts";

let test: TestApp;
let clinic: TestClinic;
let other: TestClinic;

beforeAll(async () => {
  test = await startOwnApp();
});
afterAll(() => test.close());
// A trial of 30 days from November 20: its last day is December 20.
beforeEach(async () => {
  clinic = await aClinic(test);
  other = await aClinic(test);
  await aStaffMember(test, clinic, ["view_patients"]);
});

const notify = (day: string, time = "02:00") =>
  jobs.find(({ name }) => name === "tell what is due")?.run(test.app, new Date(`${day}T${time}:00Z`));
const notificationsOf = (of: TestClinic = clinic) =>
  test.sql<{ user_id: number; title: string }>(
    `select user_id::integer, type, title, message, action_type, action_data from notifications
     where clinic_id = $1 order by id`,
    [of.id],
  );
const titles = async (of?: TestClinic) => (await notificationsOf(of)).map(({ title }) => title);

describe("a trial that ends", () => {
  it("notifies the owner once each 7, 3 and 1 days before", async () => {
    for (const day of ["12", "13", "13", "14", "16", "17", "18", "19", "19", "20", "21"])
      await notify(`2026-12-${day}`);
    expect(await notificationsOf()).toEqual(
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

  it("notifies a day late if it was missed on the day", async () => {
    await notify("2026-12-14");
    await notify("2026-12-20");
    expect(await titles()).toEqual(["Your trial ends in 6 days", "Your trial ends today"]);
  });

  it("does not notify a clinic that pays, is suspended or is deactivated", async () => {
    await test.sql("update clinics set subscription_status = 'active' where id = $1", [clinic.id]);
    await test.sql("update clinics set is_active = false where id = $1", [other.id]);
    await notify("2026-12-19");
    expect([await titles(), await titles(other)]).toEqual([[], []]);
  });

  it("notifies again after the trial was extended", async () => {
    await notify("2026-12-19");
    await test.sql("update clinics set trial_ends_at = '2027-01-20T02:42:00Z' where id = $1", [clinic.id]);
    await notify("2026-12-20");
    await notify("2027-01-19");
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

  it("notify the owner on their day in Manila, once per patient", async () => {
    const patientId = await aPatient(test, clinic, { patient_name: "Dela Peña, Consuelo" });
    await followUp(patientId, "2026-11-25");
    await followUp(patientId, "2026-11-25");
    await notify("2026-11-24");
    expect(await titles()).toEqual([]);
    // 6 in the evening of the 24th in Greenwich is 2 in the morning of the 25th in Manila.
    await notify("2026-11-24", "18:00");
    await notify("2026-11-25");
    expect(await titles()).toEqual(["Follow-up due today"]);
    await test.sql("delete from notifications");
    await notify("2026-11-25");
    expect(await titles()).toEqual([]);
    await notify("2026-11-26");
    expect(await titles(other)).toEqual([]);
  });

  it("link to the patient, except for archived ones", async () => {
    const patientId = await aPatient(test, clinic, { patient_name: "Dela Peña, Consuelo" });
    await followUp(patientId, "2026-11-25");
    await followUp(await aPatient(test, clinic, { is_archived: true }), "2026-11-25");
    await followUp(await aPatient(test, other, { patient_name: "Ong, Benedicto" }), "2026-11-25", other);
    await notify("2026-11-25");
    await notify("2026-11-25");
    expect(await notificationsOf()).toEqual([
      {
        user_id: clinic.owner.id,
        type: "info",
        title: "Follow-up due today",
        message: "Dela Peña, Consuelo",
        action_type: "patient",
        action_data: { patientId },
      },
    ]);
    expect(await notificationsOf(other)).toMatchObject([
      { user_id: other.owner.id, message: "Ong, Benedicto" },
    ]);
  });

  it("of more than five patients become one notification, deleted with any of them", async () => {
    const ids: number[] = [];
    for (let n = 10; n < 22; n += 1) {
      const id = await aPatient(test, clinic, { patient_name: `Patient ${n}` });
      ids.push(id);
      await followUp(id, "2026-11-25");
    }
    await notify("2026-11-25");
    await notify("2026-11-25");
    expect(await notificationsOf()).toMatchObject([
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
    expect(await notificationsOf()).toEqual([]);
  });
});

it("causes are removed after their time, and not before", async () => {
  const causes = () => test.sql("select cause from told_causes where clinic_id = $1", [clinic.id]);
  // By the database's clock, too.
  const oldBy = (days: number) =>
    test.sql("update told_causes set told_at = now() - make_interval(days => $1)", [days]);
  await notify("2026-12-19");
  await oldBy(58);
  await notify("2027-02-16");
  expect(await causes()).toHaveLength(1);
  await oldBy(60);
  await notify("2027-02-18");
  expect(await causes()).toEqual([]);
});
