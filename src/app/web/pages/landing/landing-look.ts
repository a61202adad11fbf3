/** The landing page's width. */
export const landingWidth = "mx-auto w-full max-w-290 px-5 md:px-8";

/** A chapter: its name in a wide left margin, its content at the right. */
export const landingSection = `${landingWidth} grid gap-5 pt-15 lg:grid-cols-[18.75rem_minmax(0,1fr)] lg:gap-16 lg:pt-22 scroll-mt-4`;
export const landingHeading = "text-[1.625rem]/8 font-strong tracking-fig text-balance md:text-[2rem]/9.5";
export const landingUnder = "mt-3 text-lg text-ink-2";
