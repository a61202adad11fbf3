import { type DashboardFigures, dashboardFigures } from "#features/reports/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { useCall } from "#web/data/calls.ts";

/** What was done today, as far as the account may know: what was collected is for who sees payments. */
export const seenWords = ({
  seenToday,
  collectedToday,
}: Pick<DashboardFigures, "seenToday" | "collectedToday">): string[] => [
  `${formatCount(seenToday)} seen`,
  ...(collectedToday === null ? [] : [`${collectedToday} collected`]),
];

/** "14 seen, ₱12,400 collected". A line of its own, kept free until it is known, so that nothing below moves. */
export function SeenToday() {
  const { data } = useCall(dashboardFigures, {});
  return <span className="block min-h-5">{data && seenWords(data).join(", ")}</span>;
}
