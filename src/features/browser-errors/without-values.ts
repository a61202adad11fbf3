import { messageLength } from "./contract.ts";

/**
 * An error's message without possible personal data: quoted parts, email addresses and numbers are replaced.
 * Property names and the other words stay.
 */
export const withoutValues = (message: string): string =>
  message
    .slice(0, messageLength)
    .replace(/(["'`“‘])[\s\S]*?(["'`”’]|$)/g, (_, open: string, close: string) => `${open}…${close}`)
    .replace(/\S+@\S+/g, "…@…")
    .replace(/\d+/g, "#");
