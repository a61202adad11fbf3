import { centavos } from "#shared/formats/money.ts";
import { rounded } from "./bill-sums.ts";

/**
 * Divides an amount in proportion to the weights, to the centavo, by largest remainder: each part is rounded down, and
 * the centavos that are left go to the parts that lost most by it, the first of equal ones first. The parts add up to
 * the amount; none is more than its weight while the amount is not more than their sum.
 *
 * @param amount centavos, not negative
 * @param weights not negative; not all zero, unless the amount is
 */
export function spread(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (amount === 0n) return weights.map(() => 0n);
  if (total === 0n) throw new RangeError("Nothing to divide by.");
  const parts = weights.map((weight) => (amount * weight) / total);
  const left = Number(amount - parts.reduce((sum, part) => sum + part, 0n));
  const lost = weights
    .map((weight, index) => ({ index, remainder: (amount * weight) % total }))
    .toSorted((one, other) =>
      one.remainder === other.remainder ? 0 : one.remainder < other.remainder ? 1 : -1,
    );
  for (const { index } of lost.slice(0, left)) parts[index] = (parts[index] ?? 0n) + 1n;
  return parts;
}

/** What a doctor gets of a line: a percentage of what is collected, or pesos for each when it is paid in full. */
export type DoctorShare = { percent: string | null; amount: string | null };

/** What a line is to patient, HMO and doctor: centavos. */
export type BilledLine = { charged: bigint; discount: bigint; hmoDue: bigint; fullShare: bigint };

/**
 * Divides the sums of a bill over its lines: the discount in proportion to the charges, then what the HMO approved in
 * proportion to what is left.
 */
export function billedLines(
  lines: readonly { quantity: number; charged: bigint; share: DoctorShare | null }[],
  { due, approved }: { due: bigint; approved: bigint },
): BilledLine[] {
  const dues = spread(
    due,
    lines.map(({ charged }) => charged),
  );
  const hmo = spread(approved < due ? approved : due, dues);
  return lines.map((line, index) => {
    const own = dues[index] ?? 0n;
    return {
      charged: line.charged,
      discount: line.charged - own,
      hmoDue: hmo[index] ?? 0n,
      fullShare: fullShare(own, line),
    };
  });
}

function fullShare(
  due: bigint,
  { quantity, share }: { quantity: number; share: DoctorShare | null },
): bigint {
  if (share === null) return 0n;
  if (share.amount !== null) {
    const most = BigInt(quantity) * centavos(share.amount);
    return most < due ? most : due;
  }
  return rounded(due * centavos(share.percent ?? "0"), 10_000n);
}

/** What a line owes and has paid, of its live payments: centavos. */
export type PaidLine = {
  /** `hmoDue` included. */
  due: bigint;
  hmoDue: bigint;
  fullShare: bigint;
  collected: bigint;
  hmoPart: bigint;
  share: bigint;
};

/**
 * Divides a payment over the lines of its bill, in proportion to what each still owes: a patient's over the patient's
 * part, an HMO's over the HMO's, and what is beyond that over the other. A doctor's share grows with what is collected
 * of the line, and is whole once the line is paid.
 */
export function paymentOverLines(
  amount: bigint,
  lines: readonly PaidLine[],
  { isHmo }: { isHmo: boolean },
): Pick<PaidLine, "collected" | "hmoPart" | "share">[] {
  const ofHmo = lines.map(({ hmoDue, hmoPart }) => hmoDue - hmoPart);
  const ofPatient = lines.map(({ due, hmoDue, collected, hmoPart }) => due - hmoDue - (collected - hmoPart));
  const [own, other] = isHmo ? [ofHmo, ofPatient] : [ofPatient, ofHmo];
  const owed = own.reduce((sum, each) => sum + each, 0n);
  const first = amount < owed ? amount : owed;
  const [ownParts, otherParts] = [spread(first, own), spread(amount - first, other)];
  return lines.map((line, index) => {
    const [fromOwn, fromOther] = [ownParts[index] ?? 0n, otherParts[index] ?? 0n];
    const collected = fromOwn + fromOther;
    const after = line.collected + collected;
    const earned = line.due === 0n ? 0n : rounded(line.fullShare * after, line.due);
    return { collected, hmoPart: isHmo ? fromOwn : fromOther, share: earned - line.share };
  });
}
