import { formatMoney } from "#shared/formats/money.ts";
import type { Bill } from "./contract.ts";
import { patientOwes } from "./rules.ts";

type Shown = Pick<Bill, "state" | "isOverdue" | "patientBalance" | "hmoBalance">;

/** Whether a bill is paid, and otherwise who owes how much of it. */
export function billStateWords(bill: Shown): {
  tone: "quiet" | "ok" | "info" | "bad" | "warn";
  words: string;
} {
  const { state, isOverdue, patientBalance, hmoBalance } = bill;
  if (state === "void") return { tone: "quiet", words: "Voided" };
  if (state === "paid") return { tone: "ok", words: "Paid" };
  if (!patientOwes(bill)) return { tone: "info", words: `HMO owes ${formatMoney(hmoBalance)}` };
  if (isOverdue) return { tone: "bad", words: `Overdue ${formatMoney(patientBalance)}` };
  return { tone: "warn", words: `Open ${formatMoney(patientBalance)}` };
}
