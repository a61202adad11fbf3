/** The id of the prerendered page until the code replaces it. */
export const prerenderedPageId = "drawn";

/** What was typed into a field of the prerendered page. */
export function prerenderedValue(name: string): string | undefined {
  if (typeof document === "undefined") return undefined;
  const control = document
    .getElementById(prerenderedPageId)
    ?.querySelector<HTMLInputElement>(`[name="${name}"]`);
  return control?.value || undefined;
}
