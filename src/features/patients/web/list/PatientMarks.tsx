import { Check, CircleAlert, Clock } from "lucide-react";
import type { ReactNode } from "react";
import type { PatientListItem } from "#features/patients/contract.ts";
import { capitalized } from "#shared/formats/capitalized.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { Badge, type Tone } from "#web/ui/Badge.tsx";
import { Pay } from "#web/ui/Pay.tsx";
import { State } from "#web/ui/State.tsx";

/*
 * Three statuses in three styles, so that they cannot be confused: a badge for where the patient is, a dot and word
 * for the work, an amount and word for payment. In a table's column payment may be a badge too.
 */

const payments: Record<PatientListItem["paymentStatus"], { tone: Tone; icon: ReactNode }> = {
  "Paid-Received": { tone: "ok", icon: <Check /> },
  Pending: { tone: "warn", icon: <Clock /> },
  Overdue: { tone: "bad", icon: <CircleAlert /> },
};

export function PaymentBadge({ status }: { status: PatientListItem["paymentStatus"] }) {
  return <Badge {...payments[status]}>{status}</Badge>;
}

export function PaymentLine({ patient }: { patient: Pick<PatientListItem, "amount" | "paymentStatus"> }) {
  return (
    <Pay
      amount={patient.amount === null ? "" : formatMoney(patient.amount)}
      tone={payments[patient.paymentStatus].tone}
    >
      {patient.paymentStatus}
    </Pay>
  );
}

const work: Record<string, Tone> = { completed: "ok", pending: "warn" };

export function ConsultationState({ status }: { status: string }) {
  return <State tone={work[status] ?? "quiet"}>{capitalized(status)}</State>;
}
