import { waitingReferralCount } from "#features/referrals/contract.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";

/** ms between two polls. */
export const waitingEvery = 30_000;

/** How many referrals wait for the clinic's response; undefined while unknown, and for users who may not answer. */
export function useWaitingCount(): number | undefined {
  const enabled = useCan()(waitingReferralCount);
  return useCall(waitingReferralCount, {}, { enabled, pollEvery: waitingEvery }).data?.count;
}
