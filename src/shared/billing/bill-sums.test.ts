import { expect, it, test } from "vitest";
import { centavos } from "#shared/formats/money.ts";
import { billSums, type DiscountKind, openShares } from "./bill-sums.ts";

const one = (amount: string) => [{ quantity: 1, amount }];

test.each([
  // By the Bureau of Internal Revenue: VAT is deducted first, then 20 % of the net.
  ["7579.00", "senior", true, { vatExemption: "812.04", discount: "1353.39", due: "5413.57" }],
  ["1000.00", "senior", false, { vatExemption: "0.00", discount: "200.00", due: "800.00" }],
  ["1250.00", "pwd", false, { vatExemption: "0.00", discount: "250.00", due: "1000.00" }],
  ["1120.00", "pwd", true, { vatExemption: "120.00", discount: "200.00", due: "800.00" }],
  ["0.01", "senior", true, { vatExemption: "0.00", discount: "0.00", due: "0.01" }],
  ["0.03", "senior", false, { vatExemption: "0.00", discount: "0.01", due: "0.02" }],
] as const)("%s for %s, VAT-registered %s", (amount, kind, isVatRegistered, expected) => {
  expect(billSums(one(amount), { kind }, isVatRegistered)).toMatchObject(expected);
});

it("gives the better of a promotion and 20 %, never both", () => {
  const due = (kind: DiscountKind, percent?: number) => billSums(one("1000"), { kind, percent }, false).due;
  expect(due("senior", 10)).toBe("800.00");
  expect(due("senior", 30)).toBe("700.00");
  expect(due("pwd", 30)).toBe("700.00");
  expect(due("promo", 12.5)).toBe("875.00");
  expect(billSums(one("1000"), { kind: "promo", percent: 10 }, true)).toMatchObject({
    vatExemption: "0.00",
    due: "900.00",
  });
});

it("multiplies lines by their quantity, and refuses amounts that are too large", () => {
  const lines = [
    { quantity: 3, amount: "450.10" },
    { quantity: 1, amount: "0" },
  ];
  expect(billSums(lines, null, true)).toMatchObject({ charges: "1350.30", due: "1350.30", percent: null });
  expect(() => billSums(one("9999999999.99").concat(one("0.01")), null, false)).toThrow(RangeError);
});

/** The same numbers in each run: mulberry32. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

it("adds up to the centavo in 10,000 bills of any lines, discounts, taxes, covers and payments", () => {
  const random = numbersFrom(20261124);
  const below = (limit: number) => Math.floor(random() * limit);
  const pesos = (most: number) => `${below(most)}.${String(below(100)).padStart(2, "0")}`;
  const kinds = [null, "senior", "pwd", "promo"] as const;
  for (let bill = 0; bill < 10_000; bill++) {
    const lines = Array.from({ length: 1 + below(6) }, () => ({
      quantity: 1 + below(9),
      amount: pesos(20_000),
    }));
    const kind = kinds[below(4)] ?? null;
    const percent = kind === "promo" || random() < 0.3 ? below(10_001) / 100 : undefined;
    const isVatRegistered = random() < 0.5;
    const sums = billSums(lines, kind && { kind, percent }, isVatRegistered);
    const [charges, vat, discount, due] = [sums.charges, sums.vatExemption, sums.discount, sums.due].map(
      centavos,
    ) as [bigint, bigint, bigint, bigint];
    const added = lines.reduce((sum, line) => sum + BigInt(line.quantity) * centavos(line.amount), 0n);
    expect(charges).toBe(added);
    expect(charges - vat - discount).toBe(due);
    expect(due >= 0n && vat >= 0n && discount >= 0n).toBe(true);
    if (kind === "senior" || kind === "pwd") {
      // Within a centavo of the exact share: never less than 20 %, and no second discount on top.
      const exact = (Number(charges) / (isVatRegistered ? 1.12 : 1)) * (1 - Math.max(20, percent ?? 0) / 100);
      expect(Math.abs(Number(due) - exact)).toBeLessThanOrEqual(1);
    } else expect(vat).toBe(0n);
    // Payments until the last centavo.
    const approved = random() < 0.3 ? pesos(20_000) : null;
    let paid = 0n;
    let byHmo = 0n;
    while (paid < due) {
      const step = BigInt(1 + below(Number(due - paid)));
      const isHmo = approved !== null && random() < 0.5;
      paid += step;
      if (isHmo) byHmo += step;
      const shares = openShares({
        due: sums.due,
        paid: asText(paid),
        cover: approved === null ? null : { approved, paid: asText(byHmo) },
      });
      const [ofPatient, ofHmo] = [centavos(shares.patientBalance), centavos(shares.hmoBalance)];
      // Without an assertion for each of a hundred thousand payments, which would take longer than the sums.
      if (
        paid + ofPatient + ofHmo !== due ||
        ofPatient < 0n ||
        ofHmo < 0n ||
        (approved === null && ofHmo > 0n)
      )
        expect.fail(`${paid} of ${due} are paid, ${ofPatient} by the patient and ${ofHmo} by the HMO left`);
    }
  }
});

const asText = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, "0")}`;
