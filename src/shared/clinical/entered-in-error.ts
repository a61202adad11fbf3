import { formatInstant } from "#shared/formats/dates.ts";

/** "Entered in error (Nov 20, 2026, 9:28 AM by Liza Reyes): Another patient's". */
export const inErrorText = ({ at, byName, reason }: { at: string; byName: string | null; reason: string }) =>
  `Entered in error (${formatInstant(at)}${byName ? ` by ${byName}` : ""}): ${reason}`;
