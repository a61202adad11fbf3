import { Check, CircleAlert, Clock } from "lucide-react";
import type { Bill } from "#features/billing/contract.ts";
import { billStateWords } from "#features/billing/words.ts";
import { Badge } from "#web/ui/Badge.tsx";

const icons = { ok: <Check />, info: <Clock />, warn: <Clock />, bad: <CircleAlert />, quiet: undefined };

/** Whether a bill is paid, and otherwise who owes how much of it. */
export function BillState({ bill }: { bill: Bill }) {
  const { tone, words } = billStateWords(bill);
  return (
    <Badge tone={tone} icon={icons[tone]}>
      {words}
    </Badge>
  );
}
