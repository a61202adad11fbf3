import type { PlatformStats } from "#features/platform/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { formatDay, manilaDay } from "#shared/formats/dates.ts";
import { type SubscriptionStatus, subscriptionStatuses } from "#shared/subscription.ts";
import type { Tone } from "#web/ui/Badge.tsx";

/** Milliseconds between polls, as the specification says. */
export const statsEvery = 30_000;
export const listsEvery = 60_000;

export const statusLabels: Record<SubscriptionStatus, string> = {
  trial: "Trial",
  active: "Active",
  expired: "Expired",
  suspended: "Suspended",
};
export const statusTones: Record<SubscriptionStatus, Tone> = {
  trial: "info",
  active: "ok",
  expired: "warn",
  suspended: "bad",
};
export const statusOptions = subscriptionStatuses.map((value) => ({ value, label: statusLabels[value] }));

export const isStatus = (text: unknown): text is SubscriptionStatus =>
  subscriptionStatuses.some((status) => status === text);

export const dayOf = (instant: string): string => formatDay(manilaDay(new Date(instant)));

/** "1 clinic", "5,000 clinics". */
export const counted = (count: number, one: string): string =>
  `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;

/** Paying clinics of all clinics, as a rounded percent; 0 when there are none. */
export const conversionRate = ({ paidClinics, totalClinics }: PlatformStats): string =>
  `${totalClinics === 0 ? 0 : Math.round((paidClinics / totalClinics) * 100)}%`;

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();
