import { type Prescription, withdrawPrescription } from "#features/prescriptions/contract.ts";
import { useCan, useCurrentUser } from "#web/data/session.tsx";

/** The owner may, and before release also the author. */
export function useMayWithdraw({ status, isOwn }: Prescription): boolean {
  const user = useCurrentUser().data;
  const can = useCan();
  if (status === "withdrawn" || !user || !can(withdrawPrescription)) return false;
  return user.role === "owner" || (status === "prepared" && isOwn);
}
