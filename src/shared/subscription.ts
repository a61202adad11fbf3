/** The states of a subscription. A trial past its end counts as expired everywhere. */
export const subscriptionStatuses = ["trial", "active", "expired", "suspended"] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const subscriptionLabels: Record<SubscriptionStatus, string> = {
  trial: "Trial",
  active: "Active",
  expired: "Expired",
  suspended: "Suspended",
};

export const isSubscriptionStatus = (text: unknown): text is SubscriptionStatus =>
  subscriptionStatuses.some((status) => status === text);

/** Whether the people of a clinic may use Klinika. */
export const isInGoodStanding = ({
  isActive,
  subscriptionStatus,
}: {
  isActive: boolean;
  subscriptionStatus: string;
}): boolean => isActive && subscriptionStatus !== "suspended" && subscriptionStatus !== "expired";

/** A clinic on trial may ask for the full plan. */
export const mayRequestUpgrade = ({ subscriptionStatus }: { subscriptionStatus: string }): boolean =>
  subscriptionStatus === "trial";

/** The specification advertises two lengths; the longer one keeps both promises. */
const trialDays = 30;

export const trialEndFrom = (start: Date): Date => new Date(start.getTime() + trialDays * 24 * 3_600_000);
