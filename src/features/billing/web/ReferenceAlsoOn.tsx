import type { Bill, Payment } from "#features/billing/contract.ts";

/** Marks a payment whose reference is on another one too: recorded twice, or one transfer for two bills. */
export function ReferenceAlsoOn({ payment: { referenceAlsoOn }, of }: { payment: Payment; of: Bill }) {
  if (referenceAlsoOn === null) return null;
  return (
    <span className="block font-medium text-warn">
      {referenceAlsoOn === of.number ? "same reference twice" : `same reference on ${referenceAlsoOn}`}
    </span>
  );
}
