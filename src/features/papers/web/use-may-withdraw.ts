import { type ClinicPaper, withdrawPaper } from "#features/papers/contract.ts";
import { mayWithdraw } from "#shared/who-answers.ts";
import { useCan, useCurrentUser } from "#web/data/session.tsx";

export function useMayWithdraw({ state, preparedById }: ClinicPaper): boolean {
  const user = useCurrentUser().data;
  const can = useCan();
  return !!user && can(withdrawPaper) && mayWithdraw(user.role, state, preparedById === user.id);
}
