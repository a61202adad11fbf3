import type { Bill } from "#features/billing/contract.ts";
import { patientOwes } from "#features/billing/rules.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { Badge } from "#web/ui/Badge.tsx";

/** Whether a bill is paid, and otherwise who owes how much of it. */
export function BillState({ bill }: { bill: Bill }) {
  const { state, isOverdue, patientBalance, hmoBalance } = bill;
  if (state === "void") return <Badge>Voided</Badge>;
  if (state === "paid") return <Badge tone="ok">Paid</Badge>;
  if (!patientOwes(bill)) return <Badge tone="info">HMO owes {formatMoney(hmoBalance)}</Badge>;
  if (isOverdue) return <Badge tone="bad">Overdue {formatMoney(patientBalance)}</Badge>;
  return <Badge tone="warn">Open {formatMoney(patientBalance)}</Badge>;
}
