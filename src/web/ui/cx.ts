/** Joins class names; whatever is false, null, undefined or empty falls out. */
export function cx(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}
