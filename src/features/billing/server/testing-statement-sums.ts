import { expect } from "vitest";
import {
  addBill,
  type Bill,
  dayCount,
  oneBill,
  takePayment,
  voidBill,
  voidPayment,
} from "#features/billing/contract.ts";
import {
  type ClosedStatement,
  closeStatement,
  moneyByDoctor,
  type Statement,
  setDoctorShares,
  statement,
} from "#features/billing/statements-contract.ts";
import { moneyInvariants } from "#operations/check-data/money.ts";
import type { Endpoint, Whole } from "#shared/endpoint.ts";
import { addDays } from "#shared/formats/dates.ts";
import { sumOf } from "#shared/formats/money.ts";
import type { TestApp } from "#test/app.ts";
import { aClinic, aDoctor, aPatient, aSession } from "#test/data/factories.ts";
import type { Call } from "#test/request-for.ts";
import { seededNumbers } from "#test/seeded-numbers.ts";

const reason = "Mistake";
const firstDay = "2026-11-20";
const dayTotal = 8;

/**
 * Generates bills of three doctors with discounts, HMOs, payments, voids, changing shares and closings over eight days.
 * Compares doctors and clinic with each day's count, each doctor's statements with all that was recorded, and the stored
 * rows with the invariants.
 */
export async function expectStatementsToAddUp(app: TestApp, bills: number): Promise<void> {
  const random = seededNumbers(7);
  app.setNow(new Date(`${firstDay}T01:00:00Z`));
  const clinic = await aClinic(app);
  const patientId = await aPatient(app, clinic);
  const [santos, cruz] = [await aDoctor(app, clinic), await aDoctor(app, clinic)];
  const [own] = await app.sql<{ id: string }>("select id from practitioners where user_id = $1", [
    clinic.owner.id,
  ]);
  const doctors = [Number(own?.id), santos.practitionerId, cruz.practitionerId];
  let token = clinic.owner.token;
  const done = async <Answer>(endpoint: Endpoint, sent: Call): Promise<Answer> => {
    const answer = await app.call(endpoint, token, sent);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const centavosBelow = (pesos: number) => `${random(pesos)}.${10 + random(90)}`;
  const aBill = async (): Promise<number> => {
    const lines = Array.from({ length: 1 + random(4) }, () => ({
      description: "Service",
      quantity: 1 + random(2),
      amount: centavosBelow(3000),
      practitionerId: doctors[random(doctors.length)],
    }));
    const body = {
      patientId,
      lines,
      ...(random(3) === 0 && { discount: { kind: "pwd", idNumber: "P-1" } }),
      ...(random(4) === 0 && { hmo: { company: "Maxicare", loa: "L", approved: centavosBelow(4000) } }),
    };
    return (await done<Bill>(addBill, { body })).id;
  };
  const act = async (id: number): Promise<unknown> => {
    const bill = await done<Bill>(oneBill, { params: { id } });
    const live = bill.payments.filter(({ voidedAt }) => voidedAt === null);
    const voided = live[random(live.length || 1)];
    const params = { id };
    if (voided && random(3) === 0) return done(voidPayment, { params: { id: voided.id }, body: { reason } });
    if (bill.state === "open" && !voided && random(8) === 0)
      return done(voidBill, { params, body: { reason } });
    if (bill.state !== "open") return null;
    if (Number(bill.hmoBalance) > 0 && random(2) === 0)
      // Refused where patients paid a part of it.
      return app.call(takePayment, token, { params, body: { method: "hmo", amount: bill.hmoBalance } });
    const part = (Number(bill.balance) / 3).toFixed(2);
    const amount = random(2) === 0 || Number(part) === 0 ? bill.balance : part;
    return done(takePayment, { params, body: { method: "cash", amount } });
  };

  const open: number[] = [];
  const closed: ClosedStatement[] = [];
  const days = Array.from({ length: dayTotal }, (_, n) => addDays(firstDay, n));
  for (const [index, day] of days.entries()) {
    app.setNow(new Date(`${day}T01:00:00Z`));
    token = await aSession(app, clinic.owner.id);
    for (const [id, share] of [
      [santos.practitionerId, { percent: `${random(100)}.${random(10)}` }],
      [cruz.practitionerId, { amount: centavosBelow(900) }],
    ] as const)
      await done(setDoctorShares, { params: { id }, body: { shares: [{ serviceId: null, ...share }] } });
    for (let n = 0; n < bills / dayTotal; n++) open.push(await aBill());
    for (let n = 0; n < bills / 4; n++) await act(open[random(open.length)] as number);
    if (index % 3 !== 1) continue;
    for (const practitionerId of doctors)
      closed.push(await done(closeStatement, { body: { practitionerId, from: addDays(day, -1), to: day } }));
    // Of days that are closed.
    for (let n = 0; n < bills / 20; n++) await act(open[random(open.length)] as number);
  }

  for (const day of days) {
    const of = await done<Whole<typeof moneyByDoctor>>(moneyByDoctor, { query: { from: day, to: day } });
    const { collected } = await done<Whole<typeof dayCount>>(dayCount, { query: { day } });
    expect([of.collected, of.unnamed]).toEqual([collected, "0.00"]);
    expect(sumOf([of.clinic, ...of.doctors.map(({ share }) => share)])).toBe(collected);
  }
  const query = { from: firstDay, to: addDays(firstDay, dayTotal - 1) };
  const all = await done<Whole<typeof moneyByDoctor>>(moneyByDoctor, { query });
  for (const doctor of all.doctors) {
    const { practitionerId } = doctor;
    const rest = await done<Statement>(statement, {
      query: { practitionerId: String(practitionerId), ...query },
    });
    const statements = [rest, ...closed.filter((each) => each.practitionerId === practitionerId)];
    for (const figure of [
      "charged",
      "discounts",
      "hmoDue",
      "collected",
      "hmoCollected",
      "share",
      "clinic",
    ] as const)
      expect(sumOf(statements.map((each) => each[figure])), figure).toBe(doctor[figure]);
  }
  await expectExactMoney(app, clinic.id);
}

/** No invariant of stored money is violated in this clinic. */
export async function expectExactMoney(app: TestApp, clinicId: number): Promise<void> {
  for (const { description, violations } of moneyInvariants)
    expect(
      await app.sql(`select * from (${violations}) v where clinic_id = $1`, [clinicId]),
      description,
    ).toEqual([]);
}
