import type { PlatformStats } from "#features/platform/contract.ts";
import { formatDay, manilaDay } from "#shared/formats/dates.ts";
import { subscriptionLabels, subscriptionStatuses } from "#shared/subscription.ts";

/** Milliseconds between polls, as the specification says. */
export const statsEvery = 30_000;
export const listsEvery = 60_000;

export const statusOptions = subscriptionStatuses.map((value) => ({
  value,
  label: subscriptionLabels[value],
}));

export const dayOf = (instant: string): string => formatDay(manilaDay(new Date(instant)));

/** Paying clinics of all clinics, as a rounded percent; 0 when there are none. */
export const conversionRate = ({ paidClinics, totalClinics }: PlatformStats): string =>
  `${totalClinics === 0 ? 0 : Math.round((paidClinics / totalClinics) * 100)}%`;
