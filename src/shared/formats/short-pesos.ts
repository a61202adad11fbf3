import { formatMoney } from "./money.ts";

/** "400.00" as "₱400", "400.50" as "₱400.50". */
export const formatPesosShort = (decimal: string): string => formatMoney(decimal).replace(/\.00$/, "");
