/** What a clinic's subscription is; a trial past its end counts as expired wherever it is read (decision A3). */
export const subscriptionStatuses = ["trial", "active", "expired", "suspended"] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** The longer of the two advertised trials, so that no promise is broken (decision A1). */
const trialDays = 30;

export const trialEndFrom = (start: Date): Date => new Date(start.getTime() + trialDays * 24 * 3_600_000);
