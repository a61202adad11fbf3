import { formatInstant } from "#shared/formats/dates.ts";

/** The mark of an entry that was made by mistake. */
export type EnteredInError = { at: string; byName: string | null; reason: string };

/** "Entered in error (Nov 20, 2026, 9:28 AM by Liza Reyes): Another patient's". */
export const inErrorText = ({ at, byName, reason }: EnteredInError) =>
  `Entered in error (${formatInstant(at)}${byName ? ` by ${byName}` : ""}): ${reason}`;
