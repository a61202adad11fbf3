import * as z from "zod/mini";

/** "123456789012" and "12 345678901-2" as "12-345678901-2"; null unless it has 12 digits. No check digit is published. */
export function parsePhilHealthNumber(typed: string): string | null {
  const groups = /^(\d{2})(\d{9})(\d)$/.exec(typed.replace(/[\s-]/g, ""));
  return groups?.slice(1).join("-") ?? null;
}

const message = "Enter the 12 digits of the PhilHealth number, like 12-345678901-2";

/** A PhilHealth identification number as printed on the card; empty is null. */
export const optionalPhilHealthNumber = z.pipe(
  z.nullable(
    z.string({ error: message }).check(
      z.trim(),
      z.maxLength(30, message),
      z.refine((typed) => typed === "" || parsePhilHealthNumber(typed) !== null, message),
    ),
  ),
  z.transform((typed: string | null) => (typed ? parsePhilHealthNumber(typed) : null)),
);
