import { messageLength } from "./contract.ts";

/**
 * A message of an error without what may be somebody's data: quoted parts, email addresses and numbers. Property names
 * and the error's own words stay.
 */
export const withoutValues = (message: string): string =>
  message
    .slice(0, messageLength)
    .replace(/(["'`“‘])[\s\S]*?(["'`”’]|$)/g, (_, open: string, close: string) => `${open}…${close}`)
    .replace(/\S+@\S+/g, "…@…")
    .replace(/\d+/g, "#");
