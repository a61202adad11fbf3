import { type ClinicPaper, withdrawPaper } from "#features/papers/contract.ts";
import { useCan, useCurrentUser } from "#web/data/session.tsx";

/** The owner may, and before release also the author. */
export function useMayWithdraw({ state, preparedById }: ClinicPaper): boolean {
  const user = useCurrentUser().data;
  const can = useCan();
  if (state === "withdrawn" || !user || !can(withdrawPaper)) return false;
  return user.role === "owner" || (state === "prepared" && preparedById === user.id);
}
