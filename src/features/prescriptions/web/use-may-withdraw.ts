import { type Prescription, withdrawPrescription } from "#features/prescriptions/contract.ts";
import { mayWithdraw } from "#shared/who-answers.ts";
import { useCan, useCurrentUser } from "#web/data/session.tsx";

export function useMayWithdraw({ status, isOwn }: Prescription): boolean {
  const user = useCurrentUser().data;
  const can = useCan();
  return !!user && can(withdrawPrescription) && mayWithdraw(user.role, status, isOwn);
}
