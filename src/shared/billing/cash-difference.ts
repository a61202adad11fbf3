import { formatMoney, fromCentavos } from "#shared/formats/money.ts";

/** "₱50.00 over", of counted cash against expected cash, in centavos. */
export const differenceWords = (difference: bigint): string =>
  `${formatMoney(fromCentavos(difference < 0n ? -difference : difference))} ${difference < 0n ? "short" : "over"}`;
