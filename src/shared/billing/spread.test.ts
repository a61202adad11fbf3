import fc from "fast-check";
import { expect, it } from "vitest";
import { fromCentavos } from "#shared/formats/money.ts";
import { seededNumbers } from "#test/seeded-numbers.ts";
import { billSums } from "./bill-sums.ts";
import { billedLines, type DoctorShare, type PaidLine, paymentOverLines, spread } from "./spread.ts";

const sum = (parts: readonly bigint[]) => parts.reduce((total, part) => total + part, 0n);

it("gives the centavos that are left to those who lost most by rounding, the first of equals first", () => {
  expect(spread(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
  expect(spread(10n, [5n, 3n, 1n])).toEqual([6n, 3n, 1n]);
  expect(spread(1n, [1n, 2n])).toEqual([0n, 1n]);
  expect(spread(0n, [0n, 0n])).toEqual([0n, 0n]);
  expect(() => spread(1n, [0n])).toThrow("Nothing to divide by");
});

it("adds up to the amount, and no part is more than its weight", () => {
  const weights = fc.array(fc.bigInt(0n, 10_000_000n), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(weights, fc.bigInt(0n, 1_000_000n), (all, per) => {
      const amount = (sum(all) * per) / 1_000_000n;
      const parts = spread(amount, all);
      expect(sum(parts)).toBe(amount);
      expect(parts.every((part, index) => part >= 0n && part <= (all[index] ?? 0n))).toBe(true);
    }),
  );
});

const line = (pesos: bigint, share: DoctorShare | null = null, quantity = 1) => ({
  quantity,
  charged: pesos * 100n,
  share,
});
const percent = (value: string): DoctorShare => ({ percent: value, amount: null });
const each = (value: string): DoctorShare => ({ percent: null, amount: value });

it("takes a senior's discount off each line, and shares what is left", () => {
  const [consultation, ecg, injection] = billedLines(
    [line(700n, percent("60")), line(500n, each("150")), line(300n, each("200"), 2)],
    { due: 120_000n, approved: 30_000n },
  );
  expect(consultation).toEqual({ charged: 70_000n, discount: 14_000n, hmoDue: 14_000n, fullShare: 33_600n });
  expect(ecg).toEqual({ charged: 50_000n, discount: 10_000n, hmoDue: 10_000n, fullShare: 15_000n });
  // An amount for each is never more than the line.
  expect(injection).toEqual({ charged: 30_000n, discount: 6_000n, hmoDue: 6_000n, fullShare: 24_000n });
});

const fresh = (billed: readonly ReturnType<typeof billedLines>[number][]): PaidLine[] =>
  billed.map(({ charged, discount, hmoDue, fullShare }) => ({
    due: charged - discount,
    hmoDue,
    fullShare,
    collected: 0n,
    hmoPart: 0n,
    share: 0n,
  }));
const after = (
  lines: readonly PaidLine[],
  parts: ReturnType<typeof paymentOverLines>,
  sign: 1n | -1n,
): PaidLine[] =>
  lines.map((one, index) => ({
    ...one,
    collected: one.collected + sign * (parts[index]?.collected ?? 0n),
    hmoPart: one.hmoPart + sign * (parts[index]?.hmoPart ?? 0n),
    share: one.share + sign * (parts[index]?.share ?? 0n),
  }));

it("pays the patient's part with what patients pay, the HMO's with what it pays, and the other's with the rest", () => {
  const lines = fresh(
    billedLines([line(600n, percent("50")), line(400n)], { due: 100_000n, approved: 50_000n }),
  );
  const paid = paymentOverLines(60_000n, lines, { isHmo: false });
  expect(paid).toEqual([
    { collected: 36_000n, hmoPart: 6_000n, share: 18_000n },
    { collected: 24_000n, hmoPart: 4_000n, share: 0n },
  ]);
  expect(paymentOverLines(40_000n, after(lines, paid, 1n), { isHmo: true })).toEqual([
    { collected: 24_000n, hmoPart: 24_000n, share: 12_000n },
    { collected: 16_000n, hmoPart: 16_000n, share: 0n },
  ]);
});

it("is exact on every day of 10,000 bills with payments, voids and corrections", () => {
  const random = seededNumbers(20_261_130);
  const dayCount = 400;
  const days = Array.from({ length: dayCount }, () => ({
    collected: 0n,
    parts: 0n,
    clinic: 0n,
    shares: [0n, 0n, 0n, 0n],
  }));
  for (let n = 0; n < 10_000; n++) {
    // Far quicker than expectations.
    const must = (holds: boolean) => {
      if (!holds) throw new Error(`bill ${n} is not exact`);
    };
    const count = 1 + random(5);
    const doctors = Array.from({ length: count }, () => random(4));
    const drafts = Array.from({ length: count }, () => ({
      quantity: 1 + random(3),
      amount: fromCentavos(BigInt(random(10) === 0 ? 0 : 1 + random(300_000))),
    }));
    const kind = ([null, null, "senior", "pwd", "promo"] as const)[random(5)] ?? null;
    const sums = billSums(drafts, kind && { kind, percent: random(101) }, random(2) === 0);
    const due = BigInt(sums.due.replace(".", ""));
    const approved = random(3) === 0 ? BigInt(random(Number(due) + 2)) : 0n;
    const billed = billedLines(
      drafts.map(({ quantity, amount }) => ({
        quantity,
        charged: BigInt(quantity) * BigInt(amount.replace(".", "")),
        share:
          [null, percent(`${random(101)}.${random(10)}5`), each(fromCentavos(BigInt(random(90_000))))][
            random(3)
          ] ?? null,
      })),
      { due, approved },
    );
    must(sum(billed.map(({ charged, discount }) => charged - discount)) === due);
    must(sum(billed.map(({ hmoDue }) => hmoDue)) === (approved < due ? approved : due));
    let lines = fresh(billed);
    const live: { amount: bigint; parts: ReturnType<typeof paymentOverLines> }[] = [];
    let day = random(dayCount);
    const record = (amount: bigint, parts: ReturnType<typeof paymentOverLines>, sign: 1n | -1n) => {
      const of = days[day];
      if (!of) throw new Error("a day of the year");
      of.collected += sign * amount;
      for (const [index, part] of parts.entries()) {
        of.parts += sign * part.collected;
        of.clinic += sign * (part.collected - part.share);
        of.shares[doctors[index] ?? 0] = (of.shares[doctors[index] ?? 0] ?? 0n) + sign * part.share;
      }
      lines = after(lines, parts, sign);
    };
    const pay = (amount: bigint, isHmo: boolean) => {
      const parts = paymentOverLines(amount, lines, { isHmo });
      must(sum(parts.map(({ collected }) => collected)) === amount);
      live.push({ amount, parts });
      record(amount, parts, 1n);
      for (const { due: owed, hmoDue, collected, hmoPart } of lines) {
        must(hmoPart >= 0n && hmoPart <= hmoDue);
        must(collected - hmoPart >= 0n && collected - hmoPart <= owed - hmoDue);
      }
    };
    for (let act = random(6); act > 0; act--) {
      day = Math.min(dayCount - 1, day + random(20));
      const balance = due - sum(lines.map(({ collected }) => collected));
      const voided = live[random(live.length || 1)];
      if (voided && random(3) === 0) {
        live.splice(live.indexOf(voided), 1);
        record(voided.amount, voided.parts, -1n);
      } else if (balance > 0n) {
        const part = 1n + (balance * BigInt(random(1_000))) / 1_000n;
        pay(part < balance ? part : balance, random(4) === 0);
      }
    }
    // However it was paid: a bill that is paid has brought each doctor the whole share.
    const rest = due - sum(lines.map(({ collected }) => collected));
    if (rest > 0n) pay(rest, false);
    must(
      lines.every(({ collected, due: owed, share, fullShare }) => collected === owed && share === fullShare),
    );
  }
  for (const { collected, parts, clinic, shares } of days) {
    expect(parts).toBe(collected);
    expect(sum(shares) + clinic).toBe(collected);
  }
});
