import { brandTokens } from "#shared/brand.ts";

/** Puts a clinic's colour on the page, or on one element for a preview. */
export function applyBrand(hex: string, element: HTMLElement = document.documentElement): void {
  const { surface, on, text, ring } = brandTokens(hex);
  element.style.setProperty("--brand-surface", surface);
  element.style.setProperty("--brand-on", on);
  element.style.setProperty("--brand-text", text);
  element.style.setProperty("--brand-ring", ring);
}
