import type { CurrentUser } from "#shared/current-user.ts";

export type Brand = NonNullable<CurrentUser["clinic"]>["brand"];

const tokens = ["surface", "on", "text", "ring"] as const;

/** Applies a clinic's color to the page, or to one element for a preview; null for the default color. */
export function applyBrand(brand: Brand | null, element: HTMLElement = document.documentElement): void {
  for (const token of tokens)
    if (brand) element.style.setProperty(`--brand-${token}`, brand[token]);
    else element.style.removeProperty(`--brand-${token}`);
}
