/** The page as it was drawn at build time stands under this id until the code takes over. */
export const drawnPageId = "drawn";

/** What was typed into a field of the drawn page. */
export function drawnValue(name: string): string | undefined {
  if (typeof document === "undefined") return undefined;
  const control = document.getElementById(drawnPageId)?.querySelector<HTMLInputElement>(`[name="${name}"]`);
  return control?.value || undefined;
}
