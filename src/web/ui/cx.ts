/** Joins class names; false, null, undefined and empty ones are skipped. */
export function cx(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}
