import { type DashboardFigures, dashboardFigures } from "#features/reports/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { useCall } from "#web/data/calls.ts";

/** Today's work, as far as the account may see it: the collected amount is for users who see reports. */
export const seenWords = ({
  seenToday,
  collectedToday,
}: Pick<DashboardFigures, "seenToday" | "collectedToday">): string[] => [
  `${formatCount(seenToday)} seen`,
  ...(collectedToday === null ? [] : [`${collectedToday} collected`]),
];

/** " · 14 seen, ₱12,400 collected", at the end of the line of the day. */
export function SeenToday() {
  const { data } = useCall(dashboardFigures, {});
  return data && <span>{` · ${seenWords(data).join(", ")}`}</span>;
}
