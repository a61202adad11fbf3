import { waitingReferralCount } from "#features/referrals/contract.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";

/** ms between two looks. */
export const waitingEvery = 30_000;

/** How many referrals wait for the clinic's answer; undefined while unknown, and for who may not answer. */
export function useWaitingCount(): number | undefined {
  const enabled = useCan()(waitingReferralCount);
  return useCall(waitingReferralCount, {}, { enabled, pollEvery: waitingEvery }).data?.count;
}
