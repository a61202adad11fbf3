import { patientBills } from "#features/billing/contract.ts";
import { hmoOwes } from "#features/billing/rules.ts";
import { formatMoney, sumOf } from "#shared/formats/money.ts";
import { useCall } from "#web/data/calls.ts";

/** "₱1,000.00 from HMOs": what HMOs owe on a patient's bills, which is not in the record's amount. Nothing without any. */
export function FromHmos({ patientId }: { patientId: number }) {
  const { data } = useCall(patientBills, { params: { id: String(patientId) } });
  const owed = (data?.bills ?? []).filter(hmoOwes).map(({ hmoBalance }) => hmoBalance);
  if (owed.length === 0) return null;
  return <span className="block text-sm text-ink-2 tabular-nums">{formatMoney(sumOf(owed))} from HMOs</span>;
}
