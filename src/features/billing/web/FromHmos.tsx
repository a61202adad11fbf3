import { patientBills } from "#features/billing/contract.ts";
import { centavos, formatMoney, fromCentavos } from "#shared/formats/money.ts";
import { useCall } from "#web/data/calls.ts";

/** "₱1,000.00 from HMOs": what HMOs owe on a patient's bills, which is not in the record's amount. Nothing without any. */
export function FromHmos({ patientId }: { patientId: number }) {
  const { data } = useCall(patientBills, { params: { id: String(patientId) } });
  const owed = (data?.bills ?? [])
    .filter(({ state }) => state === "open")
    .reduce((sum, { hmoBalance }) => sum + centavos(hmoBalance), 0n);
  if (owed === 0n) return null;
  return (
    <span className="block text-sm text-ink-2 tabular-nums">{formatMoney(fromCentavos(owed))} from HMOs</span>
  );
}
