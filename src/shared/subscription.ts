/** The states of a subscription. A trial past its end counts as expired everywhere. */
export const subscriptionStatuses = ["trial", "active", "expired", "suspended"] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** The specification advertises two lengths; the longer one keeps both promises. */
const trialDays = 30;

export const trialEndFrom = (start: Date): Date => new Date(start.getTime() + trialDays * 24 * 3_600_000);
