import { brandTokens } from "#shared/brand.ts";

/** Applies a clinic's color to the page, or to one element for a preview. */
export function applyBrand(hex: string, element: HTMLElement = document.documentElement): void {
  const { surface, on, text, ring } = brandTokens(hex);
  element.style.setProperty("--brand-surface", surface);
  element.style.setProperty("--brand-on", on);
  element.style.setProperty("--brand-text", text);
  element.style.setProperty("--brand-ring", ring);
}
